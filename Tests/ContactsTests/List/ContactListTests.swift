import Foundation
import GRDB
import Model
import Monica
import Testing

@testable import Contacts

struct ContactListTests {
    private func summary(_ id: Int, _ first: String?, _ last: String? = nil, _ more: [String: Any] = [:]) throws
        -> ContactSummary
    {
        var fields: [String: Any] = ["id": id]
        fields["first_name"] = first
        fields["last_name"] = last
        let json = try JSONSerialization.data(withJSONObject: fields.merging(more) { $1 })
        return ContactSummary(try Contact(json: json))
    }

    private func summaries(_ names: [String]) throws -> [ContactSummary] {
        try names.enumerated().map { try summary($0.offset + 1, $0.element) }
    }

    /// In a language without rules of its own, as in most test environments.
    private func list(_ contacts: [ContactSummary], _ order: ContactOrder = ContactOrder()) -> ContactList {
        SortedContacts(contacts, order: order, collation: Collation(localeName: "C")).list
    }

    @Test func whateverIsReadOfAContactTellsItFromOthers() async throws {
        let names = ContactSummary.columns.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
        for column in names where column != "id" {
            let store = try ContactStore.inMemory()
            let stored = try Contact(json: JSONSerialization.data(withJSONObject: ["id": 1, "first_name": "Ada"]))
            try await store.upsert([stored])
            let before = try await store.unsortedSummaries(includingArchived: true)
            #expect(try await store.unsortedSummaries(includingArchived: true) == before)
            try await store.write { try $0.execute(sql: "UPDATE contact SET \(column) = 7") }
            #expect(try await store.unsortedSummaries(includingArchived: true) != before, "\(column)")
        }
    }

