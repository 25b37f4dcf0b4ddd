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

    def until_both_were_tried(self):
        """Until nothing is sure of the first contact's change, and the other one's is to be tried again."""
        wait_for("both tries", lambda: self.stored.tries == [(0, "sending"), (1, "waiting")])

    def name_of(self, contact):
        return self.server.get(f"contacts/{contact['id']}")["first_name"]

    def wait_for_name(self, contact, name):
        wait_for(f"{name} there", lambda: self.name_of(contact) == name)

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
