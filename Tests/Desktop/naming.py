"""What a screen reader may stop at, and so has to say something about."""

import itertools
import re

_NAMED_ROLES = {
    "check box", "check menu item", "combo box", "dialog", "entry", "frame", "heading", "icon", "image",
    "link", "list", "list item", "menu item", "page tab", "push button",
    "radio menu item", "slider", "spin button", "text", "toggle button",
}
# Older versions of GTK name a nameless widget by its type. A widget that a person uses needs another name.
_TYPE = re.compile(r"(Gtk|Adw)[A-Z]\w+")
_USED_ROLES = {"check box", "combo box", "entry", "push button", "slider", "spin button", "text", "toggle button"}
# The library that makes these windows names their parts.
_WINDOWS_OF_GTK = ("About", "Keyboard Shortcuts")
# Their parts are not said one by one.
_SAID_WHOLE = {"combo box", "push button", "toggle button"}


def unnamed(elements):
    """Those that have to have a name and have none, each with what it is in, for who looks for it."""
    return [
        " in ".join(map(repr, itertools.islice(each.ancestors, 4))) for each in elements
        if each.role in _NAMED_ROLES and not _has_name(each) and not _is_said(each)
        and not any(above.role == "frame" and above.name.startswith(_WINDOWS_OF_GTK) for above in each.ancestors)
    ]


def said_twice(elements):
    """Those whose name is the same words twice, as GTK 4.8 makes it of a label and a name."""
    return [each.name for each in elements if each.name and each.name == " ".join([each.name[:len(each.name) // 2]] * 2)]


def _has_name(element):
    return element.name.strip() and not (element.role in _USED_ROLES and _TYPE.fullmatch(element.name))


def _is_said(element):
    """Whether something around it is said for it, or, of a question, what is in it."""
    if element.role == "dialog":
        return any(each.name.strip() for each in element.descendants)
    # Newer versions of libadwaita give the list's title to the element around the list.
    if element.role == "list" and [each.role for each in element.ancestors if each.name.strip()][:1] == ["grouping"]:
        return True
    # Of a button that opens a menu, the one inside has the focus.
    if element.role == "push button" and element.name:
        return False
    return any(above.role in _SAID_WHOLE and above.name.strip() for above in element.ancestors)
