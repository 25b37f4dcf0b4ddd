"""What the desktop tells of a day."""

import settings
from case import DesktopTestCase
from notifications import Notifications
from waiting import wait_for

# So many that somebody has a birthday on every day of the year.
_CONTACTS = 5000


class NotificationTest(DesktopTestCase):
    def test_tells_once_a_day_whose_birthday_it_is_and_opens_the_contact(self):
        desktop = Notifications(self.results)
        self.addCleanup(desktop.stop)
        variables = settings.write(self.home, "daily-notification=true")
        server = self.start_server(_CONTACTS)
        names = [contact["complete_name"] for contact in server.contacts]
        cameo = self.start_cameo(variables=variables)
        self.sign_in(cameo, server)
        # On a slow machine the fill takes a minute.
        cameo.find(containing="5,000 contacts", limit=240)
        [(title, text)] = wait_for("a notification", lambda: desktop.shown, limit=60)
        self.assertTrue(title == "Today" or title in names, title)
        self.assertIn("Birthday", text)

        desktop.click_last()
        wait_for("the contact", lambda: [each for each in cameo.all(role="heading") if each.name in names])
        self.end(cameo)

        cameo = self.start_cameo(variables=variables)
        cameo.find(role="push button", containing="Today: ")
        self.assertEqual(len(desktop.shown), 1, "the day was told already")
