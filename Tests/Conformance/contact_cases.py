"""Contacts as a whole: read, made, marked and deleted."""

import uuid

from case import MARK, Case, known
from changes import add_tags, address, day, dead, field, me, part, person, relationship, text, values


class ReadingTest(Case):
    def test_the_list_and_a_contact_are_read(self):
        other = self.make("Other")
        number = self.make(
            "Read", last_name="Doe", nickname="Nick", description="tall", is_birthdate_known=True, birthdate_day=3,
            birthdate_month=2, birthdate_year=1990, is_deceased=True)
        mail = {"contact_id": number, "contact_field_type_id": known["mail"], "data": "a@b.c", "labels": ["Shed"]}
        self.server.make("contactfields", mail)
        self.server.make("addresses", {"contact_id": number, "city": "Lyon", "country": "FR"})
        self.server.send("POST", f"contacts/{number}/setTags", {"tags": [f"{MARK} tag"]})
        listed = {str(contact["id"]): contact for contact in self.server.all("contacts")}
        names = self.program.do("synchronise")["names"]
        # Contacts that the program made have the program's own numbers.
        self.assertEqual(len(names), len(listed))
        self.assertEqual(names[str(other)], f"{MARK} Other")
        shown = self.show(number)
        self.assertEqual(shown["values"], {
            "first_name": text(f"{MARK} Read"), "last_name": text("Doe"), "nickname": text("Nick"),
            "description": text("tall"), "birthday": day(1990, 2, 3), "death": dead()})
        self.assertEqual(
            [part["value"] for part in shown["parts"]],
            [field(known["mail"], "a@b.c", ["Shed"]), address(city="Lyon", country="FR")])
        self.assertEqual(shown["tags"], [f"{MARK} tag"])
        self.assertEqual((shown["remote"], shown["isActive"], shown["isMe"]), (str(number), True, False))


class CreatingTest(Case):
    def test_a_contact_with_all_that_it_can_have(self):
        name, gender = f"{MARK} New Zoë 🦋", known["genders"][-1]
        other = self.make("Other")
        report = self.program.do("create", changes=[
            values({"birthday": True, "met_on": True}, first_name=text(name), last_name=text("Doe"),
                   nickname=text("Nick"), gender=text(gender), description=text("tall"), birthday=day(1990, 2, 3),
                   job=text("Smith"), company=text("Forge"), food=text("fish"), met_on=day(2001, 5, 6),
                   met_where=text("Rome"), met_through=person(other), met_story=text("long\nago")),
            part("field", -1, field(known["mail"], "a@b.c", ["Shed"])),
            part("address", -2, address(street="1 Main St", city="Lyon", country="FR")),
            part("relationship", -3, relationship("parent", other)), add_tags(f"{MARK} new", f"{MARK} tag")])
        self.assertEqual(report["left"], [])
        number = int(report["contact"]["remote"])
        contact = self.server.get(f"contacts/{number}?with=contactfields")
        uuid.UUID(contact["uuid"])
        made = self.snapshot(number)
        information = contact["information"]
        self.assertEqual(
            [contact[key] for key in ("first_name", "last_name", "nickname", "gender", "description", "is_dead")],
            [name, "Doe", "Nick", gender, "tall", False])
        self.assertEqual(information["dates"]["birthdate"]["date"][:10], "1990-02-03")
        self.assertEqual((information["career"]["job"], information["career"]["company"]), ("Smith", "Forge"))
        self.assertEqual(information["food_preferences"], "fish")
        met = information["how_you_met"]
        self.assertEqual(met["general_information"], "long\nago")
        self.assertEqual(met["first_met_date"]["date"][:10], "2001-05-06")
        self.assertEqual(met["first_met_through_contact"]["id"], other)
        self.assertEqual(
            {name: sorted(section.values(), key=str) for name, section in made.sections.items()}, {
                "fields": [(known["mail"], "a@b.c", ("Shed",))],
                "addresses": [(None, "1 Main St", "Lyon", None, None, "FR", None, None)],
                "relationships": [("parent", other)], "tags": [f"{MARK} new", f"{MARK} tag"],
                "reminders": [("1990-02-03", "year", False), ("2001-05-06", "year", False)]})
        self.assertEqual(self.reminded(report["contact"]["contact"]), ["birthday", "met_on"])
        self.assertEqual(list(self.snapshot(other).sections["relationships"].values()), [("child", number)])

    def test_undoing_it_deletes_it(self):
        report = self.program.do("create", changes=[values(first_name=text(f"{MARK} Undone"))])
        number = int(report["contact"]["remote"])
        self.assertIsNotNone(self.snapshot(number))
        self.program.do("undo")
        self.assertIsNone(self.snapshot(number))


class WholeContactsTest(Case):
    def test_this_is_me(self):
        number = self.make()
        before = self.snapshot(number)
        self.show(number)
        self.change(number, me(True))
        after = self.expect(before, number, {"is_me": True})
        self.assertEqual((self.server.get("me")["me_contact"] or {}).get("id"), number)
        self.change(number, me(False))
        self.expect(after, number, {"is_me": False})
        self.assertIsNone(self.server.get("me")["me_contact"])

    def test_deleting(self):
        number, other = self.make(), self.make("Other")
        kept = self.snapshot(other)
        self.show(number)
        report = self.program.do("delete", number)
        self.assertEqual(report["left"], [])
        self.assertIsNone(self.snapshot(number))
        self.expect(kept, other)

    def test_archived_contacts_are_left_alone(self):
        if not known["is_demo"]:
            self.skipTest("no request archives a contact")
        before = self.snapshot(1)
        shown = self.show(1)
        self.assertFalse(shown["isActive"])
        left = self.change(1, values(job=text("Smith")))
        self.assertEqual([change["state"] for change in left], ["refused"])
        self.expect(before, 1)
