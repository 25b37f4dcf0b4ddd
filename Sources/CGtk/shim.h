// What Swift needs of GTK and libadwaita: their headers, and the macros that Swift cannot see as plain functions.
#pragma once

// A newer GTK deprecates what the oldest one that we support needs: no warning for it.
#define GDK_DISABLE_DEPRECATION_WARNINGS
#define ADW_DISABLE_DEPRECATION_WARNINGS
#define GLIB_DISABLE_DEPRECATION_WARNINGS

#include <adwaita.h>
#include <glib-unix.h>
// The C library's allocator and its gettext, which Swift's module for it leaves out.
#include <libintl.h>
#include <malloc.h>

// Fundamental types are macros with casts, which Swift does not import.
static inline GType cgtk_type_object(void) { return G_TYPE_OBJECT; }
static inline GType cgtk_type_string(void) { return G_TYPE_STRING; }
static inline GType cgtk_type_int(void) { return G_TYPE_INT; }
static inline GType cgtk_type_uint(void) { return G_TYPE_UINT; }
static inline GType cgtk_type_boolean(void) { return G_TYPE_BOOLEAN; }
static inline GType cgtk_type_double(void) { return G_TYPE_DOUBLE; }

// Replaces all text of a GtkText by the signals of its own keys: newer versions of GTK cannot undo what gtk_editable_set_text
// does.
static inline void cgtk_text_replace(GtkWidget *_Nonnull text, const char *_Nonnull replacement) {
    // What is selected would be the desktop's primary selection.
    gtk_editable_set_position(GTK_EDITABLE(text), 0);
    int length = (int)g_utf8_strlen(gtk_editable_get_text(GTK_EDITABLE(text)), -1);
    if (length > 0) g_signal_emit_by_name(text, "delete-from-cursor", GTK_DELETE_CHARS, length);
    g_signal_emit_by_name(text, "insert-at-cursor", replacement);
}

// libdispatch's main queue for foreign main loops: exported by libdispatch, declared in none of its headers.
extern int _dispatch_get_main_queue_handle_4CF(void);
extern void _dispatch_main_queue_callback_4CF(void *_Nullable message);
