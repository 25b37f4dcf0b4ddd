import Foundation
import Gtk

/// Opens the links of contacts. Without an application for a link, its target goes to the clipboard, and a sentence
/// says so.
struct LinkOpener {
    /// Opens a link in an application; throws when there is none.
    let open: (String) async throws -> Void
    let copy: (String) -> Void

    init(over window: ApplicationWindow?) {
        self.init(open: { try await Desktop.open($0, over: window) }, copy: { Desktop.copy($0) })
    }

    init(open: @escaping (String) async throws -> Void, copy: @escaping (String) -> Void) {
        self.open = open
        self.copy = copy
    }

    /// Tries; returns the sentence to show if that did not work.
    func follow(_ uri: String) async -> String? {
        do {
            try await open(uri)
            return nil
        } catch {
            let (sentence, text) = Self.substitute(for: uri)
            copy(text)
            return sentence
        }
    }

    /// The sentence and the text to copy where no application opens a link.
    nonisolated static func substitute(for uri: String) -> (sentence: String, text: String) {
        let parts = uri.split(separator: ":", maxSplits: 1)
        let scheme = parts.first?.lowercased() ?? ""
        let rest = parts.count > 1 ? String(parts[1]) : ""
        let words = rest.removingPercentEncoding ?? rest
        switch scheme {
        case "mailto": return (tr("No app for email. Address copied."), words)
        case "tel": return (tr("No app for calls. Number copied."), words)
        case "sms": return (tr("No app for text messages. Number copied."), words)
        case "geo":
            let query = URLComponents(string: uri)?.queryItems?.first { $0.name == "q" }?.value
            return (tr("No app for maps. Address copied."), query ?? words)
        case "http", "https": return (tr("No app for web pages. Link copied."), uri)
        default: return (tr("No app for this link. Link copied."), uri)
        }
    }
}
