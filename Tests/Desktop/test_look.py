"""The look follows what the person set for the whole desktop: dark style, larger text, a sharper screen."""

import pathlib
import re
import sys

import element
import screen
from case import DesktopTestCase
from program import Cameo, Program
from rare import rare
from waiting import wait_for

_BARE_WINDOW = pathlib.Path(__file__).with_name("bare_window.py")
# Mesa draws with these libraries where no graphics card is. Mesa's releases gave them these names.
_SOFTWARE_OPENGL = re.compile(r"/(libgallium|libLLVM|swrast_dri)[^/]*$", re.MULTILINE)


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

    @rare
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

    @rare
    def test_a_sharper_screen_changes_no_sizes(self):
        cameo = self._start()
        usual = self._row_heights(cameo)
        self.end(cameo)
        cameo = self._start(GDK_SCALE="2")
        self.assertEqual(self._row_heights(cameo), usual)
        self.screenshot("scale-2")

    @rare
    def test_opengl_is_not_loaded_where_cairo_draws(self):
        bare = Program("bare-window", [_BARE_WINDOW], self.results, {"GTK_A11Y": "atspi"}, program=sys.executable)
        self.addCleanup(self._finish, bare)
        wait_for("a bare window", lambda: self._has_label(bare))
        if not self._software_opengl(bare):
            self.skipTest("GTK loads no OpenGL here")
        for variables in ({}, {"GDK_DISABLE": "", "GDK_DEBUG": ""}):
            with self.subTest(variables):
                cameo = self._start(**variables)
                wait_for("rows", lambda: cameo.all(role="list item"))
                self.assertEqual(self._software_opengl(cameo), [])
                self.assertNotIn("Unrecognized value", cameo.errors)
                self.end(cameo)

    @staticmethod
    def _has_label(program):
        root = element.read(program.process_id)
        return root and any(each.role == "label" for each in root.descendants)

    @staticmethod
    def _software_opengl(program):
        return _SOFTWARE_OPENGL.findall(pathlib.Path(f"/proc/{program.process_id}/maps").read_text())
