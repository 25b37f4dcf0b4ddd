"""What the desktop tells of a day."""

import datetime

import settings
from case import DesktopTestCase
from notifications import Notifications
from waiting import wait_for


class NotificationTest(DesktopTestCase):
    def test_tells_once_a_day_whose_birthday_it_is_and_opens_the_contact(self):
        desktop = Notifications(self.results)
        self.addCleanup(desktop.stop)
        variables = settings.write(self.home, "daily-notification=true")
        server = self.start_server(contacts=20)
        today = datetime.date.today()
        server.post(
            "contacts", first_name="Zenobia", is_birthdate_known=True, birthdate_is_age_based=False,
            birthdate_day=today.day, birthdate_month=today.month, birthdate_year=2000, is_deceased=False,
            is_deceased_date_known=False)
        names = [contact["complete_name"] for contact in server.contacts]
        cameo = self.start_cameo(variables=variables)
        self.sign_in(cameo, server)
        cameo.find(containing="21 contacts")
        [(title, text)] = wait_for("a notification", lambda: desktop.shown, limit=60)
        self.assertTrue(title == "Today" or title in names, title)
        self.assertIn("Birthday", text)

        desktop.click_last()
        wait_for("the contact", lambda: [each for each in cameo.all(role="heading") if each.name in names])
        self.end(cameo)

        cameo = self.start_cameo(variables=variables)
        cameo.find(role="push button", containing="Today: ")
        self.assertEqual(len(desktop.shown), 1, "the day was told already")
