import Contacts
import Foundation
import Model
import Monica

/// Measures searches for typed names, letter by letter.
@MainActor
enum Searching {
    private static let queries = 1_000

    static func measure(_ account: StoredAccount) async throws {
        let store = try await ContactStore.open(at: account.file, decoder: MonicaKind())
        let search = ContactSearch(store: store)
        let typed = try await typedTexts(store)
        // The first one opens the index.
        _ = try await search.results(for: "warm up")
        var times: [Double] = []
        for text in typed {
            let start = ContinuousClock.now
            _ = try await search.results(for: text)
            times.append((ContinuousClock.now - start).seconds * 1_000)
        }
        report("contacts.search.p50", times.median, "ms")
        report("contacts.search.p99", times.percentile(0.99), "ms")
        report("contacts.search.max", times.max() ?? 0, "ms")
        try await store.close()
    }

    /// From a click on a filter to the list that meets it, and back to all contacts.
    static func measureFilters(_ account: StoredAccount) async throws {
        let store = try await ContactStore.open(at: account.file, decoder: MonicaKind())
        let tags = try await store.tags(atMost: 3).map(\.name)
        let filters =
            [ContactFilter(isStarred: true), ContactFilter(tags: Array(tags.prefix(1)))]
            + [ContactFilter(isStarred: true, tags: tags), ContactFilter()]
        let (lists, continuation) = AsyncStream<ContactList>.makeStream()
        let filter = ListFilter()
        let observation = store.observeList(filter: filter) { continuation.yield($0) }
        var arrived = lists.makeAsyncIterator()
        _ = await arrived.next()
        var times: [Double] = []
        for wanted in filters + filters {
            // The list follows at most five times a second.
            try await Task.sleep(for: .milliseconds(300))
            let start = ContinuousClock.now
            filter.value = wanted
            while let list = await arrived.next(), list.filter != wanted {}
            times.append((ContinuousClock.now - start).seconds * 1_000)
        }
        observation.cancel()
        report("contacts.filter.p50", times.median, "ms")
        report("contacts.filter.max", times.max() ?? 0, "ms")
        try await store.close()
    }

    /// The text of the field after each letter, on the way to one contact or another.
    private static func typedTexts(_ store: ContactStore) async throws -> [String] {
        var random = SeededRandom(state: 7)
        let contacts = try await store.summaries()
        var typed: [String] = []
        while typed.count < queries {
            guard let contact = contacts.randomElement(using: &random),
                let whole = try await store.contact(id: contact.id)
            else { throw Unmeasurable("there are no contacts") }
            let name = contact.displayName
            let texts: [String?] = [
                name, name, contact.firstName, contact.lastName, contact.lastName?.lowercased(), contact.nickname,
                contact.company, whole.contactFields.first?.content, whole.contactFields.last?.content,
            ]
            guard let text = texts.randomElement(using: &random) ?? nil else { continue }
            // People stop typing once they see the contact.
            let most = Int.random(in: 1...12, using: &random)
            for length in 1...most where length <= text.count && typed.count < queries {
                typed.append(String(text.prefix(length)))
            }
        }
        return typed
    }
}

/// The same numbers each time (xorshift).
private struct SeededRandom: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state
    }
}
