/// The words that pages show in place of the server's own, such as "Hund" for a dog. The index has the server's, in English.
public struct ShownWords: Sendable {
    /// By the words in the index.
    private let texts: [String: SearchedText]

    /// `words` has the shown word for each of the server's names, such as `small_animal`.
    public init(_ words: [String: String] = [:]) {
        let texts = words.map { name, word in (SearchField.words(of: name), SearchedText(word, .pet)) }
        self.texts = Dictionary(texts) { first, _ in first }
    }

    /// The values of a field. The shown word comes before the word in the index, and both are found.
    func shown(_ values: [SearchValue], in field: SearchField) -> [SearchValue] {
        guard field == .pet || field == .lifeEvent else { return values }
        return values.flatMap { value -> [SearchValue] in
            guard let text = texts[value.text] else { return [value] }
            return [SearchValue(text.value), value]
        }
    }

    /// The words in the index for which pages show a word that meets a term.
    func indexed(for term: SearchQuery.Term) -> [String] {
        texts.filter { !$0.value.ranges(of: term).isEmpty }.keys.sorted()
    }
}
