"""Where the keyboard writes to in a form."""

import screen
from gi.repository import GLib

from accessibility import ask
from waiting import wait_for

_ROLES = ("text", "combo box", "check box", "push button", "toggle button", "list item")
_FOCUSED = 1 << 12
# Where there is no focus after so many looks, an entry has it: older versions of GTK do not tell which.
_LOOKS = 3


class TypingPlace:
    """Tells in which field of an open form the focus is. It is made when the form has all its rows, and good until it has
    others. The mark is what it types: something that nothing but entries has a use for, and that stands in none alone."""

    def __init__(self, cameo, mark="x"):
        self._mark = mark
        self._elements = [each for each in cameo.everything() if each.role in _ROLES]
        self._entries = [each for each in self._elements if each.role == "text"]

    def find(self, besides=None):
        """The element that has the focus, which is to leave the one that had it before. Into an entry it types the mark."""
        before = self._texts()
        for _ in range(_LOOKS):
            if found := self._focused(besides):
                if found in self._entries:
                    screen.write(self._mark)
                    wait_for("the mark", lambda: self._changed(before))
                return found
        wait_for(f"the focus to leave {besides}", lambda: besides is None or not self._has_focus(besides))
        screen.write(self._mark)
        return wait_for("the focus", lambda: self._changed(before) or self._focused(besides))

    def _has_focus(self, element):
        return self._innermost() is element

    def _focused(self, besides):
        found = self._innermost()
        return None if found is besides else found

    def _innermost(self):
        states = ask([(each.reference, "Accessible.GetState", None) for each in self._elements])
        focused = [each for each, state in zip(self._elements, states) if state and state[0] & _FOCUSED]
        # An element without a name is a part of a named element.
        return next((above for above in focused[-1].ancestors if name(above)), None) if focused else None

    def _changed(self, before):
        return next((each for each, former, now in zip(self._entries, before, self._texts()) if former != now), None)

    def _texts(self):
        count = GLib.Variant("(ss)", ("org.a11y.atspi.Text", "CharacterCount"))
        counts = ask([(each.reference, "org.freedesktop.DBus.Properties.Get", count) for each in self._entries])
        spans = [GLib.Variant("(ii)", (0, length or 0)) for length in counts]
        return ask([(each.reference, "Text.GetText", span) for each, span in zip(self._entries, spans)])


def name(element):
    """What a field is called: older versions of GTK say the type of what has no name."""
    return "" if element.role not in _ROLES or element.name.startswith("Gtk") else element.name


def is_behind(first, second, right_to_left=False):
    """Whether somebody who reads comes to the second element after the first."""
    (x, y, width, height), (other_x, other_y, other_width, other_height) = first.area, second.area
    if min(y + height, other_y + other_height) - max(y, other_y) < min(height, other_height) / 2:
        return other_y > y
    return other_x + other_width < x + width if right_to_left else other_x > x
