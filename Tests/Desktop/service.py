"""The application as D-Bus starts it, where it is installed: by its name, when somebody calls it."""

import os
import pathlib
import shlex
import signal

from gi.repository import Gio, GLib

from program import EXECUTABLES, ROOT, Cameo
from waiting import wait_for

ID = "io.github.cameo_contacts.Cameo"
_PATH = "/" + ID.replace(".", "/")
_LIMIT_MS = 20_000


class Service(Cameo):
    """The application under its name on the bus; whoever calls it starts it."""

    def __init__(self, output_folder):
        self.name = "cameo"
        self.error_file = output_folder / "service.errors"
        self.error_file.touch()
        self._bus = Gio.bus_get_sync(Gio.BusType.SESSION)
        self._process_id = None

    def call(self, method, arguments=None, path=""):
        """Calls "Interface.Method" of the application's object, or of the one at a path below it, and so starts the
        application if it does not run."""
        interface, _, member = method.rpartition(".")
        answer = self._bus.call_sync(ID, _PATH + path, interface, member, arguments, None, 0, _LIMIT_MS, None)
        self._process_id = self._owner()
        return answer.unpack()

    def activate(self):
        """What a launcher does."""
        self.call("org.freedesktop.Application.Activate", GLib.Variant("(a{sv})", ({},)))

    def activate_action(self, name):
        """What an entry in a launcher's menu does."""
        arguments = GLib.Variant("(sava{sv})", (name, [], {}))
        self.call("org.freedesktop.Application.ActivateAction", arguments)

    def open(self, link):
        """What a click on a link of the application does, in any program."""
        self.call("org.freedesktop.Application.Open", GLib.Variant("(asa{sv})", ([link], {})))

    @property
    def process_id(self):
        return self._process_id

    @property
    def is_running(self):
        self._process_id = self._owner()
        return self._process_id is not None

    def stop(self):
        """Ends it if it runs."""
        if self.is_running:
            os.kill(self._process_id, signal.SIGTERM)
            wait_for("the end of the service", lambda: not self.is_running)

    def _owner(self):
        try:
            name = GLib.Variant("(s)", (ID,))
            return self._ask("GetConnectionUnixProcessID", name)[0]
        except GLib.Error:
            return None

    def _ask(self, method, arguments):
        bus = "org.freedesktop.DBus"
        return self._bus.call_sync(bus, "/org/freedesktop/DBus", bus, method, arguments, None, 0, _LIMIT_MS, None).unpack()


class InstalledService(Service):
    """What installing does for D-Bus, done for one session and one home folder."""

    def __init__(self, home, output_folder, variables=None):
        super().__init__(output_folder)
        variables = {**self.environment(home), **(variables or {})}
        variables = " ".join(f"{key}={shlex.quote(str(value))}" for key, value in variables.items())
        program = shlex.quote(str(EXECUTABLES / "cameo"))
        start = home / "bin" / "cameo"
        start.parent.mkdir(exist_ok=True)
        start.write_text(f"#!/bin/sh\n{variables} exec {program} \"$@\" 2>>{shlex.quote(str(self.error_file))}\n")
        start.chmod(0o755)
        template = (ROOT / "data" / f"{ID}.service.in").read_text()
        services = pathlib.Path(os.environ["XDG_DATA_HOME"]) / "dbus-1" / "services"
        services.mkdir(parents=True, exist_ok=True)
        self._file = services / f"{ID}.service"
        self._file.write_text(template.replace("@bindir@", str(start.parent)))
        self._ask("ReloadConfig", None)

    def uninstall(self):
        """Takes it off D-Bus again, and ends it."""
        self._file.unlink()
        self._ask("ReloadConfig", None)
        self.stop()
