"""What becomes of a waiting change when the computer sleeps in the middle, or its clock is set: it is sent, and once."""

import re
import socket
import threading

from edit_sleep import CONTACTS, MINUTE, EditSleepTestCase, cut
from hostile import limit, refuse_for_now
from rare import rare
from waiting import wait_for

_YEAR = 365 * 24 * 3600


class LostAnswerTest(EditSleepTestCase):
    """The write whose answer is lost is held to be under way for two minutes."""

    @rare
    def test_what_did_not_arrive_is_sent_again_once_and_not_before(self):
        self.store("Zenobia", "Aurelia")
        self.misbehave(contact=cut)
        cameo = self.start()
        self.until_it_is_in_doubt()
        # No other process waits for it.
        self.sleep(cameo, MINUTE)
        self.wait_for_name(self.other, "Aurelia")
        self.assertEqual(self.writes_of(self.contact), 1)
        self.assertEqual(self.name_there(), self.contact["first_name"])
        self.sleep(cameo, MINUTE)
        self.wait_for_name(self.contact, "Zenobia")
        self.until_nothing_waits()
        self.assertEqual((self.writes_of(self.contact), self.writes_of(self.other)), (2, 1))

    @rare
    def test_what_arrived_late_is_not_sent_again(self):
        self.store("Zenobia", "Aurelia")
        is_over = threading.Event()
        self.addCleanup(is_over.set)
        self.misbehave(contact=lambda connection: is_over.wait())
        cameo = self.start()
        wait_for("the try", lambda: self.gate.misbehaved)
        # Asleep while the request is on its way: the two minutes begin when its end is known.
        self.sleep(cameo, 10 * MINUTE)
        is_over.set()
        self.wait_for_name(self.other, "Aurelia")
        self.assertEqual(self.writes_of(self.contact), 1)
        self._deliver(self.is_write_of(self.contact))
        self.wait_for_name(self.contact, "Zenobia")
        self.sleep(cameo, 2 * MINUTE)
        self.until_nothing_waits()
        self.assertEqual(self.writes_of(self.contact), 1)

    def _deliver(self, is_wanted):
        """What the gate kept back comes to the server after all."""
        received = list(self.gate.received)
        place = next(place for place, part in enumerate(received) if is_wanted(part))
        with socket.create_connection(("127.0.0.1", self.server.port)) as server:
            server.sendall(received[place] + received[place + 1])

    @rare
    def test_a_change_that_was_carried_out_is_found_after_ten_minutes(self):
        self.store("Zenobia")
        self._sleep_without_an_answer(b"PUT ")
        self.assertEqual(self.name_there(), "Zenobia")

    @rare
    def test_a_new_contact_that_was_made_is_found_after_ten_minutes(self):
        self.store()
        self.stored.make("Zenobia")
        self._sleep_without_an_answer(b"POST ")
        self.assertEqual(len(self.server.contacts), CONTACTS + 1)

    @rare
    def test_a_new_mail_address_that_was_made_is_found_after_ten_minutes(self):
        self.store()
        self.stored.add_mail(self.contact["id"], "zenobia@example.org")
        self._sleep_without_an_answer(b"POST ")
        fields = next(each for each in self.server.contacts if each["id"] == self.contact["id"])["contactFields"]
        self.assertEqual([each["content"] for each in fields].count("zenobia@example.org"), 1)

    def _sleep_without_an_answer(self, method):
        """From the write on nothing of what the server says arrives, until the computer has slept."""
        def is_write(head):
            return head.startswith(method)

        self.gate.edit = lambda answer: b"" if self.count(is_write) else answer
        cameo = self.start()
        # The program looks for the result at once, and in vain.
        wait_for("the write and a question", lambda: self.count(is_write) and not is_write(self.last_head()))
        self.assertEqual({state for _, state in self.stored.states}, {"sending"})
        self.gate.edit = lambda answer: answer
        self.sleep(cameo, 10 * MINUTE)
        wait_for("an empty queue", lambda: not self.stored.states)
        self.assertEqual(self.count(is_write), 1)


