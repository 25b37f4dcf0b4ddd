import Contacts
import Foundation
import Monica

/// Stores for data from Monica servers.
extension ContactStore {
    static func inMemory(bounds: StoreBounds = StoreBounds()) throws(ContactStoreError) -> ContactStore {
        try inMemory(bounds: bounds, decoder: MonicaKind())
    }

    static func open(
        at file: URL, bounds: StoreBounds = StoreBounds()
    ) async throws(ContactStoreError) -> ContactStore {
        try await open(at: file, bounds: bounds, decoder: MonicaKind())
    }
}
