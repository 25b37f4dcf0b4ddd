import Testing

@testable import CameoApp

/// The server's words for labels are shown in the person's language.
struct LabelNameTests {
    @Test(arguments: [
        ("home", "Home"), ("Home", "Home"), ("cell", "Mobile"), ("work", "Work"), ("other", "Other"),
        ("Summer house", "Summer house"),
        ("", ""),
    ])
    func aLabelHasAName(label: String, name: String) {
        #expect(LabelName.text(for: label) == name)
    }

    @Test(arguments: [
        ("Home", "home", "Home"), ("work", "work", "Work"), ("Mobile", "cell", "Mobile"), ("Boat", "Boat", "Boat"),
    ])
    func whatIsTypedIsStoredAsTheServersWord(typed: String, word: String, name: String) {
        #expect(LabelName.stored(typed) == word)
        #expect(LabelName.storedName(typed) == name)
    }
}
