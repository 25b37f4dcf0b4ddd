"""Desktops on which every page is looked at, each to be mixed into a walk (page_walk.py)."""

import gettext
import shutil
import unittest

from language import install


class Light:
    """The walk's own."""


class Dark:
    """At double scale."""

    size = (680, 680)
    scale = 2
    variables = {"ADW_DEBUG_COLOR_SCHEME": "prefer-dark", "GDK_SCALE": "2"}

    def check_brightness(self, brightness):
        self.assertLess(brightness, 0.5)


class HighContrast:
    """At double scale."""

    size = (680, 680)
    scale = 2
    variables = {"ADW_DEBUG_HIGH_CONTRAST": "1", "GDK_SCALE": "2"}


class Narrow:
    size = (360, 640)


class LargeText:
    size = (360, 640)
    text_scale = 2

    def check_texts(self, labels):
        # The smallest are captions, which have 15 pixels otherwise.
        for label in labels:
            self.assertGreater(label.area[3], 20, label)


def _arabic_of_gtk():
    """What GTK takes the direction of the interface from."""
    return gettext.translation("gtk40", languages=["ar"], fallback=True).gettext("default:LTR")


@unittest.skipIf(_arabic_of_gtk() == "default:LTR", "GTK's translations are not installed")
class RightToLeft:
    backwards = "Right"

    def setUp(self):
        super().setUp()
        prefix = self.results / "prefix"
        self.program, variables = install(prefix, "ar", says_nothing_new=True)
        self.variables = {**self.variables, **variables}
        self.addCleanup(shutil.rmtree, prefix)

    def check_sides(self, contacts, heading):
        self.assertGreater(contacts.area[0], heading.area[0])
