"""What is tried: one test for each kind of change."""

import unittest
import uuid

from changes import (
    add_tags, address, create, day, dead, field, me, part, person, relationship, remove_tags, text, values)
from snapshot import Snapshot

# All contacts and tags that are made begin so.
MARK = "Conformance"
_all = {}


def begin(server, program, is_demo, most_requests):
    """To be called before the tests."""
    genders = server.get("genders")
    types = server.get("contactfieldtypes")
    _all.update(
        server=server, program=program, is_demo=is_demo, most_requests=most_requests,
        genders=[gender["name"] for gender in genders],
        mail=next(kind["id"] for kind in types if kind["type"] == "email"),
        phone=next(kind["id"] for kind in types if kind["type"] == "phone"))
    program.do("synchronise")


class Case(unittest.TestCase):
    maxDiff = None

    @property
    def server(self):
        return _all["server"]

    @property
    def program(self):
        return _all["program"]

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
        return self.program.do("store", number, changes)["left"]

    def show(self, number):
        return self.program.do("show", number)["contact"]

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


class ReadingTest(Case):
    def test_the_list_and_a_contact_are_read(self):
        other = self.make("Other")
        number = self.make(
            "Read", last_name="Doe", nickname="Nick", description="tall", is_birthdate_known=True, birthdate_day=3,
            birthdate_month=2, birthdate_year=1990, is_deceased=True)
        mail = {"contact_id": number, "contact_field_type_id": _all["mail"], "data": "a@b.c", "labels": ["Shed"]}
        self.server.make("contactfields", mail)
        self.server.make("addresses", {"contact_id": number, "city": "Lyon", "country": "FR"})
        self.server.send("POST", f"contacts/{number}/setTags", {"tags": [f"{MARK} tag"]})
        listed = {str(contact["id"]): contact for contact in self.server.all("contacts")}
        names = self.program.do("synchronise")["names"]
        # Those that the program made have numbers of its own.
        self.assertEqual(len(names), len(listed))
        self.assertEqual(names[str(other)], f"{MARK} Other")
        shown = self.show(number)
        self.assertEqual(shown["values"], {
            "first_name": text(f"{MARK} Read"), "last_name": text("Doe"), "nickname": text("Nick"),
            "description": text("tall"), "birthday": day(1990, 2, 3), "death": dead()})
        self.assertEqual(
            [part["value"] for part in shown["parts"]],
            [field(_all["mail"], "a@b.c", ["Shed"]), address(city="Lyon", country="FR")])
        self.assertEqual(shown["tags"], [f"{MARK} tag"])
        self.assertEqual((shown["remote"], shown["isActive"], shown["isMe"]), (str(number), True, False))


class CreatingTest(Case):
    def test_a_contact_with_all_that_it_can_have(self):
        name, gender = f"{MARK} New Zoë 🦋", _all["genders"][-1]
        identifier = str(uuid.uuid4())
        other = self.make("Other")
        report = self.program.do("create", changes=[
            create(identifier, {
                "first_name": text(name), "last_name": text("Doe"), "nickname": text("Nick"), "gender": text(gender),
                "description": text("tall"), "birthday": day(1990, 2, 3)}, ["birthday"]),
            values("work", job=(None, text("Smith")), company=(None, text("Forge"))),
            values("food", food=(None, text("fish"))),
            values("meeting", {"met_on": True}, met_on=(None, day(2001, 5, 6)), met_where=(None, text("Rome")),
                   met_through=(None, person(other)), met_story=(None, text("long\nago"))),
            part("field", -1, after=field(_all["mail"], "a@b.c", ["Shed"])),
            part("address", -2, after=address(street="1 Main St", city="Lyon", country="FR")),
            part("relationship", -3, after=relationship("parent", other)), add_tags(f"{MARK} new", f"{MARK} tag")])
        self.assertEqual(report["left"], [])
        number = int(report["contact"]["remote"])
        contact = self.server.get(f"contacts/{number}?with=contactfields")
        self.assertEqual(contact["uuid"], identifier)
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
                "fields": [(_all["mail"], "a@b.c", ("Shed",))],
                "addresses": [(None, "1 Main St", "Lyon", None, None, "FR", None, None)],
                "relationships": [("parent", other)], "tags": [f"{MARK} new", f"{MARK} tag"],
                "reminders": [("1990-02-03", "year", False), ("2001-05-06", "year", False)]})
        self.assertEqual(list(self.snapshot(other).sections["relationships"].values()), [("child", number)])

    def test_undoing_it_deletes_it(self):
        report = self.program.do("create", changes=[create(str(uuid.uuid4()), {"first_name": text(f"{MARK} Undone")})])
        number = int(report["contact"]["remote"])
        self.assertIsNotNone(self.snapshot(number))
        self.program.do("undo")
        self.assertIsNone(self.snapshot(number))


