#include "embedded.h"

// The compiler warns of C23 in programs of older standards, and the package manager names none.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char sign_in_page[] = {
#embed "sign-in.ui"
    , 0};

static const unsigned char preferences_window[] = {
#embed "preferences.ui"
    , 0};

static const unsigned char shortcuts_window[] = {
#embed "shortcuts.ui"
    , 0};

static const unsigned char style[] = {
#embed "style.css"
    , 0};

const unsigned char *embedded_sign_in_page(void) { return sign_in_page; }
const unsigned char *embedded_preferences_window(void) { return preferences_window; }
const unsigned char *embedded_shortcuts_window(void) { return shortcuts_window; }
const unsigned char *embedded_style(void) { return style; }
