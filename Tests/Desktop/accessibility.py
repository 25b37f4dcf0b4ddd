"""The accessibility bus (AT-SPI), on which GTK tells screen readers what is on the screen.

Spoken directly and not through libatspi, since questions can then be sent together, and nothing is remembered that may have
changed.
"""

import contextlib
import typing

from gi.repository import Gio, GLib

_LIMIT_MS = 10_000
_INTERFACE = "org.a11y.atspi."
_REGISTRY = (_INTERFACE + "Registry", "/org/a11y/atspi/accessible/root")
_DEVICES = (_INTERFACE + "Registry", "/org/a11y/atspi/registry/deviceeventcontroller")
_connection = None


def ask(questions):
    """The answers to (object, "Interface.Method", arguments) in their order; None where there is none.

    An object is a bus name and a path. Arguments are a GLib.Variant or None. An object may be gone at any time, so a
    question without an answer is nothing special.
    """
    answers = [None] * len(questions)
    if not questions:
        return answers
    loop, waiting = GLib.MainLoop(), set(range(len(questions)))

    def receive(connection, result, index):
        try:
            answers[index] = connection.call_finish(result).unpack()
        except GLib.Error:
            pass
        waiting.remove(index)
        if not waiting:
            loop.quit()

    for index, ((name, path), method, arguments) in enumerate(questions):
        interface, _, member = method.rpartition(".")
        interface = interface if interface.startswith("org.freedesktop.") else _INTERFACE + interface
        _bus().call(name, path, interface, member, arguments, None, 0, _LIMIT_MS, None, receive, index)
    loop.run()
    return [answer[0] if answer else answer for answer in answers]


def application(process_id):
    """The root object of a process's elements, or None while there is none."""
    (roots,) = ask([(_REGISTRY, "Accessible.GetChildren", None)])
    bus, method = ("org.freedesktop.DBus", "/org/freedesktop/DBus"), "org.freedesktop.DBus.GetConnectionUnixProcessID"
    processes = ask([(bus, method, GLib.Variant("(s)", (name,))) for name, _ in roots or ()])
    return next((root for root, process in zip(roots or (), processes) if process == process_id), None)


class Known(typing.NamedTuple):
    """An object in an application's own list."""

    name: str
    role: int
    # Its path.
    parent: str
    # Among the children of its parent.
    place: int
    child_count: int


def objects(bus_name):
    """The `Known` objects of an application by path, hidden ones among them: those that a client has asked for."""
    message = (_INTERFACE + "Cache", "GetItems", None, None, 0, _LIMIT_MS, None)
    try:
        items = _bus().call_sync(bus_name, "/org/a11y/atspi/cache", *message).get_child_value(0)
    except GLib.Error:
        # It has just begun, or is gone.
        return {}
    # Taken apart by hand: most of an item is not asked for, and all of it takes ten times as long.
    found = {}
    for item in map(items.get_child_value, range(items.n_children())):
        path, parent = (item.get_child_value(each).get_child_value(1).get_string() for each in (0, 2))
        place, child_count = (item.get_child_value(each).get_int32() for each in (3, 4))
        name, role = item.get_child_value(6).get_string(), item.get_child_value(7).get_uint32()
        found[path] = Known(name, role, parent, place, child_count)
    return found


def listen_for_added(handler):
    """Calls back with the role number of each object that a program puts on the bus; returns what ends that."""

    def receive(connection, sender, path, interface, signal, parameters):
        handler(parameters.get_child_value(0).get_child_value(7).get_uint32())

    match = (None, _INTERFACE + "Cache", "AddAccessible", None, None, Gio.DBusSignalFlags.NONE, receive)
    subscription = _bus().signal_subscribe(*match)
    return lambda: _bus().signal_unsubscribe(subscription)


def listen_for_announcements(handler):
    """Calls back with each text that a program has screen readers say; returns what ends that."""

    def receive(connection, sender, path, interface, signal, parameters):
        handler(parameters.get_child_value(3).get_variant().get_string())

    want_events("object:announcement")
    match = (None, _INTERFACE + "Event.Object", "Announcement", None, None, Gio.DBusSignalFlags.NONE, receive)
    subscription = _bus().signal_subscribe(*match)
    return lambda: _bus().signal_unsubscribe(subscription)


def want_events(kind):
    """Says to listen to events such as "object:announcement": newer versions of GTK tell nothing where nobody does."""
    registry = _REGISTRY[0], "/org/a11y/atspi/registry"
    ask([(registry, "Registry.RegisterEvent", GLib.Variant("(sass)", (kind, [], "")))])


def press_key(symbol, held=()):
    """Presses and releases the key with this X key symbol, while the keys with the key codes `held` are down."""
    with _holding(held):
        _generate("GenerateKeyboardEvent", "(isu)", symbol, "", 3)


def type_text(text):
    """Types a text with the keyboard."""
    _generate("GenerateKeyboardEvent", "(isu)", 0, text, 4)


def click(x, y, button=1, held=()):
    """Clicks a point of the display with a mouse button, while the keys with the key codes `held` are down.

    The fifth button is the wheel, turned down.
    """
    with _holding(held):
        _generate("GenerateMouseEvent", "(iis)", x, y, f"b{button}c")


def hold_mouse(x, y, is_held=True):
    """Presses the first mouse button at a point of the display, or lets go of it."""
    _generate("GenerateMouseEvent", "(iis)", x, y, "b1p" if is_held else "b1r")


def move_mouse(x, y):
    """Moves the mouse to a point of the display."""
    _generate("GenerateMouseEvent", "(iis)", x, y, "abs")


@contextlib.contextmanager
def _holding(held):
    """The keys with the key codes `held` are down meanwhile."""
    for code in held:
        _generate("GenerateKeyboardEvent", "(isu)", code, "", 0)
    yield
    for code in reversed(held):
        _generate("GenerateKeyboardEvent", "(isu)", code, "", 1)


def _generate(method, signature, *arguments):
    ask([(_DEVICES, "DeviceEventController." + method, GLib.Variant(signature, arguments))])


def _bus():
    global _connection
    if _connection is None:
        session = Gio.bus_get_sync(Gio.BusType.SESSION)
        address = session.call_sync(
            "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress", None, None, 0, _LIMIT_MS, None
        ).unpack()[0]
        flags = Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
        _connection = Gio.DBusConnection.new_for_address_sync(address, flags, None, None)
    return _connection