    @Test func caseAndAccentsDoNotMatter() throws {
        let names = ["zoe", "Émile", "ada", "Zacharias", "Eve", "Emma", "Łukasz", "Ben"]
        #expect(
            try list(summaries(names)).contacts.map(\.firstName)
                == ["ada", "Ben", "Émile", "Emma", "Eve", "Łukasz", "Zacharias", "zoe"])
    }

    @Test func lettersStandOverTheFirstOfTheirContacts() throws {
        let names = ["Émile", "ada", "Eve", "42", "“Anna”", "🦊", "김철수", "王小明", "Ægir", "ßen", "", "Алла"]
        let list = try list(summaries(names))
        #expect(
            list.contacts.map { $0.firstName ?? "" } == [
                "ada", "Ægir", "“Anna”", "Émile", "Eve", "ßen", "Алла", "김철수", "王小明", "42", "🦊", "",
            ])
        #expect(list.sections.map(\.letter) == ["A", "E", "S", "А", "ㄱ", "王", "#"])
        #expect(list.sections.map(\.start) == [0, 3, 5, 6, 7, 8, 9])
    }

    @Test func eachOrderHasItsName() throws {
        let contacts = [
            try summary(1, "Ada", "Zuse"), try summary(2, "Zoe", "Adams"), try summary(3, "Mia", nil),
            try summary(4, nil, "Moss"), try summary(5, nil, nil, ["nickname": "Moth"]),
        ]
        #expect(list(contacts, ContactOrder(.firstName)).contacts.map(\.id) == [1, 3, 4, 5, 2])
        #expect(list(contacts, ContactOrder(.lastName)).contacts.map(\.id) == [2, 3, 4, 5, 1])
        #expect(list(contacts, ContactOrder(.lastName)).sections.map(\.letter) == ["A", "M", "Z"])
    }

    /// The servers' own settings decide which name a shown name begins with.
    @Test(arguments: [
        ("Anna Nagy", ["A"]), ("Nagy Anna", ["N"]), ("Nagy Anna (Panni)", ["N"]), ("Panni", ["P"]),
        ("Panni Nagy Anna", ["P"]),
    ])
    func aContactStandsUnderTheFirstLetterOfItsShownName(shown: String, letters: [String]) throws {
        let contact = try summary(1, "Anna", "Nagy", ["complete_name": shown, "nickname": "Panni"])
        #expect(contact.displayName == shown)
        #expect(list([contact], ContactOrder(.shownName)).sections.map(\.letter) == letters)
        #expect(list([contact], ContactOrder(.firstName)).sections.map(\.letter) == ["A"])
        #expect(list([contact], ContactOrder(.lastName)).sections.map(\.letter) == ["N"])
    }

    @Test func theLongerNameLeadsWhereBothBeginTheShownName() throws {
        let contacts = [
            try summary(1, "Ana Maria", "Ana", ["complete_name": "Ana Maria Ana"]),
            try summary(2, "Ana", "Zuza", ["complete_name": "Ana Zuza"]),
            try summary(3, "Bea", "Ana", ["complete_name": "Ana Bea"]),
        ]
        #expect(list(contacts, ContactOrder(.shownName)).contacts.map(\.id) == [3, 2, 1])
    }

    @Test func aContactThatWasMadeHereIsTheNewest() throws {
        let made = Int(LocalNames.firstLocal)
        let contacts = [
            try summary(1, "A"), try summary(2, "B", nil, ["created_at": "2999-01-01"]), try summary(made, "C"),
            try summary(made + 1, "D", nil, ["created_at": "2020-01-01"]),
        ]
        #expect(list(contacts, ContactOrder(.newest)).contacts.map(\.id) == [made, 2, made + 1, 1])
        #expect(list(contacts, ContactOrder(.lastActivity)).contacts.map(\.id) == [1, 2, made, made + 1])
    }

    @Test func datesSortFromTheLatest() throws {
        let contacts = [
            try summary(1, "A"), try summary(2, "C", nil, ["last_activity_together": "1706-01-17T00:00:00Z"]),
            try summary(3, "B", nil, ["last_activity_together": "2026-01-17T00:00:00Z", "created_at": "2020-01-01"]),
            try summary(4, "D", nil, ["last_activity_together": "1969-12-31T00:00:00Z", "created_at": "2021-01-01"]),
        ]
        let byActivity = list(contacts, ContactOrder(.lastActivity))
        #expect(byActivity.contacts.map(\.id) == [3, 4, 2, 1])
        #expect(byActivity.sections.isEmpty)
        #expect(list(contacts, ContactOrder(.newest)).contacts.map(\.id) == [4, 3, 1, 2])
    }

    @Test func aPlannedActivityCountsFromItsDay() throws {
        let (called, planned) = (["last_called": "2001-01-17T00:00:00Z"], "2999-01-17T00:00:00Z")
        let contacts = [
            try summary(1, "A", nil, ["last_activity_together": "2001-01-16T00:00:00Z"]),
            try summary(2, "B", nil, called.merging(["last_activity_together": planned]) { $1 }),
            try summary(3, "C", nil, ["last_activity_together": "2001-01-18T00:00:00Z"]),
            try summary(4, "D", nil, ["last_activity_together": planned]),
        ]
        let order = ContactOrder(.lastActivity)
        #expect(list(contacts, order).contacts.map(\.id) == [4, 3, 2, 1])
        let day = try #require(CivilDay(year: 2999, month: 1, day: 17))
        #expect(SortedContacts(contacts, order: order, today: day).list.contacts.map(\.id) == [2, 4, 3, 1])
    }

    @Test func starredContactsMayComeFirst() throws {
        let contacts = [
            try summary(1, "Ada"), try summary(2, "Zoe", nil, ["is_starred": true]),
            try summary(3, "Eve", nil, ["is_starred": true]),
        ]
        let starred = list(contacts, ContactOrder(.firstName, starredFirst: true))
        #expect(starred.contacts.map(\.id) == [3, 2, 1])
        #expect(starred.sections.map(\.letter) == ["★", "A"])
        #expect(list(contacts).contacts.map(\.id) == [1, 3, 2])
    }

    @Test func equalNamesKeepOneOrder() throws {
        let contacts = try (1...50).map { try summary($0, "Same") }
        #expect(list(contacts.shuffled()).contacts.map(\.id) == Array(1...50))
    }

    @Test func aChangeGivesTheListThatANewSortWould() throws {
        var generator = SystemRandomNumberGenerator()
        func random(_ id: Int) throws -> ContactSummary {
            try summary(id, String((0..<3).map { _ in "aábBzé1"[Int.random(in: 0..<7, using: &generator)] }))
        }
        var contacts = try Dictionary(uniqueKeysWithValues: (1...60).map { ($0, try random($0)) })
        var sorted = SortedContacts(
            Array(contacts.values), order: ContactOrder(), collation: Collation(localeName: "C"))
        for _ in 0..<30 {
            let ids = Set((0..<8).map { _ in Int.random(in: 1...80, using: &generator) })
            for id in ids { contacts[id] = Bool.random() ? try random(id) : nil }
            sorted.replace(ids, with: ids.compactMap { contacts[$0] })
            #expect(sorted.list == list(Array(contacts.values)))
        }
    }

    @Test func anEmptyListHasNoLetters() {
        let list = list([])
        #expect(list.contacts.isEmpty && list.sections.isEmpty)
    }
}

extension String {
    fileprivate subscript(position: Int) -> Character {
        self[index(startIndex, offsetBy: position)]
    }
}
