"""A Secret Service that behaves as password managers do: it answers once its person has typed a password, and locks each of
its secrets for itself although it is open. Run as a program, it serves the session bus and says "ready" on a line."""

import argparse
import signal
import sys

from gi.repository import Gio, GLib

_NAME, _PATH = "org.freedesktop.secrets", "/org/freedesktop/secrets"
_INTERFACE = "org.freedesktop.Secret."
_COLLECTION = _PATH + "/collection/main"
_ALIAS = _PATH + "/aliases/default"
_XML = """<node>
  <interface name="org.freedesktop.Secret.Service">
    <method name="OpenSession"><arg type="s" direction="in"/><arg type="v" direction="in"/>
      <arg type="v" direction="out"/><arg type="o" direction="out"/></method>
    <method name="SearchItems"><arg type="a{ss}" direction="in"/>
      <arg type="ao" direction="out"/><arg type="ao" direction="out"/></method>
    <method name="Unlock"><arg type="ao" direction="in"/><arg type="ao" direction="out"/>
      <arg type="o" direction="out"/></method>
    <method name="ReadAlias"><arg type="s" direction="in"/><arg type="o" direction="out"/></method>
    <property name="Collections" type="ao" access="read"/>
  </interface>
  <interface name="org.freedesktop.Secret.Collection">
    <method name="CreateItem"><arg type="a{sv}" direction="in"/><arg type="(oayays)" direction="in"/>
      <arg type="b" direction="in"/><arg type="o" direction="out"/><arg type="o" direction="out"/></method>
    <property name="Items" type="ao" access="read"/>
    <property name="Label" type="s" access="read"/>
    <property name="Locked" type="b" access="read"/>
    <property name="Created" type="t" access="read"/>
    <property name="Modified" type="t" access="read"/>
  </interface>
  <interface name="org.freedesktop.Secret.Item">
    <method name="Delete"><arg type="o" direction="out"/></method>
    <method name="GetSecret"><arg type="o" direction="in"/><arg type="(oayays)" direction="out"/></method>
    <property name="Locked" type="b" access="read"/>
    <property name="Attributes" type="a{ss}" access="read"/>
    <property name="Label" type="s" access="read"/>
    <property name="Created" type="t" access="read"/>
    <property name="Modified" type="t" access="read"/>
  </interface>
  <interface name="org.freedesktop.Secret.Session"><method name="Close"/></interface>
  <interface name="org.freedesktop.Secret.Prompt">
    <method name="Prompt"><arg type="s" direction="in"/></method>
    <method name="Dismiss"/>
    <signal name="Completed"><arg type="b"/><arg type="v"/></signal>
  </interface>
</node>"""
_INTERFACES = {interface.name: interface for interface in Gio.DBusNodeInfo.new_for_xml(_XML).interfaces}


def _say(word):
    # At once and in one piece, however Python buffers.
    sys.stdout.write(word + "\n")
    sys.stdout.flush()


