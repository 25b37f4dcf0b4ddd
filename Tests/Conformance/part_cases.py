"""What a contact has several of: fields, addresses, tags and relationships."""

from case import MARK, Case, known
from changes import add_tags, address, field, part, relationship, remove_tags


class PartsTest(Case):
    def test_contact_fields(self):
        number, mail, phone = self.make(), known["mail"], known["phone"]
        before = self.snapshot(number)
        self.show(number)
        first, second = field(mail, "a@b.c", ["Shed"]), field(phone, "+33 1")
        self.change(number, part("field", -1, first), part("field", -2, second))
        after = self.expect(before, number, fields=[(mail, "a@b.c", ("Shed",)), (phone, "+33 1", ())])
        which = self.part_number(number, "field", "a@b.c")
        changed = field(mail, "d@e.f", ["Shed"])
        self.change(number, part("field", which, changed))
        after = self.expect(after, number, fields=[(mail, "d@e.f", ("Shed",)), (phone, "+33 1", ())])
        labelled = field(mail, "d@e.f", ["Shed", "Barn"])
        self.change(number, part("field", which, labelled))
        after = self.expect(after, number, fields=[(mail, "d@e.f", ("Shed", "Barn")), (phone, "+33 1", ())])
        self.change(number, part("field", which))
        self.expect(after, number, fields=[(phone, "+33 1", ())])

    def test_addresses(self):
        number = self.make()
        self.server.make("addresses", {
            "contact_id": number, "name": "Home", "street": "1 Main St", "city": "Lyon", "province": "Rhône",
            "postal_code": "69000", "country": "FR", "latitude": 45.75, "longitude": 4.85, "labels": ["home"]})
        before = self.snapshot(number)
        self.show(number)
        new = address(name="Flat", street="1 Main St", city="Lyon", province="Rhône", postal_code="69000", country="FR")
        which = self.part_number(number, "address")
        self.change(number, part("address", which, new))
        renamed = ("Flat", "1 Main St", "Lyon", "Rhône", "69000", "FR", 45.75, 4.85)
        after = self.expect(before, number, addresses=[renamed])
        new = address(name="Flat", street="2 Main St", city="Lyon", province="Rhône", postal_code="69000", country="FR")
        self.change(number, part("address", which, new))
        moved = ("Flat", "2 Main St", "Lyon", "Rhône", "69000", "FR", None, None)
        after = self.expect(after, number, addresses=[moved])
        work = address(city="Rome", country="IT")
        self.change(number, part("address", -1, work))
        after = self.expect(after, number, addresses=[moved, (None, None, "Rome", None, None, "IT", None, None)])
        self.change(number, part("address", which))
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
        self.change(number, part("relationship", -1, parent))
        after = self.expect(before, number, relationships=[("parent", other)])
        after_other = self.expect(others, other, relationships=[("child", number)])
        which = self.part_number(number, "relationship")
        self.change(number, part("relationship", which, sibling))
        after = self.expect(after, number, relationships=[("sibling", other)])
        after_other = self.expect(after_other, other, relationships=[("sibling", number)])
        self.change(number, part("relationship", which))
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
        self.change(number, part("relationship", which))
        self.expect(before, number, relationships=[])
        self.assertIsNone(self.server.get(f"contacts/{partial}"))
        self.server.partial_contacts.discard(partial)
