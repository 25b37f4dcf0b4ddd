"""A program that has something on the clipboard, until it is ended: each type of the content, and the file with it."""

import sys

import gi

gi.require_version("Gdk", "4.0")
gi.require_version("Gtk", "4.0")
from gi.repository import Gdk, GLib, Gtk  # noqa: E402  A version has to be chosen before.


def main():
    Gtk.init()
    contents = []
    for kind, file in zip(sys.argv[1::2], sys.argv[2::2]):
        with open(file, "rb") as opened:
            contents.append(Gdk.ContentProvider.new_for_bytes(kind, GLib.Bytes.new(opened.read())))
    Gdk.Display.get_default().get_clipboard().set_content(Gdk.ContentProvider.new_union(contents))
    print("there", flush=True)
    GLib.MainLoop().run()


main()
