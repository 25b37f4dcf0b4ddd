"""The screenshot of README.md and of software catalogues: scripts/screenshot.

Starts the demo, opens a contact with a photo, and saves a picture of the window. The arguments are the file and the name of
the contact.
"""

import sys
import time
import unittest

import screen
from page_look import BORDER
from page_walk import PageWalkTestCase
from waiting import wait_for

_WIDTH, _HEIGHT = 1100, 790
_FILE, _CONTACT = sys.argv[1:]
# The time in which the window must not change.
_STILL_S = 2


class Screenshot(PageWalkTestCase):
    size = (_WIDTH + 2 * BORDER, _HEIGHT + 2 * BORDER)

    def test_screenshot(self):
        cameo = self.start_cameo("--demo", variables=self.variables)
        cameo.find(containing="500 contacts", limit=60)
        cameo.find(role="list item")
        self._wait_until_still()
        # The demo starts in a window of the usual size.
        screen.resize(*self.size)
        self.open(cameo, _CONTACT)
        cameo.find(role="list", name="Contact Details")
        cameo.find(role="image", containing=" avatar photo")
        self.leave(cameo)
        # More rows show below that of the contact.
        screen.turn_wheel(1, share=1 / 6)
        screen.leave_with_mouse()
        self._wait_until_still()
        screen.save_active_window(_FILE, BORDER)

    def _wait_until_still(self):
        """Waits until all photos are there, and no message."""
        shown = None

        def is_still():
            nonlocal shown
            before, shown = shown, screen.picture()
            if before != shown:
                time.sleep(_STILL_S)
            return before == shown

        wait_for("a window that does not change", is_still, limit=60)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0]])
