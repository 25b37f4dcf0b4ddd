import GRDB
import Platform
import Synchronization

/// A condition on contacts. A contact that meets it has the star, where `isStarred` is set, and all of the tags.
public struct ContactFilter: Hashable, Sendable {
    /// More tags than this have no effect.
    public static let maxTags = 20

    /// Whether only starred contacts meet it.
    public var isStarred: Bool
    /// The names of the tags, in the order in which a person chose them.
    public var tags: [String]

    /// A filter. Without arguments, all contacts meet it.
    public init(isStarred: Bool = false, tags: [String] = []) {
        self.isStarred = isStarred
        self.tags = tags
    }

    /// Whether all contacts meet it.
    public var isEmpty: Bool { !isStarred && tags.isEmpty }
}

extension ContactFilter {
    /// The keys of the tags in `contact_tag`.
    private var keys: [String] { tags.prefix(Self.maxTags).map(ContactTags.key) }

    /// The condition on a row of `contact`, with its arguments.
    var condition: (sql: String, arguments: StatementArguments) {
        let tag = "EXISTS (SELECT 1 FROM contact_tag WHERE key = ? AND contact_id = contact.id)"
        let parts = (isStarred ? ["is_starred"] : []) + keys.map { _ in tag }
        return (parts.isEmpty ? "1" : parts.joined(separator: " AND "), StatementArguments(keys))
    }

    /// The contacts with all of the tags; nil without tags.
    func tagged(_ db: Database) throws -> Set<Int>? {
        let statement = try db.cachedStatement(sql: "SELECT contact_id FROM contact_tag WHERE key = ?")
        return try keys.reduce(nil) { found, key in
            let contacts = try Int.fetchSet(statement, arguments: [key])
            return found?.intersection(contacts) ?? contacts
        }
    }
}

/// The filter of an observed list. It can change while the list is observed.
public final class ListFilter: Sendable {
    private let state = Mutex<(filter: ContactFilter, onChange: (@Sendable () -> Void)?)>((ContactFilter(), nil))

    /// All contacts at first.
    public init() {}

    /// The present filter.
    public var value: ContactFilter {
        get { state.withLockHeld { $0.filter } }
        set {
            let onChange = state.withLockHeld { state in
                state.filter = newValue
                return state.onChange
            }
            onChange?()
        }
    }

    /// The call comes after each change, on the thread of the change.
    func onChange(_ handler: @escaping @Sendable () -> Void) { state.withLockHeld { $0.onChange = handler } }
}
