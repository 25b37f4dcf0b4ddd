"""What is on the screen, as a screen reader gets it."""

import collections
import itertools
import math

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402

import accessibility  # noqa: E402
import screen  # noqa: E402
from accessibility import ask  # noqa: E402

# GTK measures from the top left corner of a window's content.
_IN_WINDOW = 1
_FOCUSED = 1 << 12
_CHECKED = 1 << 4
_SELECTED = 1 << 23
_SHOWING = 1 << 25
_SENSITIVE = 1 << 24
# `_INVALID_ENTRY` is of the second half. Older versions of GTK have the state of an object that no longer exists.
_INVALID_ENTRY, _INVALID = 1 << 4, 1 << 0
_UNKNOWN = object()
# Of GTK.
_FIRST_WITH_STATES = (4, 10)
# Dialogs are windows of their own in older versions, and lie over the content of another in newer ones.
_WINDOWS = ("frame", "menu")
# Roles of elements that a person could not name.
_NAMELESS = ("", "panel", "grouping", "label", "scroll pane", "scroll bar", "separator", "image")
_LABELLED_BY = 2
# Roles that newer versions of AT-SPI call otherwise.
_OLDER_NAMES = {
    "alert": "dialog", "button": "push button", "password text": "text", "radio button": "check box", "switch": "check box",
}


class Element:
    """An element and all below it, as they were when they were read."""

    def __init__(self, reference, parent=None):
        self.reference, self.parent = tuple(reference), parent
        self.name, self.role, self.children = "", "", []
        self._area = _UNKNOWN

    def __repr__(self):
        return f"{self.role} '{self.name}'"

    @property
    def descendants(self):
        """All below, and this first."""
        yield self
        for child in self.children:
            yield from child.descendants

    @property
    def ancestors(self):
        """All above, and this first."""
        yield self
        if self.parent:
            yield from self.parent.ancestors

    @property
    def area(self):
        """Its left and top in the window, width and height; None if it has none. As it was when first asked for."""
        if self._area is _UNKNOWN:
            _read_areas([self])
        return self._area

    @property
    def window(self):
        """The window, dialog or menu that it is in."""
        return next((each for each in self.ancestors if each.role in _WINDOWS or each.is_top_level), self)

    @property
    def is_top_level(self):
        """Whether it is a window, even if it has the role of none."""
        return self.parent is not None and self.parent.parent is None

    @property
    def is_showing(self):
        """Whether a person sees it."""
        return self in showing([self])

    def _points(self):
        """Where it should be: its centre, along its edges, and just outside of them, since areas are without their
        padding and what has no role of its own (the text in an entry, the picture on a button) is no answer."""
        x, y, width, height = self.area
        yield [self.centre]
        for inset in (2, -3):
            columns = (x + inset, self.centre[0], x + width - 1 - inset)
            rows = (y + inset, self.centre[1], y + height - 1 - inset)
            yield list(itertools.product(columns, rows))

    @property
    def centre(self):
        x, y, width, height = self.area
        return x + width // 2, y + height // 2

    @property
    def text(self):
        """What stands in an entry now."""
        count = GLib.Variant("(ss)", ("org.a11y.atspi.Text", "CharacterCount"))
        (length,) = ask([(self.reference, "org.freedesktop.DBus.Properties.Get", count)])
        (text,) = ask([(self.reference, "Text.GetText", GLib.Variant("(ii)", (0, length or 0)))])
        return text or ""

    @property
    def has_focus(self):
        """Whether the keyboard writes to it now."""
        (states,) = ask([(self.reference, "Accessible.GetState", None)])
        return bool(states and states[0] & _FOCUSED)

    @property
    def is_checked(self):
        """Whether a switch is on."""
        (states,) = ask([(self.reference, "Accessible.GetState", None)])
        return bool(states and states[0] & _CHECKED)

    @property
    def is_selected(self):
        """Whether it is the row that its list has selected."""
        (states,) = ask([(self.reference, "Accessible.GetState", None)])
        return bool(states and states[0] & _SELECTED)

    @property
    def is_sensitive(self):
        """Whether a person can do something with it, if there is something to do."""
        (states,) = ask([(self.reference, "Accessible.GetState", None)])
        return bool(states and states[0] & _SENSITIVE)

    @property
    def is_wrong(self):
        """Whether what was typed into it is said to be wrong."""
        (states,) = ask([(self.reference, "Accessible.GetState", None)])
        return bool(states and (states[1] & _INVALID_ENTRY or states[0] & _INVALID))

    @property
    def description(self):
        """What a screen reader says after the name."""
        words = GLib.Variant("(ss)", ("org.a11y.atspi.Accessible", "Description"))
        (description,) = ask([(self.reference, "org.freedesktop.DBus.Properties.Get", words)])
        return description or ""

    @property
    def attributes(self):
        """What a screen reader can ask for beyond name, role and states, by name."""
        (attributes,) = ask([(self.reference, "Accessible.GetAttributes", None)])
        return attributes or {}

    def click(self):
        """Does what a click does: its own action, or that of the nearest element in or around it."""
        elements = [*self.descendants, *self.ancestors]
        actions = ask([(element.reference, "Action.GetActions", None) for element in elements])
        for element, names in zip(elements, actions):
            for index, (name, *_) in enumerate(names or ()):
                if name.lower() == "click":
                    return ask([(element.reference, "Action.DoAction", GLib.Variant("(i)", (index,)))])
        raise AssertionError(f"nothing to click in {self}")

    def click_with_mouse(self, button=1, held=()):
        """For what has no action, such as a row of a list. Keys such as "Control" are down meanwhile."""
        screen.click(*self.centre, self.window.area[2], button, held)

    def enter(self, text):
        """Replaces the text of this entry, or of the one in it."""
        change = GLib.Variant("(s)", (text,))
        changed = (ask([(each.reference, "EditableText.SetTextContents", change)]) for each in self.descendants)
        if not any(answer == [True] for answer in changed):
            raise AssertionError(f"no text to edit in {self}")

    def outline(self):
        """All of it as text, for a person to read after a failure."""
        lines = [repr(self) + ("" if self.is_showing else " (not shown)")]
        for child in self.children:
            lines += ["  " + line for line in child.outline().splitlines()]
        return "\n".join(lines)


