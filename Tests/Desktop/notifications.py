"""The desktop's notifications, as a process of their own: what applications show is kept, and can be clicked.

By the Desktop Notifications Specification, https://specifications.freedesktop.org/notification-spec/
"""

import json
import pathlib
import subprocess
import sys

from gi.repository import Gio, GLib

from waiting import wait_for

_INTERFACE = "org.freedesktop.Notifications"
_PATH = "/org/freedesktop/Notifications"
_DESCRIPTION = f"""
<node>
  <interface name="{_INTERFACE}">
    <method name="Notify">
      <arg type="s" direction="in"/><arg type="u" direction="in"/><arg type="s" direction="in"/>
      <arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="as" direction="in"/>
      <arg type="a{{sv}}" direction="in"/><arg type="i" direction="in"/><arg type="u" direction="out"/>
    </method>
    <method name="CloseNotification"><arg type="u" direction="in"/></method>
    <signal name="ActionInvoked"><arg type="u"/><arg type="s"/></signal>
  </interface>
</node>"""


class Notifications:
    """Runs the process; to be stopped in the end."""

    def __init__(self, folder):
        self._file = pathlib.Path(folder) / "notifications"
        with self._file.open("w") as output:
            self._process = subprocess.Popen([sys.executable, __file__], stdin=subprocess.PIPE, stdout=output, text=True)
        wait_for("the notifications", self._lines)

    def stop(self):
        self._process.stdin.close()
        self._process.wait()

    @property
    def shown(self):
        """Title and text of each, in their order."""
        return [tuple(json.loads(line)) for line in self._lines()[1:]]

    def click_last(self):
        """What a click on the last notification does."""
        self._process.stdin.write("click\n")
        self._process.stdin.flush()

    def _lines(self):
        return self._file.read_text().splitlines()


def _serve():
    loop = GLib.MainLoop()
    bus = Gio.bus_get_sync(Gio.BusType.SESSION)
    count = 0

    def called(_bus, _sender, _path, _interface, method, arguments, invocation):
        nonlocal count
        if method == "CloseNotification":
            return invocation.return_value(None)
        count += 1
        _, _, _, title, text, *_ = arguments.unpack()
        print(json.dumps([title, text]), flush=True)
        invocation.return_value(GLib.Variant("(u)", (count,)))

    def read(_channel, condition):
        if not condition & GLib.IOCondition.IN or not sys.stdin.readline():
            loop.quit()
            return False
        clicked = GLib.Variant("(us)", (count, "default"))
        bus.emit_signal(None, _PATH, _INTERFACE, "ActionInvoked", clicked)
        return True

    interface = Gio.DBusNodeInfo.new_for_xml(_DESCRIPTION).interfaces[0]
    bus.register_object(_PATH, interface, called, None, None)
    Gio.bus_own_name_on_connection(bus, _INTERFACE, Gio.BusNameOwnerFlags.NONE, lambda *_: print("ready", flush=True), None)
    GLib.io_add_watch(GLib.IOChannel.unix_new(0), GLib.PRIORITY_DEFAULT, GLib.IOCondition.IN | GLib.IOCondition.HUP, read)
    loop.run()


if __name__ == "__main__":
    _serve()
