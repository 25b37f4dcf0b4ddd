"""How every page looks on different desktops. The pictures stay in the folder of results, to be looked at."""

import gettext
import shutil
import unittest

from language import install
from pages import PagesTestCase


class LightPagesTest(PagesTestCase):
    def test_every_page(self):
        self.walk()


class DarkPagesTest(PagesTestCase):
    size = (680, 680)
    scale = 2
    variables = {"ADW_DEBUG_COLOR_SCHEME": "prefer-dark", "GDK_SCALE": "2"}

    def test_every_page(self):
        self.walk()

    def check_brightness(self, brightness):
        self.assertLess(brightness, 0.5)


class HighContrastPagesTest(PagesTestCase):
    size = (680, 680)
    scale = 2
    variables = {"ADW_DEBUG_HIGH_CONTRAST": "1", "GDK_SCALE": "2"}

    def test_every_page(self):
        self.walk()


class NarrowPagesTest(PagesTestCase):
    size = (360, 640)

    def test_every_page(self):
        self.walk()


class LargeTextPagesTest(PagesTestCase):
    size = (360, 640)
    text_scale = 2

    def test_every_page(self):
        self.walk()

    def check_texts(self, labels):
        # The smallest are captions, which have 15 pixels otherwise.
        for label in labels:
            self.assertGreater(label.area[3], 20, label)


class DoubleScalePagesTest(PagesTestCase):
    size = (680, 680)
    scale = 2
    variables = {"GDK_SCALE": "2"}

    def test_every_page(self):
        self.walk()


def _arabic_of_gtk():
    """What GTK takes the direction of the interface from."""
    return gettext.translation("gtk40", languages=["ar"], fallback=True).gettext("default:LTR")


@unittest.skipIf(_arabic_of_gtk() == "default:LTR", "GTK's translations are not installed")
class RightToLeftPagesTest(PagesTestCase):
    backwards = "Right"

    def test_every_page(self):
        prefix = self.results / "prefix"
        self.program, self.variables = install(prefix, "ar", says_nothing_new=True)
        self.addCleanup(shutil.rmtree, prefix)
        self.walk()

    def check_sides(self, contacts, heading):
        self.assertGreater(contacts.area[0], heading.area[0])
