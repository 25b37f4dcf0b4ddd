"""The look follows what the person set for the whole desktop: dark style, larger text, a sharper screen."""

import screen
from case import DesktopTestCase
from program import Cameo
from waiting import wait_for


class LookTest(DesktopTestCase):
    def _start(self, **variables):
        cameo = Cameo(["--demo=50"], self.home, self.results, variables=variables)
        self.addCleanup(self._finish, cameo)
        self.addCleanup(self._keep_what_shows, cameo)
        cameo.find(containing="50 contacts", limit=60)
        return cameo

    def _set(self, group, key, value):
        """Writes a setting of the desktop, as the session keeps them; running programs are told."""
        file = self.home / "config" / "glib-2.0" / "settings" / "keyfile"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"[{group}]\n{key}={value}\n")

    def _row_heights(self, cameo):
        rows = wait_for("rows", lambda: cameo.all(role="list item"))
        return {row.area[3] for row in rows}

    def test_gets_dark_with_the_desktop_and_light_again(self):
        self._set("org/gnome/desktop/interface", "color-scheme", "'default'")
        cameo = self._start()
        wait_for("a light window", lambda: screen.brightness() > 0.6)
        self._set("org/gnome/desktop/interface", "color-scheme", "'prefer-dark'")
        wait_for("a dark window", lambda: screen.brightness() < 0.4)
        self.screenshot("dark")
        self._set("org/gnome/desktop/interface", "color-scheme", "'default'")
        wait_for("a light window", lambda: screen.brightness() > 0.6)
        self.assertTrue(cameo.is_running)

    def test_all_rows_are_alike_and_higher_with_larger_text(self):
        cameo = self._start()
        (usual,) = self._row_heights(cameo)
        self.end(cameo)
        screen.scale_text(2)
        self.addCleanup(screen.scale_text, 1)
        cameo = self._start()
        heights = self._row_heights(cameo)
        self.screenshot("large-text")
        self.assertEqual(len(heights), 1, heights)
        self.assertGreater(heights.pop(), usual)

    def test_a_sharper_screen_changes_no_sizes(self):
        cameo = self._start()
        usual = self._row_heights(cameo)
        self.end(cameo)
        cameo = self._start(GDK_SCALE="2")
        self.assertEqual(self._row_heights(cameo), usual)
        self.screenshot("scale-2")
