import Contacts
import Foundation
import GLib
import Gtk

/// Contacts in the desktop's own search (org.gnome.Shell.SearchProvider2). It searches stored contacts only, and asks no
/// server.
///
/// The desktop starts the program for a search, without a window. The program stays for some seconds after the last request,
/// and then ends.
final class SearchProvider {
    static let path = "/io/github/cameo_contacts/Cameo/SearchProvider"

    /// The most results of one search; the desktop shows about five.
    private static let maxResults = 20
    /// The most terms of one search: the desktop sends each word as a term.
    private static let maxTerms = 20
    private static let maxQuestionLength = 300
    /// The most characters of a name or a second line.
    private static let maxTextLength = 200

    /// Called to open a contact, by its id.
    var onOpen: ((Int) -> Void)?
    /// Called to open the program's own search, with this text.
    var onSearch: ((String) -> Void)?

    private let session: () async -> Session?
    /// The order of the parts of names.
    private let nameOrder: () -> NameOrder
    private let stay: Stay
    private let icons = SearchIcons()
    private var object: BusObject?
    /// The contacts of the last search, by id, with their matching details. They are valid for the searched store only.
    private var matches: [Int: SearchMatch] = [:]
    private weak var matchesStore: ContactStore?

    /// Registers the object at once, before the application has its name. `session` returns the session of the signed-in
    /// account, if any.
    init(
        application: Application, nameOrder: @escaping () -> NameOrder, session: @escaping () async -> Session?
    ) {
        (self.session, self.nameOrder) = (session, nameOrder)
        stay = Stay(application: application)
        object = BusObject(path: Self.path, interface: Self.interface) { [weak self] call in self?.handle(call) }
    }
}

private extension SearchProvider {
    func handle(_ call: BusCall) {
        stay.extend()
        switch call.method {
        case "GetInitialResultSet":
            let terms = texts(call, 0)
            Task { call.answer(Variant(await results(for: terms))) }
        case "GetSubsearchResultSet":
            // A new search takes no longer than filtering the former results.
            let terms = texts(call, 1)
            Task { call.answer(Variant(await results(for: terms))) }
        case "GetResultMetas":
            let ids = texts(call, 0)
            Task { call.answer(Variant(await metas(of: ids))) }
        case "ActivateResult":
            call.answer()
            if let id = call.arguments[0]?.text.flatMap(Int.init) { onOpen?(id) }
        case "LaunchSearch":
            call.answer()
            onSearch?(question(texts(call, 0)))
        default:
            break
        }
    }

    func texts(_ call: BusCall, _ index: Int) -> [String] {
        call.arguments[index]?.texts(atMost: Self.maxTerms) ?? []
    }

    func question(_ terms: [String]) -> String {
        String(terms.joined(separator: " ").prefix(Self.maxQuestionLength))
    }

    /// The ids of the contacts that match. Empty when no account is signed in, or the stored contacts cannot be read.
    func results(for terms: [String]) async -> [String] {
        let store = await session()?.store
        // When the stored contacts cannot be read, the answer is empty. The window shows the reason.
        let found = try? await store?.search(
            question(terms), limit: Self.maxResults, by: nameOrder().sortKey, words: .ofPages
        ).matches
        matches = Dictionary((found ?? []).map { ($0.id, $0) }) { first, _ in first }
        matchesStore = store
        return (found ?? []).map { String($0.id) }
    }

    /// The name, second line and picture of contacts; deleted contacts are left out.
    func metas(of ids: [String]) async -> [[String: Variant]] {
        guard let session = await session() else { return [] }
        var metas: [[String: Variant]] = []
        for id in ids {
            guard let number = Int(id), let entry = await entry(number, in: session.store) else { continue }
            var meta = [
                "id": Variant(id), "name": Variant(String(entry.name.prefix(Self.maxTextLength))),
                "description": Variant(String(entry.secondLine.prefix(Self.maxTextLength))),
            ]
            meta["icon"] = await icons.icon(of: entry.avatar, in: session)
            metas.append(meta)
        }
        return metas
    }

    func entry(_ id: Int, in store: ContactStore) async -> ContactEntry? {
        if store === matchesStore, let match = matches[id] { return ContactEntry(match, nameOrder: nameOrder()) }
        // A contact that is deleted or cannot be read is left out of the answer.
        guard let contact = try? await store.storedContact(id: id)?.contact else { return nil }
        return ContactEntry(ContactSummary(contact), nameOrder: nameOrder())
    }

    /// The interface from the desktop's documentation (developer.gnome.org, "Writing a Search Provider").
    static let interface = """
        <node>
          <interface name="org.gnome.Shell.SearchProvider2">
            <method name="GetInitialResultSet">
              <arg type="as" name="terms" direction="in"/>
              <arg type="as" name="results" direction="out"/>
            </method>
            <method name="GetSubsearchResultSet">
              <arg type="as" name="previous_results" direction="in"/>
              <arg type="as" name="terms" direction="in"/>
              <arg type="as" name="results" direction="out"/>
            </method>
            <method name="GetResultMetas">
              <arg type="as" name="identifiers" direction="in"/>
              <arg type="aa{sv}" name="metas" direction="out"/>
            </method>
            <method name="ActivateResult">
              <arg type="s" name="identifier" direction="in"/>
              <arg type="as" name="terms" direction="in"/>
              <arg type="u" name="timestamp" direction="in"/>
            </method>
            <method name="LaunchSearch">
              <arg type="as" name="terms" direction="in"/>
              <arg type="u" name="timestamp" direction="in"/>
            </method>
          </interface>
        </node>
        """
}