def showing(elements):
    """Those of the elements that a person sees."""
    elements = [*elements]
    if not elements:
        return []
    found = _unclipped(elements) if is_new(elements[0]) else _hit(elements)
    return [element for element in elements if element in found]


def is_new(element):
    """Whether its version of GTK is one that says of an element whether it shows; of texts that are in several boxes with padding
    it says that they were some pixels beside where they are."""
    *_, root = element.ancestors
    version = GLib.Variant("(ss)", ("org.a11y.atspi.Application", "Version"))
    (version,) = ask([(root.reference, "org.freedesktop.DBus.Properties.Get", version)])
    return not version or tuple(map(int, version.split(".")[:2])) >= _FIRST_WITH_STATES


def _unclipped(elements):
    """Those in whose state it is that they are shown, and that what is around them does not cut off, as it does with what is
    scrolled away. Hidden pages have no elements."""
    branches = [[*element.ancestors] for element in elements]
    _read_areas({each: None for branch in branches for each in branch})
    states = ask([(element.reference, "Accessible.GetState", None) for element in elements])
    return {
        branch[0] for branch, state in zip(branches, states)
        if state and state[0] & _SHOWING and branch[0].area and _leaves_something(branch)
    }


def _leaves_something(branch):
    """Whether an element lies in each that it is in, up to its window, at least with a part."""
    left, top, right, bottom = -math.inf, -math.inf, math.inf, math.inf
    for element in branch:
        if not element.area:
            return False
        x, y, width, height = element.area
        left, top, right, bottom = max(left, x), max(top, y), min(right, x + width), min(bottom, y + height)
        if element is branch[0].window:
            break
    return left < right and top < bottom


