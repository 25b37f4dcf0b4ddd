public import Foundation
import GRDB
public import Model

/// Where a contact can be written to and called.
public struct ContactReach: Sendable, Equatable {
    /// A mail address or a phone number.
    public struct Way: Sendable, Equatable {
        public let text: String
        public let link: URL
    }

    private static let maxCount = 12

    /// Whether the contact is dead.
    public let isDeceased: Bool
    /// The first mail addresses, with `mailto:` links.
    public let mails: [Way]
    /// The first phone numbers, with `tel:` links.
    public let phones: [Way]

    /// Leaves out addresses and numbers without a link.
    public init(_ contact: Contact) {
        func first(_ kind: ContactField.Kind) -> [Way] {
            let ways = contact.contactFields.lazy.compactMap { field in
                field.link(for: kind).map { Way(text: field.content, link: $0) }
            }
            return Array(ways.prefix(Self.maxCount))
        }
        isDeceased = contact.isDeceased
        mails = first(.email)
        phones = first(.phone)
    }
}

extension ContactStore {
    /// The ways to reach contacts, by id. The result leaves out contacts that are not stored.
    public func reach(ofContacts ids: Set<Int>) async throws(ContactStoreError) -> [Int: ContactReach] {
        try await read { [decoder] db in
            try ids.reduce(into: [:]) { found, id in
                found[id] = try Contact.fetch(db, id: id, by: decoder).map(ContactReach.init)
            }
        }
    }
}
