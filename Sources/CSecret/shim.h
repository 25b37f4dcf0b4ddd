// What Swift needs of libsecret: its headers.
#pragma once

#define GLIB_DISABLE_DEPRECATION_WARNINGS

#include <libsecret/secret.h>
