public import Foundation
import GRDB
import Model

/// Where a contact can be written to and called, the first of each; nil where it cannot.
public struct ContactReach: Sendable, Equatable {
    /// A `mailto:` link; nil without a mail address.
    public let mail: URL?
    /// A `tel:` link; nil without a phone number.
    public let phone: URL?

    init(_ contact: Contact) {
        func first(_ kind: ContactField.Kind) -> URL? {
            contact.contactFields.lazy.compactMap { $0.link(for: kind) }.first
        }
        mail = first(.email)
        phone = first(.phone)
    }
}

extension ContactStore {
    /// How contacts can be reached, by id; those that are not stored are left out.
    public func reach(ofContacts ids: Set<Int>) async throws(ContactStoreError) -> [Int: ContactReach] {
        try await read { [decoder] db in
            try ids.reduce(into: [:]) { found, id in
                found[id] = try Contact.fetch(db, id: id, by: decoder).map(ContactReach.init)
            }
        }
    }
}
