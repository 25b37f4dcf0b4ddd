// What Swift needs of libsoup: its headers, and what it cannot see of them: a variadic constructor, and the fields of
// GLib's structures, which belong to whichever C module Swift read first.
#pragma once

#define GLIB_DISABLE_DEPRECATION_WARNINGS

#include <glib-unix.h>
#include <libsoup/soup.h>

static inline SoupServer *_Nonnull csoup_server_new(void) { return soup_server_new(NULL, NULL); }
static inline const char *_Nonnull csoup_error_message(const GError *_Nonnull error) { return error->message; }

// The port of a server that listens, 0 for none.
static inline int csoup_server_port(SoupServer *_Nonnull server) {
    GSList *uris = soup_server_get_uris(server);
    int port = uris != NULL ? g_uri_get_port(uris->data) : 0;
    g_slist_free_full(uris, (GDestroyNotify)g_uri_unref);
    return port;
}