def _hit(elements):
    """GTK 4.8 has no states for this, and offers the hidden pages of a stack like the shown one; so ask which element is where
    each should be."""
    found = set()
    _read_areas(elements)
    unsure = [(element, element._points()) for element in elements if element.area]
    while unsure:
        rounds = [(element, points, next(points, ())) for element, points in unsure]
        answers = iter(ask([
            (element.window.reference, "Component.GetAccessibleAtPoint", GLib.Variant("(iiu)", (*point, _IN_WINDOW)))
            for element, _, asked in rounds
            for point in asked
        ]))
        unsure = []
        for element, points, asked in rounds:
            at_points = {tuple(answer) for answer in itertools.islice(answers, len(asked)) if answer}
            if any(each.reference in at_points for each in element.descendants):
                found.add(element)
            elif asked:
                unsure.append((element, points))
    return found


def read(process_id, is_quick=False):
    """All elements of a process, below its application; None while it has none.

    The quick way takes three times less: it asks for the children of an element only if their number has changed. It can miss an
    element that took the place of a hidden one.
    """
    reference = accessibility.application(process_id)
    if not reference:
        return None
    root = Element(reference)
    objects = accessibility.objects(reference[0])
    _add_children(root, objects, is_quick)
    # The list has only elements that a client has asked for.
    if any(each.reference[1] not in objects for each in root.descendants):
        objects = accessibility.objects(reference[0])
    for element in root.descendants:
        known = objects.get(element.reference[1])
        element.name, element.role = (known.name, _role_name(known.role)) if known else ("", "")
    _name_by_labels([each for each in root.descendants if not each.name and each.role not in _NAMELESS])
    return root


def _add_children(root, objects, is_quick):
    """Adds one level of the tree after the other, each with all its questions at once."""
    below = collections.defaultdict(list)
    for path, known in objects.items():
        if known.place >= 0:
            below[known.parent].append((known.place, path))
    level = [root]
    while level:
        asked = []
        for element in level:
            known, children = objects.get(element.reference[1]), sorted(below[element.reference[1]])
            # The list has a wrong number of windows.
            if element is root or known is None or known.child_count != (len(children) if is_quick else 0):
                asked.append(element)
            elif is_quick:
                bus_name = root.reference[0]
                element.children = [Element((bus_name, path), element) for _, path in children]
        for element, children in zip(asked, ask([(each.reference, "Accessible.GetChildren", None) for each in asked])):
            element.children = [Element(child, element) for child in children or ()]
        level = [child for element in level for child in element.children]


def _name_by_labels(elements):
    """Gives elements without a name those of what they are labelled by, or their own text, as screen readers do: newer versions
    of GTK leave that to them."""
    relations = ask([(element.reference, "Accessible.GetRelationSet", None) for element in elements])
    labels = [[label for kind, each in found or () if kind == _LABELLED_BY for label in each] for found in relations]
    flat = [label for found in labels for label in found]
    name = GLib.Variant("(ss)", ("org.a11y.atspi.Accessible", "Name"))
    names = ask([(label, "org.freedesktop.DBus.Properties.Get", name) for label in flat])
    texts = ask([(label, "Text.GetText", GLib.Variant("(ii)", (0, -1))) for label in flat])
    said = iter([name or text or "" for name, text in zip(names, texts)])
    for element, found in zip(elements, labels):
        element.name = " ".join(filter(None, itertools.islice(said, len(found))))
    captions = [each for each in elements if each.role == "caption" and not each.name]
    texts = ask([(each.reference, "Text.GetText", GLib.Variant("(ii)", (0, -1))) for each in captions])
    for caption, text in zip(captions, texts):
        caption.name = text or ""


def _role_name(number):
    name = Atspi.role_get_name(Atspi.Role(number))
    return _OLDER_NAMES.get(name, name)


def _read_areas(elements):
    """Asks for the areas that nobody asked for yet."""
    elements = [element for element in elements if element._area is _UNKNOWN]
    # Newer versions of GTK list the links of a text, and say of each that it is anywhere.
    for link in (each for each in elements if each.role == "link" and each.parent.role == "label"):
        link._area = None
    elements = [element for element in elements if element._area is _UNKNOWN]
    extents = GLib.Variant("(u)", (_IN_WINDOW,))
    answers = ask([(element.reference, "Component.GetExtents", extents) for element in elements])
    for element, area in zip(elements, answers):
        element._area = area if area and area[2] > 0 and area[3] > 0 else None
