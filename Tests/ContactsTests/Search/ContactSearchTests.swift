import Dispatch
import Foundation
import GRDB
import Model
import Testing

@testable import Contacts

@Suite(.timeLimit(.minutes(1)))
struct ContactSearchTests {
    private let store: ContactStore

    init() async throws {
        store = try ContactStore.inMemory()
        func field(_ content: String, _ type: String?) -> [String: Any] {
            ["content": content, "contact_field_type": ["name": "x", "type": type as Any? ?? NSNull()]]
        }
        try await store.upsert([
            makeContact(
                1,
                [
                    "first_name": "Ada", "last_name": "Lovelace", "nickname": "Countess",
                    "complete_name": "Ada King Lovelace (Countess) ⚰",
                    "information": [
                        "career": ["job": "Mathematician", "company": "Analytical Engines Ltd"],
                        "how_you_met": ["general_information": "Met at the conference — talked for hours."],
                    ],
                    "contactFields": [
                        field("ada.lovelace@example.com", "email"), field("+33 (0)6 12-34.56 78", "phone"),
                        field("@enchantress", nil),
                    ],
                    "tags": [["id": 1, "name": "mathematics"], ["id": 2, "name": "Königsberg"]],
                    "notes": [["id": 1, "body": "First line.\nShe likes **Babbage** very much.\nLast line."]],
                ]),
            makeContact(2, ["first_name": "Émile", "last_name": "Zola", "complete_name": "Émile Zola"]),
            makeContact(3, ["first_name": "Bob", "last_name": "O’Neil", "complete_name": "Bob O’Neil"]),
            makeContact(4, ["first_name": "小明", "last_name": "王", "complete_name": "王小明"]),
            makeContact(5, ["first_name": "철수", "last_name": "김", "complete_name": "김철수"]),
            makeContact(6, ["first_name": "محمد", "last_name": nil as String? as Any, "complete_name": "مُحَمَّد"]),
            makeContact(
                7, ["first_name": "Jörg", "last_name": "Weiß", "complete_name": "Weiß, Jörg", "is_active": false]),
            makeContact(
                8,
                [
                    "first_name": "Mary-Ann", "last_name": "Smith", "complete_name": "Mary-Ann Smith",
                    "nickname": "🦊 fox",
                ]),
            makeContact(10, ["first_name": "℅", "last_name": "Meyers", "complete_name": "℅ Meyers"]),
            makeContact(9, ["first_name": "Smithson", "last_name": "Ada", "complete_name": "Smithson Ada"]),
        ])
    }

    private func ids(_ typed: String) async throws -> [Int] {
        try await store.search(typed).matches.map(\.id)
    }

    @Test(arguments: [
        ("℅ Meyers", [10]), ("¨", []), ("ﷺ", []), ("㏂", []), ("½", []),
        ("ada", [1, 9]), ("ADA", [1, 9]), ("lovel", [1]), ("love ada", [1]), ("ada love", [1]), ("ada zola", []),
        ("king", [1]), ("emile", [2]), ("émi", [2]), ("E\u{301}MILE", [2]), ("oneil", [3]), ("o'neil", [3]),
        ("o’neil", [3]),
        ("neil", [3]), ("小明", [4]), ("明", [4]), ("王小明", [4]), ("철수", [5]), ("처", [5]), ("محمد", [6]), ("مُحَمَّد", [6]),
        ("mary-ann", [8]), ("ann", [8]), ("mary ann", [8]), ("maryann", []), ("🦊", [8]), ("smith", [9, 8]),
        ("countess", [1]), ("mathematician", [1]), ("engines", [1]), ("ada.lovelace@exa", [1]), ("@example.com", [1]),
        ("enchant", [1]), ("konigs", [1]), ("babbage", [1]), ("conference", [1]), ("hours", [1]), ("xyz", []),
        ("ada math babbage ltd", [1]),
    ])
    func wordsAreFoundInEveryField(typed: String, found: [Int]) async throws {
        #expect(try await ids(typed) == found)
    }

    @Test(arguments: [
        "612345678", "06 12 34 56 78", "+33 6 12 34 56 78", "0033612345678", "33-6-12", "5678", "(0)612", "٦١٢٣٤",
        "12 34",
        "ada 612", "612 ada",
    ])
    func numbersAreFoundHoweverTheyAreWritten(typed: String) async throws {
        #expect(try await ids(typed) == [1])
    }

    @Test(arguments: [
        "", "   ", "-", "()", "'", "\"", "*", "^", "AND", "NOT ada", "a*b", "name:", "{x} : y", "\"ada", "(ada", "--",
        "NEAR(a b)", "\u{0}", "\u{1f}",
    ])
    func nothingThatIsTypedHasAMeaningForSQLite(typed: String) async throws {
        _ = try await store.search(typed)
    }

    @Test(arguments: ["o'brien-smith", "O’Brien-Smith", "brien", "smith", "o'brien-s", "brien-smith"])
    func anApostropheInsideANameSplitsNoSearch(typed: String) async throws {
        try await store.upsert([
            makeContact(21, ["first_name": "Eve", "last_name": "O'Brien-Smith", "complete_name": "Eve O'Brien-Smith"])
        ])
        #expect(try await ids(typed).contains(21))
    }

    @Test(arguments: ["+49 89 771234", "004989771234", "089 771234", "89-77", "771234"])
    func numbersOfTheCountryAreFoundWithItsCodeToo(typed: String) async throws {
        let phone: [String: Any] = [
            "content": "(089) 77 12 34", "contact_field_type": ["name": "Phone", "type": "phone"],
        ]
        try await store.upsert([makeContact(20, ["contactFields": [phone]])])
        #expect(try await ids(typed) == [20])
    }

