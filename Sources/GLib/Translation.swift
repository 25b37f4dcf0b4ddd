import CGtk
import Glibc

/// Has the sentences of a catalogue translated from now on to the language of the session's locale.
///
/// To be called first: it is the process's catalogue too, so that where it lacks a language, GTK does not show its own
/// sentences in that language beside ours. `directory` has a folder for each language.
@MainActor
public func useTranslations(_ domain: String, in directory: String) {
    setlocale(LC_ALL, "")
    bindtextdomain(domain, directory)
    bind_textdomain_codeset(domain, "UTF-8")
    textdomain(domain)
}

/// A sentence in the person's language, or as it stands when there is no translation (gettext).
public nonisolated func translated(_ text: String, domain: String) -> String {
    // Without a translation gettext gives back the pointer that it got, so that must live long enough.
    text.withCString { text in
        g_dgettext(domain, text).map { String(cString: $0) } ?? String(cString: text)
    }
}

/// A word that means several things, as it is in the person's language where it means this one (pgettext).
public nonisolated func translated(_ text: String, context: String, domain: String) -> String {
    context.withCString { context in
        text.withCString { text in
            g_dpgettext2(domain, context, text).map { String(cString: $0) } ?? String(cString: text)
        }
    }
}

/// Whether there is a catalogue in the person's language.
public nonisolated func hasTranslations(domain: String) -> Bool {
    // The translation of nothing is the catalogue's header.
    !translated("", domain: domain).isEmpty
}

/// A sentence with a number, in the plural form that the person's language has for it (ngettext).
public nonisolated func translated(_ one: String, _ many: String, count: Int, domain: String) -> String {
    one.withCString { one in
        many.withCString { many in
            g_dngettext(domain, one, many, gulong(clamping: count)).map { String(cString: $0) } ?? String(cString: many)
        }
    }
}