class PersonTest(Case):
    def test_names_gender_and_description(self):
        first, second = _all["genders"][:2]
        number = self.make(last_name="Doe", middle_name="Middle", description="tall", is_birthdate_known=True,
                           birthdate_day=3, birthdate_month=2, birthdate_year=1990, birthdate_add_reminder=True)
        before = self.snapshot(number)
        self.show(number)
        left = self.change(number, values("person", last_name=(text("Doe"), text("Roe")), gender=(None, text(second))))
        self.assertEqual(left, [])
        after = self.expect(before, number, {"last_name": "Roe", "gender": second}, remakes=["reminders"])
        self.change(number, values("person", nickname=(None, text("Nick")), gender=(text(second), text(first))))
        after = self.expect(after, number, {"nickname": "Nick", "gender": first}, remakes=["reminders"])
        self.change(number, values(
            "person", nickname=(text("Nick"), None), gender=(text(first), None), last_name=(text("Roe"), text("Doe"))))
        after = self.expect(
            after, number, {"nickname": None, "gender": None, "last_name": "Doe"}, remakes=["reminders"])
        self.change(number, values("person", description=(text("tall"), text("small"))))
        after = self.expect(after, number, {"description": "small"}, remakes=["reminders"])
        self.change(number, values("person", description=(text("small"), None)))
        self.expect(after, number, {"description": None}, remakes=["reminders"])

    def test_one_value_takes_two_requests(self):
        number = self.make()
        before = self.snapshot(number)
        self.show(number)
        self.change(number, values("person", last_name=(None, text("Roe"))))
        self.assertEqual(self.program.last_requests, 2)
        after = self.expect(before, number, {"last_name": "Roe"})
        self.change(number, values("person", last_name=(text("Roe"), text("Roe"))))
        self.assertEqual(self.program.last_requests, 1)
        after = self.expect(after, number)
        self.change(number, values("person", last_name=(text("Roe"), text("Doe"))))
        self.program.do("undo")
        self.expect(after, number)

    def test_birthdays(self):
        number = self.make()
        before = self.snapshot(number)
        year = int(before.values["created_at"][:4])
        self.show(number)
        birthdate = "information.dates.birthdate."
        keys = [birthdate + key for key in ("date", "is_age_based", "is_year_unknown")]
        whole, without_year, by_age = day(1990, 2, 3), day(None, 4, 5), day(year - 30)
        self.change(number, values("person", {"birthday": True}, birthday=(None, whole)))
        after = self.expect(before, number, dict(zip(keys, ["1990-02-03T00:00:00Z", False, False])),
                            reminders=[("1990-02-03", "year", False)])
        self.change(number, values("person", birthday=(whole, without_year)))
        after = self.expect(
            after, number, dict(zip(keys[::2], [f"{year}-04-05T00:00:00Z", True])),
            reminders=[(f"{year}-04-05", "year", False)])
        self.change(number, values("person", {"birthday": False}, birthday=(without_year, without_year)))
        after = self.expect(after, number, reminders=[])
        self.change(number, values("person", birthday=(without_year, by_age)))
        after = self.expect(
            after, number, dict(zip(keys, [f"{year - 30}-01-01T00:00:00Z", True, False])))
        self.change(number, values("person", last_name=(None, text("Doe"))))
        after = self.expect(after, number, {"last_name": "Doe"})
        self.change(number, values("person", birthday=(by_age, None), last_name=(text("Doe"), None)))
        self.expect(after, number, {**before_values(before, keys), "last_name": None})

    def test_death(self):
        number = self.make()
        before = self.snapshot(number)
        self.show(number)
        keys = [f"information.dates.deceased_date.{key}" for key in ("date", "is_age_based", "is_year_unknown")]
        since = day(2001, 5, 6)
        self.change(number, values("person", death=(None, dead())))
        after = self.expect(before, number, {"is_dead": True})
        self.change(number, values("person", {"death": True}, death=(dead(), dead(since))))
        after = self.expect(after, number, dict(zip(keys, ["2001-05-06T00:00:00Z", False, False])),
                            reminders=[("2001-05-06", "year", True)])
        self.change(number, values("person", last_name=(None, text("Doe"))))
        after = self.expect(after, number, {"last_name": "Doe"}, remakes=["reminders"])
        self.change(number, values("person", death=(dead(since), None)))
        self.expect(after, number, {**before_values(before, keys), "is_dead": False}, reminders=[])

    def test_what_the_server_refuses_changes_nothing(self):
        number = self.make()
        before = self.snapshot(number)
        self.show(number)
        left = self.change(number, values("person", last_name=(None, text("x" * 256))))
        self.assertEqual([(edit["kind"], edit["state"]) for edit in left], [("values", "refused")])
        self.expect(before, number)

    def test_what_another_has_changed_is_not_written_over(self):
        number = self.make(last_name="Doe")
        self.show(number)
        self.server.send("PUT", f"contacts/{number}", {
            "first_name": f"{MARK} Ann", "last_name": "Roe", "is_birthdate_known": False, "is_deceased": False,
            "is_deceased_date_known": False})
        before = self.snapshot(number)
        left = self.change(number, values("person", last_name=(text("Doe"), text("Loe"))))
        self.assertEqual([edit["state"] for edit in left], ["conflicting"])
        self.expect(before, number)


