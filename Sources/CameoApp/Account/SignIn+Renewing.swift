import Contacts
import Foundation
import Model
import Network

/// Whether the account that gets a new token is the one that is stored, whatever its address is now.
extension SignIn {
    /// So many stored contacts have to be found again at a new address.
    static let provingContacts = 10

    /// What waits to be sent is for the same user with the same contacts, and nobody else.
    func isSame(_ account: Account, as stored: Account, on server: any ContactServer) async throws -> Bool {
        guard account.userID == stored.userID else { return false }
        let isProven = stored.userUUID == account.userUUID && Self.isSame(stored.userCreated, account.userCreated)
        if account.server == stored.server {
            // An account that was stored by an older version has nothing to compare.
            return isProven || stored.userUUID == nil || account.userUUID == nil
        }
        // Each server has a first user.
        guard isProven, stored.userUUID != nil, stored.userCreated != nil else { return false }
        return try await hasStoredContacts(server)
    }

    /// Asks for stored contacts by their numbers. Some may have been deleted meanwhile, so twice as many are asked for.
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

    /// What is stored as a number may have been rounded.
    private static func isSame(_ date: Date?, _ other: Date?) -> Bool {
        guard let date, let other else { return date == nil && other == nil }
        return abs(date.timeIntervalSince(other)) < 0.001
    }
}