    @Test func signsAreWordsOfTheirOwnAndFindNothing() async throws {
        #expect(try await ids("").isEmpty)
        #expect(try await ids("…—!").isEmpty)
    }

    @Test func archivedContactsAreFoundWhenAskedFor() async throws {
        #expect(try await ids("weiss").isEmpty)
        #expect(try await store.search("weiss", includingArchived: true).matches.map(\.id) == [7])
    }

    @Test(
        arguments: [
            ("lov", [SearchField.name], ["Ada King Lovelace (Countess)"], ["Lov"]),
            ("countess", [.name], ["Ada King Lovelace (Countess)"], ["Countess"]),
            ("matician", [], [], []),
            ("fox", [.nickname], ["🦊 fox"], ["fox"]),
            ("enchant", [.otherContact], ["@enchantress"], ["enchant"]),
            ("mathem", [.job], ["Mathematician"], ["Mathem"]),
            ("analyt engines", [.company], ["Analytical Engines Ltd"], ["Analyt Engines"]),
            ("lovelace@example", [.mail], ["ada.lovelace@example.com"], ["lovelace@example"]),
            ("0612 34", [.phone], ["+33 (0)6 12-34.56 78"], ["6 12-34"]),
            ("koenig", [.tag], ["Königsberg"], ["König"]),
            ("KONIGS", [.tag], ["Königsberg"], ["Königs"]),
            ("babb", [.note], ["She likes **Babbage** very much."], ["Babb"]),
            (
                "ada talked", [.name, .howWeMet],
                ["Ada King Lovelace (Countess)", "Met at the conference — talked for hours."], ["Ada", "talked"]
            ),
            ("strass", [], [], []),
        ] as [(String, [SearchField], [String], [String])])
    func eachMatchIsExplained(typed: String, fields: [SearchField], texts: [String], marks: [String]) async throws {
        let parts = try await store.search(typed).matches.first?.parts ?? []
        #expect(parts.map(\.field) == fields)
        #expect(parts.map(\.text) == texts)
        #expect(parts.map { part in part.ranges.map { String(part.text[$0]) }.joined(separator: " ") } == marks)
    }

    @Test func marksAreWhereTheFoldedTextIs() async throws {
        let part = try #require(try await store.search("emi").matches.first?.parts.first)
        #expect(part.ranges.map { part.text[$0] } == ["Émi"])
        let archived = try await store.search("weis", includingArchived: true)
        let name = try #require(archived.matches.first?.parts.first)
        #expect(name.ranges.map { name.text[$0] } == ["Weiß"])
    }

    @Test func aLongNoteIsShownAroundItsMatch() async throws {
        let body =
            String(repeating: "lorem ipsum ", count: 100) + "Needle" + String(repeating: " dolor sit", count: 100)
        try await store.upsert([makeContact(20, ["notes": [["id": 1, "body": body]]])])
        let part = try #require(try await store.search("needle").matches.first?.parts.first)
        #expect(part.text.count <= 160)
        #expect(part.text.hasPrefix("lorem") || part.text.hasPrefix("ipsum"))
        #expect(part.ranges.map { part.text[$0] } == ["Needle"])
    }

    @Test func namesThatBeginWithTheWordComeFirst() async throws {
        try await store.upsert([
            makeContact(31, ["first_name": "Zed", "complete_name": "Zed", "tags": [["id": 1, "name": "Quark"]]]),
            makeContact(32, ["first_name": "Bo", "last_name": "Quark", "complete_name": "Bo Quark"]),
            makeContact(33, ["first_name": "Quark", "last_name": nil as String? as Any, "complete_name": "Quark"]),
            makeContact(34, ["first_name": "Al", "last_name": "Quark", "complete_name": "Al Quark"]),
        ])
        #expect(try await ids("quark") == [33, 34, 32, 31])
    }

    @Test func changesAndDeletionsAreFollowed() async throws {
        try await store.upsert([
            makeContact(2, ["complete_name": "Somebody Else", "first_name": "Somebody", "last_name": "Else"])
        ])
        #expect(try await ids("zola").isEmpty)
        #expect(try await ids("somebody") == [2])
        try await store.remove(ids: [2])
        #expect(try await ids("somebody").isEmpty)
        let rows = try await store.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM contact_search") }
        #expect(rows == 9)
    }

    @Test func moreThanAskedForAreCut() async throws {
        try await store.upsert((100..<150).map { try makeContact($0, ["nickname": "same"]) })
        let some = try await store.search("same", limit: 20)
        #expect(some.matches.count == 20 && !some.isComplete)
        let all = try await store.search("same", limit: 50)
        #expect(all.matches.count == 50 && all.isComplete)
    }

    @Test @MainActor func aNewerQuestionEndsTheOneBefore() async throws {
        let search = ContactSearch(store: store)
        let isBusy = DispatchSemaphore(value: 0)
        let busy = Task { try await store.write { _ in isBusy.wait() } }
        let first = Task { try await search.results(for: "ada") }
        while search.current == nil { await Task.yield() }
        let question = search.current
        let second = Task { try await search.results(for: "zola") }
        while search.current == question { await Task.yield() }
        isBusy.signal()
        await #expect(throws: ContactStoreError.cancelled) { try await first.value }
        #expect(try await second.value.matches.map(\.id) == [2])
        try await busy.value
    }
}
