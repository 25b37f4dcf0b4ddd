import CGtk

/// A sentence in the person's language, or as it stands when there is no translation (gettext).
public nonisolated func translated(_ text: String, domain: String) -> String {
    guard let found = g_dgettext(domain, text) else { return text }
    return String(cString: found)
}

/// A sentence with a number, in the plural form that the person's language has for it (ngettext).
public nonisolated func translated(_ one: String, _ many: String, count: Int, domain: String) -> String {
    guard let found = g_dngettext(domain, one, many, gulong(clamping: count)) else { return many }
    return String(cString: found)
}
