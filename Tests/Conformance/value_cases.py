"""The values of a contact: names, days, work, food, and how you met."""

from case import MARK, Case, before_values, known
from changes import day, dead, person, text, values


class PersonTest(Case):
    def test_names_gender_and_description(self):
        first, second = known["genders"][:2]
        number = self.make(last_name="Doe", middle_name="Middle", description="tall", is_birthdate_known=True,
                           birthdate_day=3, birthdate_month=2, birthdate_year=1990, birthdate_add_reminder=True)
        before = self.snapshot(number)
        self.show(number)
        left = self.change(number, values(last_name=text("Roe"), gender=text(second)))
        self.assertEqual(left, [])
        after = self.expect(before, number, {"last_name": "Roe", "gender": second}, remakes=["reminders"])
        self.change(number, values(nickname=text("Nick"), gender=text(first)))
        after = self.expect(after, number, {"nickname": "Nick", "gender": first}, remakes=["reminders"])
        self.change(number, values(nickname=None, gender=None, last_name=text("Doe")))
        after = self.expect(
            after, number, {"nickname": None, "gender": None, "last_name": "Doe"}, remakes=["reminders"])
        self.change(number, values(description=text("small")))
        after = self.expect(after, number, {"description": "small"}, remakes=["reminders"])
        self.change(number, values(description=None))
        self.expect(after, number, {"description": None}, remakes=["reminders"])

    def test_one_value_takes_two_requests(self):
        number = self.make()
        before = self.snapshot(number)
        self.show(number)
        self.change(number, values(last_name=text("Roe")))
        self.assertEqual(self.program.last_requests, 2)
        after = self.expect(before, number, {"last_name": "Roe"})
        self.change(number, values(last_name=text("Roe")))
        self.assertEqual(self.program.last_requests, 0)
        after = self.expect(after, number)
        self.change(number, values(last_name=text("Doe")))
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
        self.change(number, values({"birthday": True}, birthday=whole))
        after = self.expect(before, number, dict(zip(keys, ["1990-02-03T00:00:00Z", False, False])),
                            reminders=[("1990-02-03", "year", False)])
        self.assertEqual(self.reminded(number), ["birthday"])
        self.change(number, values(birthday=without_year))
        after = self.expect(
            after, number, dict(zip(keys[::2], [f"{year}-04-05T00:00:00Z", True])),
            reminders=[(f"{year}-04-05", "year", False)])
        self.change(number, values({"birthday": False}, birthday=without_year))
        after = self.expect(after, number, reminders=[])
        self.assertEqual(self.reminded(number), [])
        self.change(number, values(birthday=by_age))
        after = self.expect(
            after, number, dict(zip(keys, [f"{year - 30}-01-01T00:00:00Z", True, False])))
        self.change(number, values(last_name=text("Doe")))
        after = self.expect(after, number, {"last_name": "Doe"})
        self.change(number, values(birthday=None, last_name=None))
        self.expect(after, number, {**before_values(before, keys), "last_name": None})

    def test_death(self):
        number = self.make()
        before = self.snapshot(number)
        self.show(number)
        keys = [f"information.dates.deceased_date.{key}" for key in ("date", "is_age_based", "is_year_unknown")]
        since = day(2001, 5, 6)
        self.change(number, values(death=dead()))
        after = self.expect(before, number, {"is_dead": True})
        self.change(number, values({"death": True}, death=dead(since)))
        after = self.expect(after, number, dict(zip(keys, ["2001-05-06T00:00:00Z", False, False])),
                            reminders=[("2001-05-06", "year", True)])
        self.change(number, values(last_name=text("Doe")))
        after = self.expect(after, number, {"last_name": "Doe"}, remakes=["reminders"])
        self.change(number, values({"death": False}, death=None))
        self.expect(after, number, {**before_values(before, keys), "is_dead": False}, reminders=[])

    def test_somebody_who_is_only_a_relation(self):
        number = self.make(
            "Partial", is_partial=True, last_name="Doe", nickname="Nick", description="tall", is_birthdate_known=True,
            birthdate_day=3, birthdate_month=2, birthdate_year=1990, birthdate_add_reminder=True)
        before = self.snapshot(number)
        self.show(number)
        old, new = day(1990, 2, 3), day(2001, 5, 6)
        self.change(number, values(last_name=text("Roe")))
        # The requests are a read of the contact, a read of its reminders, and a write with a whole answer.
        self.assertEqual(self.program.last_requests, 3)
        after = self.expect(before, number, {"last_name": "Roe"}, remakes=["reminders"])
        self.change(number, values(birthday=new))
        self.expect(after, number, {"information.dates.birthdate.date": "2001-05-06T00:00:00Z"},
                    reminders=[("2001-05-06", "year", False)])

    def test_what_the_server_refuses_changes_nothing(self):
        number = self.make()
        before = self.snapshot(number)
        self.show(number)
        left = self.change(number, values(last_name=text("x" * 256)))
        self.assertEqual([(change["slot"], change["state"]) for change in left], [("value:last_name", "refused")])
        self.expect(before, number)

    def test_what_another_has_changed_is_not_written_over(self):
        number = self.make(last_name="Doe")
        self.show(number)
        self.server.send("PUT", f"contacts/{number}", {
            "first_name": f"{MARK} Ann", "last_name": "Roe", "is_birthdate_known": False, "is_deceased": False,
            "is_deceased_date_known": False})
        before = self.snapshot(number)
        left = self.change(number, values(last_name=text("Loe")))
        self.assertEqual([change["state"] for change in left], ["conflict"])
        self.expect(before, number)


