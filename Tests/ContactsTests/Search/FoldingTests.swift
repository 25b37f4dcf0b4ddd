import Testing

@testable import Contacts

struct FoldingTests {
    @Test(arguments: [
        ("Émile", "emile"), ("E\u{301}mile", "emile"), ("STRASSE Straße", "strasse strasse"),
        ("Ægir Øre Łódź", "aegir ore lodz"),
        ("ﬁn", "fin"), ("Ｆｕｌｌ１２", "full12"), ("İstanbul ılık", "istanbul ilik"),
        ("ΟΔΥΣΣΕΎΣ οδυσσεύς", "οδυσσευσ οδυσσευσ"),
        ("Ёлка", "елка"), ("カタカナ ｶﾀｶﾅ", "かたかな かたかな"), ("مُحَمَّد مـحمد أحمد", "محمد محمد احمد"), ("שָׁלוֹם", "שלום"),
        ("a\u{200d}b\u{ad}c\u{202e}", "abc"), ("x²", "x2"), ("", ""),
    ])
    func dropsWhatASearchDoesNotCareFor(text: String, folded: String) {
        #expect(Folding.fold(text) == folded)
    }
}
