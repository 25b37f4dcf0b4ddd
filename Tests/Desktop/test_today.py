"""What there is to do today is done where it stands, and the journal is read from there."""

import screen
from case import DesktopTestCase
from rare import rare
from waiting import wait_for

_CONTACTS = 30


class TodayTest(DesktopTestCase):
    def test_a_task_is_ticked_and_taken_back(self):
        server = self.start_server(_CONTACTS)
        contact = server.contacts[2]
        server.post("tasks", title="Tune the zither", completed=False, contact_id=contact["id"])
        cameo = self._open_today(server)
        name = contact["complete_name"]
        self._row(cameo, f"{name}, Tune the zither")
        self.screenshot("today")
        box = next(each for each in cameo.all(role="check box", name="Tune the zither") if each.area)
        box.click_with_mouse()
        self._row(cameo, f"{name}, Tune the zither, done")
        self.screenshot("ticked")
        cameo.find(role="push button", name="Undo").click_with_mouse()
        self._row(cameo, f"{name}, Tune the zither")
        box = wait_for("the box", lambda: next(
            (each for each in cameo.all(role="check box", name="Tune the zither") if each.area and not each.is_checked), None))
        box.click_with_mouse()
        self._row(cameo, f"{name}, Tune the zither, done")
        wait_for("the row to go with its toast", lambda: not cameo.all(containing="Tune the zither"))
        wait_for("the tick on the server", lambda: any(
            each["title"] == "Tune the zither" and each["completed"] for each in server.get("tasks?limit=100")))

    @rare
    def test_the_journal_is_read(self):
        server = self.start_server(_CONTACTS)
        server.post("journal", title="A day at the sea", post="The water was **cold**.")
        server.post("journal", title="Rain", post="We stayed at home.")
        cameo = self._open_today(server)
        cameo.find(role="push button", name="Journal", limit=60).click_with_mouse()
        cameo.find(containing="A day at the sea")
        self.screenshot("journal")
        screen.press("Escape")
        wait_for("no journal", lambda: not cameo.all(containing="A day at the sea"))
        self.assertTrue(cameo.is_running)

    def _open_today(self, server):
        cameo = self.start_cameo()
        self.sign_in(cameo, server)
        cameo.find(containing=f"{_CONTACTS} contacts")
        screen.press("Control+2")
        return cameo

    def _row(self, cameo, name):
        return wait_for(name, lambda: next(
            (each for each in cameo.all(role="list item") if each.name == name), None), limit=60)
