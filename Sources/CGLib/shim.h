// What Swift needs of GLib where there is no GTK: its headers.
#pragma once

#include <glib.h>
