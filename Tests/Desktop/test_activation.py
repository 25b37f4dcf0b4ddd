"""Being started by the desktop: through D-Bus, and by the desktop file."""

import os
from unittest import mock

from gi.repository import Gio

import screen
from case import DesktopTestCase
from program import ROOT
from rare import rare
from service import ID
from waiting import wait_for


class ActivationTest(DesktopTestCase):
    def test_opens_its_window_when_d_bus_activates_it(self):
        cameo = self.install_service()
        cameo.activate()
        cameo.find(role="frame", limit=60)
        cameo.find(name="Server Address")
        process = cameo.process_id
        cameo.activate()
        self.assertEqual(cameo.process_id, process, "the same program shows its window")

    def test_the_desktop_file_starts_it_and_its_actions(self):
        cameo = self.install_service()
        launcher = self._launcher(cameo)
        self.assertEqual(launcher.list_actions(), ["search"])
        self.assertTrue(launcher.launch())
        wait_for("the program", lambda: cameo.is_running)
        cameo.find(role="frame", limit=60)

    @rare
    def test_an_action_opens_the_window_and_does_what_it_says(self):
        server = self.start_server(contacts=20)
        self.sign_in_once(server)
        cameo = self.install_service()
        cameo.activate_action("search")
        cameo.find(role="frame", limit=60)
        cameo.find(containing="20 contacts")
        cameo.find(role="entry", name="Search Contacts")
        screen.write("qqqxyzzy")
        cameo.find(containing="No Results")

    @rare
    def test_ends_with_its_last_window(self):
        cameo = self.install_service()
        cameo.activate()
        cameo.find(role="frame", limit=60)
        cameo.find(role="push button", name="Close").click()
        wait_for("the end", lambda: not cameo.is_running)

    def _launcher(self, cameo):
        with mock.patch.dict(os.environ, PATH=f"{self.home / 'bin'}:{os.environ['PATH']}"):
            launcher = Gio.DesktopAppInfo.new_from_filename(str(ROOT / "data" / f"{ID}.desktop"))
        self.assertIsNotNone(launcher, "its program is on the PATH")
        return launcher
