// The files beside this folder, as text that ends with a zero. A C compiler takes them in as they are, in no time; the lists of
// numbers in Swift that the package manager would make of them take seconds of a first build.

#pragma once

const unsigned char *_Nonnull embedded_sign_in_page(void);
const unsigned char *_Nonnull embedded_preferences_window(void);
const unsigned char *_Nonnull embedded_shortcuts_window(void);
const unsigned char *_Nonnull embedded_style(void);
