/// A screen reader's description of suggestions.
enum SuggestionDescription {
    static func text(count: Int, chosen: String?) -> String {
        let all = trn("%d suggestion", "%d suggestions", count)
        return chosen.map { tr("%1$s, %2$s", $0, all) } ?? all
    }
}