class SlowKeyring:
    """`delay`: seconds from the first question until its person has typed the password. `locks_items`: each item is locked
    for every program that has not asked for it. `declines`: its person says no."""

    def __init__(self, bus, delay, locks_items, declines):
        self._bus = bus
        self._delay, self._locks_items, self._declines = delay, locks_items, declines
        self._is_open = delay == 0
        self._waiting = []
        self._items = {}
        # Who may read which item.
        self._granted = set()
        self._prompts = {}
        self._count = 0
        for path, name in ((_PATH, "Service"), (_COLLECTION, "Collection"), (_ALIAS, "Collection")):
            self._register(path, name)

    def forget(self):
        """All programs have to ask again, as after a start."""
        self._granted.clear()
        _say("forgotten")
        return True

    def _register(self, path, name):
        def call(_, sender, path, __, method, arguments, invocation):
            self._call(sender, path, name, method, arguments.unpack(), invocation)

        return self._bus.register_object(
            path, _INTERFACES[_INTERFACE + name], call,
            lambda _, sender, path, __, key: self._property(sender, path, key), None)

    def _new_path(self, kind):
        self._count += 1
        return f"{_PATH}/{kind}/{self._count}"

    def _call(self, sender, path, name, method, arguments, invocation):
        if not self._is_open and method in ("SearchItems", "ReadAlias", "CreateItem"):
            if not self._waiting:
                GLib.timeout_add(int(self._delay * 1000), self.open)
            self._waiting.append((sender, path, name, method, arguments, invocation))
            return
        answer = getattr(self, f"_{name}_{method}")(sender, path, *arguments)
        if answer is None:
            invocation.return_dbus_error("org.freedesktop.DBus.Error.NotSupported", method)
        else:
            invocation.return_value(answer)

    def open(self):
        """Its person has typed the password."""
        self._is_open = True
        waiting, self._waiting = self._waiting, []
        for call in waiting:
            self._call(*call)

    def _is_locked(self, sender, path):
        return self._locks_items and path in self._items and (sender, path) not in self._granted

    def _property(self, sender, path, key):
        _, attributes, label, _ = self._items.get(path, (None, {}, "Main", None))
        return {
            "Collections": lambda: GLib.Variant("ao", [_COLLECTION]),
            "Items": lambda: GLib.Variant("ao", list(self._items)),
            "Locked": lambda: GLib.Variant("b", self._is_locked(sender, path)),
            "Attributes": lambda: GLib.Variant("a{ss}", attributes),
            "Label": lambda: GLib.Variant("s", label),
        }.get(key, lambda: GLib.Variant("t", 0))()

    def _Service_OpenSession(self, sender, path, algorithm, data):
        if algorithm != "plain":
            return None
        session = self._new_path("session")
        self._register(session, "Session")
        return GLib.Variant("(vo)", (GLib.Variant("s", ""), session))

    def _Service_SearchItems(self, sender, path, wanted):
        found = [item for item, (_, has, _, _) in self._items.items() if wanted.items() <= has.items()]
        locked = [item for item in found if self._is_locked(sender, item)]
        return GLib.Variant("(aoao)", ([item for item in found if item not in locked], locked))

    def _Service_Unlock(self, sender, path, objects):
        locked = [item for item in objects if self._is_locked(sender, item)]
        prompt = self._prompt(sender, locked) if locked else "/"
        return GLib.Variant("(aoo)", ([item for item in objects if item not in locked], prompt))

    def _Service_ReadAlias(self, sender, path, name):
        return GLib.Variant("(o)", (_COLLECTION if name == "default" else "/",))

    def _Collection_CreateItem(self, sender, path, properties, secret, replaces):
        attributes = properties[_INTERFACE + "Item.Attributes"]
        same = [item for item, (_, has, _, _) in self._items.items() if has == attributes]
        item = same[0] if same and replaces else self._new_path("collection/main")
        registration = self._items[item][3] if item in self._items else self._register(item, "Item")
        self._items[item] = (bytes(secret[2]), attributes, properties[_INTERFACE + "Item.Label"], registration)
        self._granted.add((sender, item))
        return GLib.Variant("(oo)", (item, "/"))

    def _Item_Delete(self, sender, path):
        self._bus.unregister_object(self._items.pop(path)[3])
        return GLib.Variant("(o)", ("/",))

    def _Item_GetSecret(self, sender, path, session):
        if self._is_locked(sender, path):
            return None
        return GLib.Variant("((oayays))", ((session, b"", self._items[path][0], "text/plain"),))

    def _prompt(self, sender, items):
        prompt = self._new_path("prompt")
        self._register(prompt, "Prompt")
        self._prompts[prompt] = (sender, items)
        return prompt

    def _Prompt_Prompt(self, sender, path, window):
        _say("prompt")
        _, items = self._prompts[path]
        if not self._declines:
            self._granted.update((sender, item) for item in items)
        granted = GLib.Variant("ao", [] if self._declines else items)
        arguments = GLib.Variant("(bv)", (self._declines, granted))
        GLib.idle_add(
            lambda: self._bus.emit_signal(sender, path, _INTERFACE + "Prompt", "Completed", arguments) and False)
        return GLib.Variant("()", ())


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--delay", type=float, default=0)
    options.add_argument("--locks-items", action="store_true")
    options.add_argument("--declines", action="store_true")
    chosen = options.parse_args()
    bus = Gio.bus_get_sync(Gio.BusType.SESSION)
    keyring = SlowKeyring(bus, chosen.delay, chosen.locks_items, chosen.declines)
    GLib.unix_signal_add(0, signal.SIGUSR1, keyring.forget)
    GLib.unix_signal_add(0, signal.SIGUSR2, lambda: keyring.open() or True)
    Gio.bus_own_name_on_connection(bus, _NAME, 0, lambda *_: _say("ready"), None)
    GLib.MainLoop().run()


if __name__ == "__main__":
    main()
