"""What a screen reader may stop at, and so has to say something about."""

import itertools

_NAMED_ROLES = {
    "check box", "check menu item", "combo box", "dialog", "entry", "frame", "heading", "icon", "image",
    "link", "list", "list item", "menu item", "page tab", "push button",
    "radio menu item", "slider", "spin button", "text", "toggle button",
}
# Their parts are not said one by one.
_SAID_WHOLE = {"combo box", "push button", "toggle button"}


def unnamed(elements):
    """Those that have to have a name and have none, each with what it is in, for who looks for it."""
    return [
        " in ".join(map(repr, itertools.islice(each.ancestors, 4))) for each in elements
        if each.role in _NAMED_ROLES and not each.name.strip() and not _is_said(each)
        # The desktop's own window.
        and not (each.role == "list" and any(above.name.startswith("About") for above in each.ancestors))
    ]


def _is_said(element):
    """Whether something around it is said for it, or, of a question, what is in it."""
    if element.role == "dialog":
        return any(each.name.strip() for each in element.descendants)
    # Newer versions of libadwaita give its title to what the list is in.
    if element.role == "list" and [each.role for each in element.ancestors if each.name.strip()][:1] == ["grouping"]:
        return True
    return any(above.role in _SAID_WHOLE and above.name.strip() for above in element.ancestors)