class GroupsTest(Case):
    def test_work_and_food(self):
        number = self.make()
        before = self.snapshot(number)
        self.show(number)
        self.change(number, values("work", job=(None, text("Smith")), company=(None, text("Forge"))))
        after = self.expect(before, number, {"information.career.job": "Smith", "information.career.company": "Forge"})
        self.change(number, values("work", job=(text("Smith"), text("Baker"))))
        after = self.expect(after, number, {"information.career.job": "Baker"})
        self.change(number, values("food", food=(None, text("fish\nand chips"))))
        after = self.expect(after, number, {"information.food_preferences": "fish\nand chips"})
        self.change(number, values("work", company=(text("Forge"), None)),
                    values("food", food=(text("fish\nand chips"), None)))
        self.expect(after, number, {"information.career.company": None, "information.food_preferences": None})

    def test_how_you_met(self):
        number, other = self.make(), self.make("Other")
        before = self.snapshot(number)
        self.show(number)
        met = "information.how_you_met."
        keys = [f"{met}first_met_date.{key}" for key in ("date", "is_age_based", "is_year_unknown")]
        since = day(2001, 5, 6)
        self.change(number, values("meeting", {"met_on": True}, met_on=(None, since), met_story=(None, text("long"))))
        dates = dict(zip(keys, ["2001-05-06T00:00:00Z", False, False]))
        after = self.expect(before, number, {**dates, f"{met}general_information": "long"},
                            reminders=[("2001-05-06", "year", False)])
        through = f"{met}first_met_through_contact"
        self.change(number, values("meeting", met_through=(None, person(other))))
        after = self.expect(after, number, {f"{through}.id": other}, remakes=["reminders"])
        self.change(number, values("meeting", met_story=(text("long"), text("short"))))
        after = self.expect(after, number, {f"{met}general_information": "short"}, remakes=["reminders"])
        self.change(number, values(
            "meeting", met_on=(since, None), met_through=(person(other), None), met_story=(text("short"), None)))
        self.expect(after, number, {
            **before_values(before, keys), f"{through}.id": None, f"{met}general_information": None}, reminders=[])