class RewordedReminderTest(Case):
    """A person reworded the yearly reminder of a day. It stays with its words when other values of the day's group change."""

    def test_of_a_birthday(self):
        number = self.make(is_birthdate_known=True, birthdate_day=3, birthdate_month=2, birthdate_year=1990,
                           birthdate_add_reminder=True)
        self.reword(number, "1990-02-03")
        self.change(number, values(last_name=text("Doe")))
        self.check_words(number, "1990-02-03")

    def test_of_a_death(self):
        number = self.make(is_deceased=True, is_deceased_date_known=True, deceased_date_day=6, deceased_date_month=5,
                           deceased_date_year=2001, deceased_date_add_reminder=True)
        self.reword(number, "2001-05-06")
        self.change(number, values(last_name=text("Doe")))
        self.check_words(number, "2001-05-06")

    def test_of_a_first_meeting(self):
        number = self.make()
        status, answer = self.server.send("PUT", f"contacts/{number}/introduction", {
            "is_date_known": True, "day": 6, "month": 5, "year": 2001, "is_age_based": False, "add_reminder": True})
        self.assertEqual(status, 200, answer)
        self.reword(number, "2001-05-06")
        self.change(number, values(met_story=text("long")))
        self.check_words(number, "2001-05-06")

    def reword(self, number, day):
        [reminder] = self.server.get(f"contacts/{number}/reminders?limit=100")
        status, answer = self.server.send("PUT", f"reminders/{reminder['id']}", {
            "contact_id": number, "title": "Bake the cake", "description": "with nuts", "initial_date": day,
            "frequency_type": "year", "frequency_number": 1})
        self.assertEqual(status, 200, answer)
        self.show(number)

    def check_words(self, number, day):
        reminders = self.server.get(f"contacts/{number}/reminders?limit=100")
        self.assertEqual(
            [(each["title"], each["description"], each["initial_date"][:10], each["frequency_type"])
             for each in reminders],
            [("Bake the cake", "with nuts", day, "year")])
        # And it stays one with the next change.
        self.assertEqual(self.change(number, values(description=text("tall"), met_where=text("Rome"))), [])
        self.assertEqual(
            [each["title"] for each in self.server.get(f"contacts/{number}/reminders?limit=100")], ["Bake the cake"])


class GroupsTest(Case):
    def test_work_and_food(self):
        number = self.make()
        before = self.snapshot(number)
        self.show(number)
        self.change(number, values(job=text("Smith"), company=text("Forge")))
        after = self.expect(before, number, {"information.career.job": "Smith", "information.career.company": "Forge"})
        self.change(number, values(job=text("Baker")))
        after = self.expect(after, number, {"information.career.job": "Baker"})
        self.change(number, values(food=text("fish\nand chips")))
        after = self.expect(after, number, {"information.food_preferences": "fish\nand chips"})
        self.change(number, values(company=None, food=None))
        self.expect(after, number, {"information.career.company": None, "information.food_preferences": None})

    def test_how_you_met(self):
        number, other = self.make(), self.make("Other")
        before = self.snapshot(number)
        self.show(number)
        met = "information.how_you_met."
        keys = [f"{met}first_met_date.{key}" for key in ("date", "is_age_based", "is_year_unknown")]
        since = day(2001, 5, 6)
        self.change(number, values({"met_on": True}, met_on=since, met_story=text("long")))
        dates = dict(zip(keys, ["2001-05-06T00:00:00Z", False, False]))
        after = self.expect(before, number, {**dates, f"{met}general_information": "long"},
                            reminders=[("2001-05-06", "year", False)])
        through = f"{met}first_met_through_contact"
        self.change(number, values(met_through=person(other)))
        after = self.expect(after, number, {f"{through}.id": other}, remakes=["reminders"])
        self.change(number, values(met_story=text("short")))
        after = self.expect(after, number, {f"{met}general_information": "short"}, remakes=["reminders"])
        self.change(number, values(met_on=None, met_through=None, met_story=None))
        self.expect(after, number, {
            **before_values(before, keys), f"{through}.id": None, f"{met}general_information": None}, reminders=[])
