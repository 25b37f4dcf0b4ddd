"""A look at a page of the program: a picture of it, and what can be checked of any."""

import contrast
import element
import naming
import screen
from case import DesktopTestCase
from waiting import wait_for

# The roles of elements that only hold others.
_BOXES = {"application", "filler", "panel", "scroll bar", "scroll pane"}
# Their rows are made of parts that a row's own name sums up.
_CONTACT_LISTS = {"Contacts", "Search Results", "Today", "Keep in Touch"}
# Without the window manager's help, GTK draws a border of so many pixels inside of its windows.
BORDER = 5
# Shadows and the ring of the focus may reach a little over the edge of a window.
_OVERHANG = 2


class PageLookTestCase(DesktopTestCase):
    """A variant says how wide the window is, and how many pixels of the display one of its pixels is."""

    size = (960, 680)
    scale = 1

    def look(self, cameo, page, covered=()):
        """Takes a picture of a page that shows, and checks what can be checked of any. What lies below something else is
        `covered`."""
        with self.subTest(page=page):
            file = self.results / f"{page}.png"
            screen.save_windows(file)
            width, height, colours, brightness = screen.measure(file)
            showing = cameo.all(besides=_BOXES)
            windows = [each for each in showing if each.role == "frame"]
            self.assertTrue(windows)
            self.assertGreater(colours, 30, "the picture is not blank")
            self.assertGreaterEqual(width, windows[0].area[2] * self.scale)
            self.assertGreaterEqual(height, windows[0].area[3] * self.scale)
            self.check_brightness(brightness)
            self.check_texts([each for each in showing if each.role == "label"])
            self.check_window(windows[0])
            self._check_names(showing)
            self._check_places(showing)
            # At the usual scale, letters are too thin to be measured; newer versions of GTK do not say where they are.
            if self.scale > 1 and not element.is_new(windows[0]) and not any(each.role == "menu item" for each in showing):
                readable = [each for each in showing if each.name not in covered]
                self._expect_contrast(readable)

    def _expect_contrast(self, elements):
        """What has just come may still fade in."""
        weak = []

        def is_readable():
            weak[:] = contrast.weak_texts(elements, self.scale)
            return not weak

        try:
            wait_for("readable texts", is_readable, limit=5)
        except AssertionError:
            self.fail(f"hard to read: {weak}")

    def check_brightness(self, brightness):
        """For a variant that changes colours; from black, 0, to white, 1."""
        self.assertGreater(brightness, 0.5)

    def check_texts(self, labels):
        """For a variant that changes texts."""

    def check_sides(self, contacts, heading):
        """The list is where reading begins."""
        self.assertLess(contacts.area[0], heading.area[0])

    def check_window(self, window):
        """The window is as large as it was left the last time; older versions of GTK leave out its border here."""
        self.assertIn(window.area[2:], (tuple(length - 2 * BORDER for length in self.size), self.size))

    def _check_names(self, showing):
        self.assertEqual(naming.unnamed(showing), [], "without a name")
        self.assertEqual(naming.said_twice(showing), [], "with a name that is said twice")
        for row in showing:
            if row.role == "list item" and any(above.name in _CONTACT_LISTS for above in row.ancestors):
                names = [each.name for each in row.descendants if each.name and each.role != "push button"]
                self.assertEqual(sorted(names), sorted(set(names)), f"said twice in {row}")

    def _check_places(self, showing):
        """Nothing reaches over the left or right edge of its window, but for menus; upwards and downwards there may be
        more to scroll."""
        outside = [
            (each, each.area) for each in showing
            if not any(above.role == "menu" or above.name.startswith("GtkPopover") for above in each.ancestors)
            and not (
                _window(each).area[0] - _OVERHANG <= each.area[0] and _right(each) <= _right(_window(each)) + _OVERHANG)
        ]
        self.assertEqual(outside, [])


def _right(element):
    return element.area[0] + element.area[2]


def _window(element):
    """The window, below the application."""
    return [*element.ancestors][-2]
