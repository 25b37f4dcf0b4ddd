"""The demo: contacts without a server of one's own, and nothing kept."""

import screen
from case import DesktopTestCase
from program import StartedCameo
from rare import rare
from waiting import wait_for


class DemoTest(DesktopTestCase):
    @rare
    def test_shows_as_many_contacts_as_asked_for_and_writes_nothing(self):
        cameo = self.start_cameo("--demo=50")
        cameo.find(containing="50 contacts", limit=60)
        cameo.find(role="list item")
        cameo.find(containing="Sample contacts")
        self.assertEqual(self._written(), [])
        self.assertEqual(self.keyring_items(), [])

    @rare
    def test_opens_from_the_sign_in_page_which_is_back_afterwards(self):
        cameo = self.start_cameo()
        self.screenshot("sign-in")
        cameo.find(role="push button", name="Try with Sample Contacts").click()
        demo = StartedCameo(["--demo"], self.home, started_by=cameo)
        self.addCleanup(demo.stop)
        demo.find(containing="500 contacts", limit=60)
        self.screenshot("demo")
        # One window is enough.
        wait_for("no page to sign in", lambda: not cameo.all(name="Server Address"))
        # The keyboard belongs to the window that came last.
        screen.press("Control+,")
        demo.find(name="Contacts List")
        self.assertFalse(demo.all(name="Server"), "the address of a server that is inside the program")
        screen.press("Escape")
        wait_for("no preferences", lambda: not demo.all(name="Contacts List"))
        screen.press("F10")
        leave = demo.find(role="menu item", containing="Leave Sample Contacts")
        self.assertFalse(demo.all(containing="Log Out"))
        leave.click()
        wait_for("the end of the demo", lambda: not demo.is_running)
        cameo.find(name="Server Address")
        self.assertEqual(self._written(), [])

    def _written(self):
        """The files of this program; caches of fonts and of the screen reader's bus are the libraries'."""
        libraries = ("fontconfig", "at-spi", "mesa_shader_cache", "dconf")
        written = [path.relative_to(self.home) for path in self.files() if self.home in path.parents]
        return [str(path) for path in written if not any(part in libraries for part in path.parts)]
