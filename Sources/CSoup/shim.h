// What Swift needs of libsoup: its headers.
#pragma once

#define GLIB_DISABLE_DEPRECATION_WARNINGS

#include <libsoup/soup.h>
