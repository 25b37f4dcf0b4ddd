import Testing

@testable import CameoApp

/// Names in the order that a person chose.
@Suite struct NameOrderTests {
    @Test(arguments: [
        ("Ada Lovelace", "Ada Lovelace", "Lovelace Ada"),
        ("Lovelace Ada", "Ada Lovelace", "Lovelace Ada"),
        // A middle name is nowhere but in the whole name.
        ("Ada Augusta Lovelace", "Ada Augusta Lovelace", "Lovelace Ada Augusta"),
        ("Lovelace Ada Augusta", "Ada Augusta Lovelace", "Lovelace Ada Augusta"),
        ("Ada Lovelace (Countess)", "Ada Lovelace (Countess)", "Lovelace Ada (Countess)"),
        // The server shows nicknames only.
        ("Countess", "Ada Lovelace", "Lovelace Ada"),
    ])
    func theLastNameMoves(complete: String, firstFirst: String, lastFirst: String) {
        #expect(NameOrder.asOnServer.arranged(complete, firstName: "Ada", lastName: "Lovelace") == complete)
        #expect(NameOrder.firstNameFirst.arranged(complete, firstName: "Ada", lastName: "Lovelace") == firstFirst)
        #expect(NameOrder.lastNameFirst.arranged(complete, firstName: "Ada", lastName: "Lovelace") == lastFirst)
    }

    @Test(arguments: NameOrder.allCases)
    func aNameOfOnePartStaysAsItIs(order: NameOrder) {
        #expect(order.arranged("Ada", firstName: "Ada", lastName: nil) == "Ada")
        #expect(order.arranged("Ada", firstName: "Ada", lastName: "  ") == "Ada")
        #expect(order.arranged("Lovelace", firstName: nil, lastName: "Lovelace") == "Lovelace")
        #expect(order.arranged("", firstName: nil, lastName: nil) == "")
    }

    @Test func aNameWhosePartsAreAlikeKeepsBoth() {
        #expect(NameOrder.lastNameFirst.arranged("Ali Ali", firstName: "Ali", lastName: "Ali") == "Ali Ali")
    }
}
