import Contacts
import Foundation
import Model
import Network

/// Whether the account that gets a new token is the stored one, at any address.
extension SignIn {
    /// The number of stored contacts that must be found at a new address.
    static let provingContacts = 10

    /// Waiting changes are for the same user with the same contacts, and for no other.
    func isSame(_ account: Account, as stored: Account, on server: any ContactServer) async throws -> Bool {
        guard account.userID == stored.userID else { return false }
        // The first user of every server has the same number.
        if let former = stored.userUUID, let uuid = account.userUUID, former != uuid { return false }
        if let former = stored.userCreated, let created = account.userCreated, !Self.isSame(former, created) {
            return false
        }
        let isProven = stored.userUUID != nil && account.userUUID != nil && stored.userCreated != nil
        if account.server == stored.server, isProven { return true }
        // At the same address, an account stored by an older version is identified by its contacts.
        guard isProven || account.server == stored.server else { return false }
        return try await hasStoredContacts(server)
    }

    /// Requests stored contacts by their numbers. Some may be deleted meanwhile, so twice as many are requested.
    private func hasStoredContacts(_ server: any ContactServer) async throws -> Bool {
        guard let known = await knownContacts(2 * Self.provingContacts) else { return false }
        var (found, gone) = (0, 0)
        for contact in known where found < Self.provingContacts {
            do {
                let there = try await patiently { () throws(ServerError) in
                    try await server.contact(id: contact.number)
                }
                guard Self.isSame(there.createdAt, contact.createdAt) else { return false }
                found += 1
            } catch ServerError.notFound {
                gone += 1
            }
        }
        return found > gone || known.isEmpty
    }

    /// A date that is stored as a number may be rounded.
    private static func isSame(_ date: Date?, _ other: Date?) -> Bool {
        guard let date, let other else { return date == nil && other == nil }
        return abs(date.timeIntervalSince(other)) < 0.001
    }
}
