"""What tests have in which the computer sleeps, or its clock is set, while changes wait."""

import re

from edit_weather import EditWeatherTestCase
from hostile import Gate
from set_clock import SetClock
from stored_changes import StoredChanges
from waiting import wait_for

CONTACTS = 12
MINUTE = 60


def cut(connection):
    """Nothing of the request comes to the server."""


class EditSleepTestCase(EditWeatherTestCase):
    def setUp(self):
        super().setUp()
        self.clock = SetClock(self.home)
        self.server = self.start_server(CONTACTS)
        self.contact, self.other = self.server.contacts[:2]
        self.gate = Gate(self.server.port, token=self.server.token)
        self.gate.contacts = self.server.contacts
        self.addCleanup(self.gate.stop)

    def store(self, *names):
        """Signs in, and stores new names of the first contacts."""
        self.sign_in_once(self.gate)
        self.stored = StoredChanges(self.home)
        for contact, name in zip((self.contact, self.other), names):
            self.stored.rename(contact["id"], contact["first_name"], name)

    def start(self):
        return self.start_cameo(variables=self.clock.variables)

    def sleep(self, cameo, seconds):
        self.clock.sleep(cameo, seconds, meanwhile=self.gate.drop)

    def is_write_of(self, contact):
        """Whether the head of a request is one that writes a contact."""
        start = re.compile(rb"(PUT|DELETE) \S*/contacts/%d[? ]" % contact["id"])
        return lambda head: bool(start.match(head))

    def count(self, is_wanted):
        return sum(map(is_wanted, list(self.gate.received)))

    def writes_of(self, contact):
        return self.count(self.is_write_of(contact))

    def until_it_is_in_doubt(self):
        """Until the first contact's write was tried, and nothing is sure of it."""
        wait_for("the try", lambda: self.writes_of(self.contact) == 1)
        wait_for("the doubt", lambda: "sending" in [state for _, state in self.stored.states])

    def last_head(self):
        return [part for part in list(self.gate.received) if b" HTTP/1.1\r\n" in part][-1]

    def name_of(self, contact):
        return self.server.get(f"contacts/{contact['id']}")["first_name"]

    def wait_for_name(self, contact, name):
        # A connection that ended in the sleep may cost a pause.
        wait_for(f"{name} there", lambda: self.name_of(contact) == name, limit=100)

    def misbehave(self, **behaviours):
        """The first write of the contact, or of the other one, meets a behaviour, and no later one."""
        concerned = {name: self.is_write_of(getattr(self, name)) for name in behaviours}

        def concerns(head):
            name = next((name for name, is_write in concerned.items() if is_write(head)), None)
            if name is None:
                return False
            del concerned[name]
            self.gate.behaviour = behaviours[name]
            return True

        self.gate.behaviour = cut
        self.gate.concerns = concerns
