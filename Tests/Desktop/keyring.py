"""The Secret Service as a test sees it: what is in the session's keyring, and one on a bus of its own, which a test can lock,
stop and kill without the others. Spoken directly: libsecret keeps watching what a test once asked for."""

import os
import signal
import subprocess

from gi.repository import Gio, GLib

from waiting import wait_for

_SERVICE = ("org.freedesktop.secrets", "/org/freedesktop/secrets")
_INTERFACE = "org.freedesktop.Secret."
_CONFIGURATION = """<busconfig>
  <type>session</type>
  <listen>unix:path={socket}</listen>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/>
  </policy>
</busconfig>"""


class Keyring:
    """All that the Secret Service of a bus holds."""

    def __init__(self):
        self._connection = None

    @property
    def items(self):
        """Paths of all that it holds, locked or not."""
        unlocked, locked = self._ask("Service.SearchItems", GLib.Variant("(a{ss})", ({},)))
        return [*unlocked, *locked]

    def describe(self, item):
        """The label and the attributes of an item."""
        interface, properties = _INTERFACE + "Item", "org.freedesktop.DBus.Properties"
        return tuple(
            self._call(item, properties, "Get", GLib.Variant("(ss)", (interface, name)))[0]
            for name in ("Label", "Attributes"))

    def delete(self, item):
        self._ask("Item.Delete", path=item)

    def secret(self, item):
        """What an item keeps, as text."""
        (_, _, value, _) = self._ask("Item.GetSecret", GLib.Variant("(o)", (self._session(),)), item)[0]
        return bytes(value).decode()

    def add(self, label, attributes, secret):
        """Keeps a text."""
        properties = {
            _INTERFACE + "Item.Label": GLib.Variant("s", label),
            _INTERFACE + "Item.Attributes": GLib.Variant("a{ss}", attributes),
        }
        kept = (self._session(), b"", secret.encode(), "text/plain")
        arguments = GLib.Variant("(a{sv}(oayays)b)", (properties, kept, True))
        self._ask("Collection.CreateItem", arguments, _SERVICE[1] + "/aliases/default")

    def _session(self):
        # It goes with the connection.
        return self._ask("Service.OpenSession", GLib.Variant("(sv)", ("plain", GLib.Variant("s", ""))))[1]

    def _ask(self, method, arguments=None, path=_SERVICE[1]):
        interface, _, member = method.rpartition(".")
        return self._call(path, _INTERFACE + interface, member, arguments)

    def _call(self, path, interface, member, arguments):
        def answer():
            try:
                return [self._bus.call_sync(_SERVICE[0], path, interface, member, arguments, None, 0, 5_000, None)]
            except GLib.Error as error:
                # A service that starts takes its name before it has its methods. The daemon of Debian 12 ends now and then
                # when a client is killed; the bus starts it again.
                errors = (Gio.DBusError.UNKNOWN_METHOD, Gio.DBusError.NO_REPLY)
                if not any(error.matches(Gio.dbus_error_quark(), each) for each in errors):
                    raise
                return None
        return wait_for(f"{member} of the keyring", answer)[0].unpack()

    @property
    def _bus(self):
        # Kept, since the service knows its sessions by the connection.
        self._connection = self._connection or Gio.bus_get_sync(Gio.BusType.SESSION)
        return self._connection


class BusKeyring(Keyring):
    """A keyring on a bus of its own. A test that makes one calls `stop` in the end."""

    def __init__(self, folder):
        super().__init__()
        self._folder = folder
        folder.mkdir(mode=0o700)
        self.address = f"unix:path={folder}/bus"
        configuration = folder / "bus.conf"
        self._configuration = configuration
        # Without folders of services, so that the bus starts no keyring by itself.
        configuration.write_text(_CONFIGURATION.format(socket=folder / "bus"))
        self._start_bus()

    def _start_bus(self):
        self._daemon_of_bus = subprocess.Popen(
            ["dbus-daemon", f"--config-file={self._configuration}", "--nofork", "--nopidfile"],
            stderr=subprocess.DEVNULL)
        wait_for("the bus", (self._folder / "bus").exists)
        self._connection = None

    @property
    def variables(self):
        """The variables of a program that finds this keyring, and the accessibility bus of the session."""
        bus = Gio.bus_get_sync(Gio.BusType.SESSION)
        address = bus.call_sync(
            "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress", None, None, 0, -1, None).unpack()[0]
        return {"DBUS_SESSION_BUS_ADDRESS": self.address, "AT_SPI_BUS_ADDRESS": address}

    @property
    def _bus(self):
        if self._connection is None:
            flags = Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
            self._connection = Gio.DBusConnection.new_for_address_sync(self.address, flags, None, None)
        return self._connection


class OwnKeyring(BusKeyring):
    """A keyring that is open and empty."""

    def __init__(self, folder):
        super().__init__(folder)
        self.start()

    def start(self):
        """Starts it, or once more after `kill`, with what it held."""
        environment = {
            **os.environ, "HOME": str(self._folder), "XDG_DATA_HOME": str(self._folder),
            "XDG_RUNTIME_DIR": str(self._folder), "DBUS_SESSION_BUS_ADDRESS": self.address,
        }
        self._daemon = subprocess.Popen(
            ["gnome-keyring-daemon", "--foreground", "--unlock", "--components=secrets"]
            + [f"--control-directory={self._folder}/control"],
            env=environment, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self._daemon.stdin.write(b"password")
        self._daemon.stdin.close()
        wait_for("the keyring", self._is_open)

    def _is_open(self):
        try:
            return self._ask("Service.ReadAlias", GLib.Variant("(s)", ("default",)))[0] != "/"
        except GLib.Error:
            return False

    def hang(self):
        self._daemon.send_signal(signal.SIGSTOP)

    def go_on(self):
        self._daemon.send_signal(signal.SIGCONT)

    def kill(self):
        self._daemon.kill()
        self._daemon.wait()

    def kill_bus(self):
        """Also the keyring, which does not live without one."""
        self._connection.set_exit_on_close(False)
        self._daemon_of_bus.kill()
        self._daemon_of_bus.wait()
        self.kill()
        (self._folder / "bus").unlink(missing_ok=True)

    def start_anew(self):
        """Starts a bus at the same address, and the keyring with what it held."""
        self._start_bus()
        self.start()

    def lock(self):
        (collection,) = self._ask("Service.ReadAlias", GLib.Variant("(s)", ("default",)))
        self._ask("Service.Lock", GLib.Variant("(ao)", ([collection],)))

    def stop(self):
        if self._connection is not None and not self._connection.is_closed():
            self._connection.close_sync()
        for process in (self._daemon, self._daemon_of_bus):
            process.send_signal(signal.SIGCONT)
            process.kill()
            process.wait()
