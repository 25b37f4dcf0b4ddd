/// A request from outside of the window to show a page in it.
enum ShowRequest {
    /// A contact, by its id.
    case contact(Int)
    /// The search, with a text.
    case search(String)

    /// The contacts of links.
    case links([String])

    /// Where the list goes for it.
    var place: ListPlace? {
        if case .contact(let id) = self { ListPlace(selected: id, top: id) } else { nil }
    }
}
