import Testing

@testable import Contacts

/// A name of changed parts is as the server puts it together.
struct CompleteNameTests {
    private typealias Parts = CompleteName.Parts
    private static let before: Parts = ("Ada", "Lovelace", nil)
    private static let after: Parts = ("Ada", "Lovelace", "Countess")

    @Test(arguments: [
        ("Bob Byron (Bo)", "Ada Lovelace (Countess)"), ("Bob (Bo) Byron", "Ada (Countess) Lovelace"),
        ("Bob Byron", "Ada Lovelace"),
    ])
    func aFirstNicknameStandsWhereThoseOfOthersStand(other: String, name: String) {
        let others: [(complete: String, parts: Parts)] = [(other, ("Bob", "Byron", "Bo"))]
        #expect(
            CompleteName.changed("Ada Lovelace", from: Self.before, to: Self.after, others: others) == name)
        #expect(CompleteName.changed(nil, from: (nil, nil, nil), to: Self.after, others: others) == name)
    }

    @Test func theNameItselfTellsMoreThanOthers() {
        let others: [(complete: String, parts: Parts)] = [("Bob Byron (Bo)", ("Bob", "Byron", "Bo"))]
        #expect(
            CompleteName.changed("Lovelace Ada", from: Self.before, to: Self.after, others: others) == "Lovelace Ada")
        #expect(CompleteName.changed("Ada Lovelace", from: Self.before, to: Self.after) == "Ada Lovelace")
        #expect(CompleteName.changed(nil, from: (nil, nil, nil), to: Self.after) == nil)
    }
}
