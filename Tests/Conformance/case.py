"""What the cases have: a server, the program, and what a change was to change."""

import unittest

from snapshot import Snapshot

# All contacts and tags that are made begin so.
MARK = "Conformance"
# The tools of the cases, and the server's data.
known = {}


def begin(server, program, is_demo, most_requests):
    """To be called before the tests."""
    genders = server.get("genders")
    types = server.get("contactfieldtypes")
    known.update(
        server=server, program=program, is_demo=is_demo, most_requests=most_requests,
        genders=[gender["name"] for gender in genders],
        mail=next(kind["id"] for kind in types if kind["type"] == "email"),
        phone=next(kind["id"] for kind in types if kind["type"] == "phone"))
    program.do("synchronise")


class Case(unittest.TestCase):
    maxDiff = None

    @property
    def server(self):
        return known["server"]

    @property
    def program(self):
        return known["program"]

    def make(self, name="Ann", **more):
        """A new contact, by a plain request."""
        names = {
            "first_name": f"{MARK} {name}", "is_birthdate_known": False, "is_deceased": False,
            "is_deceased_date_known": False}
        return self.server.make("contacts", {**names, **more})

    def snapshot(self, number):
        contact = self.server.get(f"contacts/{number}?with=contactfields")
        return contact and Snapshot(contact, self.server.get(f"contacts/{number}/reminders?limit=100"))

    def change(self, number, *changes):
        """Has the program change a contact; what was not carried out."""
        return self.program.do("set", number, changes)["left"]

    def show(self, number):
        return self.program.do("show", number)["contact"]

    def reminded(self, number):
        """The days that a form shows a reminder of."""
        return self.program.do("form", number)["contact"]["reminders"]

    def part_number(self, number, kind, content=None):
        parts = [part for part in self.show(number)["parts"] if part["kind"] == kind]
        return next(part["part"] for part in parts if content is None or content in str(part["value"]))

    def expect(self, before, number, changed=None, remakes=(), **sections):
        """Exactly this has changed: values by their paths, and parts as they all are now. Reminders of `remakes` are made
        anew by the server, the same but for their numbers. Returns what is there now."""
        after = self.snapshot(number)
        self.assertEqual(before.differences(after), changed or {})
        for name, old in before.sections.items():
            new = after.sections[name]
            if name in sections:
                self.assertEqual(sorted(new.values(), key=str), sorted(sections[name], key=str), name)
                for known, value in old.items():
                    if value in new.values() and list(old.values()).count(value) == 1 and name not in remakes:
                        self.assertEqual(new.get(known), value, f"{name} {known}")
            elif name in remakes:
                self.assertEqual(sorted(new.values()), sorted(old.values()), name)
            else:
                self.assertEqual(new, old, name)
        return after


def before_values(before, keys):
    """The values that there were under some paths."""
    return {key: before.values.get(key) for key in keys}
