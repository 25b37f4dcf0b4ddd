"""A window with nothing but a label, to compare with. SIGUSR1 blocks it for half a second."""

import signal
import time

import gi

gi.require_version("Gtk", "4.0")
from gi.repository import GLib, Gtk  # noqa: E402


def activate(application):
    Gtk.ApplicationWindow(application=application, title="Bare", child=Gtk.Label(label="bare")).present()


def block():
    time.sleep(0.5)
    return True


GLib.unix_signal_add(GLib.PRIORITY_DEFAULT, signal.SIGUSR1, block)
application = Gtk.Application(application_id="io.github.cameo_contacts.Bare")
application.connect("activate", activate)
application.run()
