"""The entries of sections."""

from case import Case
from changes import activity, call, debt, gift, note, part, pet, reminder, task


class ThingsTest(Case):
    def entries(self, number, kind):
        """The entries of a contact, by their numbers."""
        path = "activities" if kind == "activity" else f"{kind}s"
        return {entry["id"]: _READ[kind](entry) for entry in self.server.all(f"contacts/{number}/{path}")}

    def add_change_remove(self, number, kind, first, changed, expected, expected_changed):
        """Adds an entry beside one that stays, changes it, undoes that, and removes it."""
        former = self.entries(number, kind)
        self.assertEqual(self.change(number, part(kind, -1, first)), [])
        after = self.entries(number, kind)
        which, = after.keys() - former.keys()
        self.assertEqual(after, {**former, which: expected})
        # As when a person opens the page again.
        self.program.do("sections", number)
        self.assertEqual(self.change(number, part(kind, which, changed)), [])
        self.assertEqual(self.entries(number, kind), {**former, which: expected_changed})
        self.assertEqual(self.program.do("undo")["left"], [])
        self.assertEqual(self.entries(number, kind), after)
        self.assertEqual(self.change(number, part(kind, which)), [])
        self.assertEqual(self.entries(number, kind), former)

    def prepared(self, kind, **body):
        """A contact with an entry, shown as a person does."""
        number = self.make()
        if body:
            self.server.make(kind, {"contact_id": number, **body})
        before = self.snapshot(number)
        self.show(number)
        return number, before

    def test_notes(self):
        number, before = self.prepared("notes", body="stays", is_favorited=True)
        self.add_change_remove(
            number, "note", note("Tea\n*green*"), note("Coffee", True), ("Tea\n*green*", False), ("Coffee", True))
        self.expect(before, number)

    def test_calls(self):
        number, before = self.prepared("calls", called_at="2026-01-02", content="stays", emotions=[3])
        self.add_change_remove(
            number, "call", call(2026, 2, 3), call(2026, 2, 4, "Tea", True),
            ("2026-02-03", None, False, []), ("2026-02-04", "Tea", True, []))
        self.expect(before, number)

    def test_a_call_counts_as_being_in_touch(self):
        number, _ = self.prepared("calls")
        self.change(number, part("call", -1, call(2026, 2, 3)))
        self.assertEqual(self.server.get(f"contacts/{number}")["last_called"][:10], "2026-02-03")

    def test_feelings_stay(self):
        number, _ = self.prepared("calls", called_at="2026-01-02", content="a", emotions=[3])
        which, = self.entries(number, "call")
        self.program.do("sections", number)
        self.change(number, part("call", which, call(2026, 1, 2, "b")))
        self.assertEqual(self.entries(number, "call"), {which: ("2026-01-02", "b", False, [3])})

    def test_tasks(self):
        number, before = self.prepared("tasks", title="stays", description="here")
        self.add_change_remove(
            number, "task", task("Write", "soon"), task("Write", "soon", True),
            ("Write", "soon", False), ("Write", "soon", True))
        self.expect(before, number)

    def test_a_task_that_is_done(self):
        number, _ = self.prepared("tasks")
        self.change(number, part("task", -1, task("Write", None, True)))
        self.assertEqual(list(self.entries(number, "task").values()), [("Write", None, True)])

    def test_reminders(self):
        number, before = self.prepared(
            "reminders", title="stays", initial_date="2026-01-02", frequency_type="year", frequency_number=1)
        self.add_change_remove(
            number, "reminder", reminder("Tea", 2026, 2, 3), reminder("Cake", 2026, 2, 4, "month", 2, "green"),
            ("Tea", None, "2026-02-03", "one_time", 1), ("Cake", "green", "2026-02-04", "month", 2))
        self.expect(before, number)

    def test_gifts(self):
        number, before = self.prepared("gifts", name="stays", status="idea")
        self.add_change_remove(
            number, "gift", gift("Book"),
            gift("Red book", "offered", "12.5", (2026, 2, 3), "https://a.example", "hard"),
            ("Book", "idea", None, None, None, None),
            ("Red book", "offered", "12.50", "2026-02-03", "https://a.example", "hard"))
        self.expect(before, number)

    def test_debts(self):
        number, before = self.prepared("debts", in_debt="no", status="inprogress", amount=3)
        self.add_change_remove(
            number, "debt", debt(True, "20", "Lunch"), debt(True, "20.5", None, True),
            ("yes", "inprogress", "20.00", "Lunch"), ("yes", "completed", "20.50", None))
        self.expect(before, number)

    def test_pets(self):
        number, before = self.prepared("pets", pet_category_id=4, name="stays")
        self.add_change_remove(
            number, "pet", pet("cat"), pet("small_animal", "Tom"), (3, None), (10, "Tom"))
        self.expect(before, number)

    def test_activities(self):
        other, third = self.make("Other"), self.make("Third")
        number, _ = self.prepared("activities")
        kind = self.server.get("activitytypes")[0]["id"]
        both = sorted([number, other])
        self.server.make("activities", {
            "summary": "stays", "happened_at": "2026-01-02", "contacts": both, "activity_type_id": kind})
        self.add_change_remove(
            number, "activity", activity("Walk", 2026, 2, 3, [other]), activity("Ride", 2026, 2, 4, [third], "far"),
            ("Walk", None, "2026-02-03", both, None, []),
            ("Ride", "far", "2026-02-04", sorted([number, third]), None, []))
        # The type stays.
        which, = self.entries(number, "activity")
        self.program.do("sections", number)
        self.change(number, part("activity", which, activity("changed", 2026, 1, 2, [other])))
        expected = {which: ("changed", None, "2026-01-02", both, kind, [])}
        self.assertEqual(self.entries(number, "activity"), expected)
        self.assertEqual(self.entries(other, "activity"), expected)
        self.assertEqual(self.entries(third, "activity"), {})

    def test_requests_of_a_call(self):
        number, _ = self.prepared("calls")
        self.change(number, part("call", -1, call(2026, 2, 3)))
        self.assertLessEqual(self.program.last_requests, 3)


def _emotions(entry):
    return [emotion["id"] for emotion in entry["emotions"]]


_READ = {
    "note": lambda entry: (entry["body"], entry["is_favorited"]),
    "call": lambda entry: (
        entry["called_at"][:10], entry["content"], bool(entry["contact_called"]), _emotions(entry)),
    "task": lambda entry: (entry["title"], entry["description"], entry["completed"]),
    "reminder": lambda entry: (
        entry["title"], entry["description"], entry["initial_date"][:10], entry["frequency_type"],
        entry["frequency_number"]),
    "gift": lambda entry: (
        entry["name"], entry["status"], entry["amount"], entry["date"] and entry["date"][:10], entry["url"],
        entry["comment"]),
    "debt": lambda entry: (entry["in_debt"], entry["status"], entry["amount"], entry["reason"]),
    "pet": lambda entry: (entry["pet_category"]["id"], entry["name"]),
    "activity": lambda entry: (
        entry["summary"], entry["description"], entry["happened_at"],
        sorted(person["id"] for person in entry["attendees"]["contacts"]),
        (entry["activity_type"] or {}).get("id"), _emotions(entry)),
}
