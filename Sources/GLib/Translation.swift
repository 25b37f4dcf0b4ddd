import CGtk
import Glibc

/// Selects the language of the session's locale for the sentences of a catalogue.
///
/// Must be called first: it is the process's catalogue too. Where it lacks a language, GTK then shows no sentences of its own
/// in that language beside untranslated ones. `directory` has a folder for each language.
@MainActor
public func useTranslations(_ domain: String, in directory: String) {
    setlocale(LC_ALL, "")
    bindtextdomain(domain, directory)
    bind_textdomain_codeset(domain, "UTF-8")
    textdomain(domain)
}

/// A sentence in the person's language, or the original without a translation (gettext).
public nonisolated func translated(_ text: String, domain: String) -> String {
    // Without a translation gettext returns its argument's pointer, so that must live long enough.
    text.withCString { text in
        g_dgettext(domain, text).map { String(cString: $0) } ?? String(cString: text)
    }
}

/// A word with several meanings, translated for this context (pgettext).
public nonisolated func translated(_ text: String, context: String, domain: String) -> String {
    context.withCString { context in
        text.withCString { text in
            g_dpgettext2(domain, context, text).map { String(cString: $0) } ?? String(cString: text)
        }
    }
}

/// Whether there is a catalogue for the person's language.
public nonisolated func hasTranslations(domain: String) -> Bool {
    // The translation of the empty string is the catalogue's header.
    !translated("", domain: domain).isEmpty
}

/// A sentence with a number, in the right plural form of the person's language (ngettext).
public nonisolated func translated(_ one: String, _ many: String, count: Int, domain: String) -> String {
    one.withCString { one in
        many.withCString { many in
            g_dngettext(domain, one, many, gulong(clamping: count)).map { String(cString: $0) } ?? String(cString: many)
        }
    }
}