class PauseTest(EditSleepTestCase):
    """A pause runs on while the computer sleeps."""

    @rare
    def test_after_errors_of_the_server_it_is_tried_again_in_time(self):
        self.store("Zenobia")
        self.gate.behaviour = refuse_for_now(500)
        self.gate.concerns = self.is_write_of(self.contact)
        cameo = self.start()
        for tries, minutes in enumerate((1, 5), start=1):
            self._wait_for_try(tries)
            if tries == 2:
                self.gate.behaviour = None
            # Never before the write itself is over for sure.
            self.sleep(cameo, max(minutes, 2) * MINUTE)
        self.wait_for_name(self.contact, "Zenobia")
        self.until_nothing_waits()
        self.assertEqual(self.writes_of(self.contact), 3)

    def _wait_for_try(self, tries):
        """With the question that follows the answer."""
        wait_for(f"try {tries}", lambda: self.writes_of(self.contact) == tries and not self.is_write_of(self.contact)(
            self.last_head()))

    @rare
    def test_the_third_error_in_a_row_needs_a_person(self):
        self.store("Zenobia")
        self.gate.behaviour = refuse_for_now(500)
        self.gate.concerns = self.is_write_of(self.contact)
        cameo = self.start()
        for tries, minutes in enumerate((2, 5, 2), start=1):
            self._wait_for_try(tries)
            self.sleep(cameo, minutes * MINUTE)
        cameo.find(containing="1 change needs a decision")
        self.assertEqual(self.stored.states, [("value:first_name", "refused")])

    @rare
    def test_after_too_many_requests_it_goes_when_they_may_again(self):
        self.store("Zenobia", "Aurelia")
        self.misbehave(contact=limit(30 * MINUTE))
        cameo = self.start()
        cameo.find(containing="2 changes waiting")
        self.assertEqual((self.writes_of(self.contact), self.writes_of(self.other)), (1, 0))
        self.sleep(cameo, 30 * MINUTE)
        self.wait_for_name(self.contact, "Zenobia")
        self.wait_for_name(self.other, "Aurelia")
        self.until_nothing_waits()
        self.assertEqual((self.writes_of(self.contact), self.writes_of(self.other)), (2, 1))


class TimeOfDayTest(EditSleepTestCase):
    @rare
    def test_while_changes_wait_it_may_be_set_to_anything(self):
        self.store("Zenobia", "Aurelia")
        self.misbehave(contact=cut, other=refuse_for_now(500))
        # Before the changes were made, as far as it says.
        self.clock.set_day(-30 * _YEAR)
        cameo = self.start()
        wait_for("both tries", lambda: self.writes_of(self.contact) == self.writes_of(self.other) == 1)
        self.open_changes(cameo)
        wait_for("both changes", lambda: len(cameo.all(containing="Name", within="list")) >= 2)
        self.screenshot("set-back")
        # Nothing waits since a moment that is yet to come.
        self.assertEqual(self._times(cameo), [])
        for ahead in (-3600, 3600, 60 * _YEAR, 0):
            self.clock.set_day(ahead)
            self.sleep(cameo, 20)
        self.assertEqual((self.writes_of(self.contact), self.writes_of(self.other)), (1, 1))
        wait_for("the time", lambda: self._times(cameo))
        self.clock.set_day(-60 * _YEAR)
        self.sleep(cameo, MINUTE)
        self.wait_for_name(self.contact, "Zenobia")
        self.wait_for_name(self.other, "Aurelia")
        self.until_nothing_waits()
        self.assertEqual((self.writes_of(self.contact), self.writes_of(self.other)), (2, 2))

    def _times(self, cameo):
        """What says since when a change waits."""
        return [each.name for each in cameo.all(containing="First Name") if re.search(r"\d:\d\d", each.name)]