class PartsTest(Case):
    def test_contact_fields(self):
        number, mail, phone = self.make(), _all["mail"], _all["phone"]
        before = self.snapshot(number)
        self.show(number)
        first, second = field(mail, "a@b.c", ["Shed"]), field(phone, "+33 1")
        self.change(number, part("field", -1, after=first), part("field", -2, after=second))
        after = self.expect(before, number, fields=[(mail, "a@b.c", ("Shed",)), (phone, "+33 1", ())])
        which = self.part_number(number, "field", "a@b.c")
        changed = field(mail, "d@e.f", ["Shed"])
        self.change(number, part("field", which, first, changed))
        after = self.expect(after, number, fields=[(mail, "d@e.f", ("Shed",)), (phone, "+33 1", ())])
        labelled = field(mail, "d@e.f", ["Shed", "Barn"])
        self.change(number, part("field", which, changed, labelled))
        after = self.expect(after, number, fields=[(mail, "d@e.f", ("Shed", "Barn")), (phone, "+33 1", ())])
        self.change(number, part("field", which, labelled))
        self.expect(after, number, fields=[(phone, "+33 1", ())])

    def test_addresses(self):
        number = self.make()
        self.server.make("addresses", {
            "contact_id": number, "name": "Home", "street": "1 Main St", "city": "Lyon", "province": "Rhône",
            "postal_code": "69000", "country": "FR", "latitude": 45.75, "longitude": 4.85, "labels": ["home"]})
        before = self.snapshot(number)
        self.show(number)
        old = address(name="Home", street="1 Main St", city="Lyon", province="Rhône", postal_code="69000", country="FR")
        new = address(name="Home", street="2 Main St", city="Lyon", province="Rhône", postal_code="69000", country="FR")
        which = self.part_number(number, "address")
        self.change(number, part("address", which, old, new))
        moved = ("Home", "2 Main St", "Lyon", "Rhône", "69000", "FR", 45.75, 4.85)
        after = self.expect(before, number, addresses=[moved])
        work = address(city="Rome", country="IT")
        self.change(number, part("address", -1, after=work))
        after = self.expect(after, number, addresses=[moved, (None, None, "Rome", None, None, "IT", None, None)])
        self.change(number, part("address", which, new))
        self.expect(after, number, addresses=[(None, None, "Rome", None, None, "IT", None, None)])

    def test_tags(self):
        number = self.make()
        one, two, three = (f"{MARK} {name}" for name in ("one", "two", "仕事"))
        before = self.snapshot(number)
        self.show(number)
        self.change(number, add_tags(one, two))
        after = self.expect(before, number, tags=[one, two])
        self.change(number, remove_tags(one), add_tags(three))
        after = self.expect(after, number, tags=[two, three])
        self.change(number, remove_tags(two, three))
        self.expect(after, number, tags=[])

    def test_relationships(self):
        number, other = self.make(), self.make("Other")
        before, others = self.snapshot(number), self.snapshot(other)
        self.show(number)
        parent, sibling = relationship("parent", other), relationship("sibling", other)
        self.change(number, part("relationship", -1, after=parent))
        after = self.expect(before, number, relationships=[("parent", other)])
        after_other = self.expect(others, other, relationships=[("child", number)])
        which = self.part_number(number, "relationship")
        self.change(number, part("relationship", which, parent, sibling))
        after = self.expect(after, number, relationships=[("sibling", other)])
        after_other = self.expect(after_other, other, relationships=[("sibling", number)])
        self.change(number, part("relationship", which, sibling))
        self.expect(after, number, relationships=[])
        self.expect(after_other, other, relationships=[])

    def test_a_partial_contact_goes_with_its_relationship(self):
        number, partial = self.make(), self.make("Partial", is_partial=True)
        self.server.make("relationships", {
            "contact_is": number, "of_contact": partial,
            "relationship_type_id": next(
                kind["id"] for kind in self.server.all("relationshiptypes") if kind["name"] == "child")})
        before = self.snapshot(number)
        which = self.part_number(number, "relationship")
        self.change(number, part("relationship", which, relationship("child", partial)))
        self.expect(before, number, relationships=[])
        self.assertIsNone(self.server.get(f"contacts/{partial}"))
        self.server.partial_contacts.discard(partial)


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
        if not _all["is_demo"]:
            self.skipTest("no request archives a contact")
        before = self.snapshot(1)
        shown = self.show(1)
        self.assertFalse(shown["isActive"])
        left = self.change(1, values("work", job=(shown["values"].get("job"), text("Smith"))))
        self.assertEqual([(edit["state"], edit["issue"]) for edit in left], [("refused", "archived")])
        self.assertEqual(self.program.last_requests, 1)
        self.expect(before, 1)


class ZLastTest(Case):
    def test_it_took_no_more_requests_than_it_said(self):
        self.assertLessEqual(self.server.requests, _all["most_requests"] - 40)
        print(f"{self.server.requests} requests ", end="", flush=True)


def before_values(before, keys):
    """The values that there were under some paths."""
    return {key: before.values.get(key) for key in keys}
