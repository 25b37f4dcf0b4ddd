"""A small window from which something can be dragged, until it is ended: its title, the type of the content, and
the file with it."""

import sys

import gi

gi.require_version("Gdk", "4.0")
gi.require_version("Gtk", "4.0")
from gi.repository import Gdk, GLib, Gtk  # noqa: E402  A version has to be chosen before.


def main():
    title, kind, file = sys.argv[1:]
    Gtk.init()
    with open(file, "rb") as opened:
        content = Gdk.ContentProvider.new_for_bytes(kind, GLib.Bytes.new(opened.read()))
    source = Gtk.DragSource(actions=Gdk.DragAction.COPY)
    source.set_content(content)
    window = Gtk.Window(title=title, default_width=120, default_height=80, decorated=False)
    window.set_child(Gtk.Label(label=title))
    window.add_controller(source)
    window.connect("map", lambda _: print("there", flush=True))
    window.present()
    GLib.MainLoop().run()


main()
