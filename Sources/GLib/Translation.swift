import CGtk

/// A sentence in the person's language, or as it stands when there is no translation (gettext).
public nonisolated func translated(_ text: String, domain: String) -> String {
    // Without a translation gettext gives back the pointer that it got, so that must live long enough.
    text.withCString { text in
        g_dgettext(domain, text).map { String(cString: $0) } ?? String(cString: text)
    }
}

/// A sentence with a number, in the plural form that the person's language has for it (ngettext).
public nonisolated func translated(_ one: String, _ many: String, count: Int, domain: String) -> String {
    one.withCString { one in
        many.withCString { many in
            g_dngettext(domain, one, many, gulong(clamping: count)).map { String(cString: $0) } ?? String(cString: many)
        }
    }
}
