/// The orders in which a server lists contacts; none goes by name.
public enum ContactSort: Sendable {
    case created, updated, updatedDescending, createdDescending
}

/// One page of the list of contacts.
public struct ContactPage: Sendable {
    /// The page's contacts that could be read.
    public var contacts: [Contact]
    /// How many entries of the page had no usable id, or were too large.
    public var unreadable: Int
    /// The page's number, from 1.
    public var page: Int
    /// The last page's number.
    public var lastPage: Int
    /// Of all pages.
    public var total: Int

    /// A page of a list.
    public init(contacts: [Contact] = [], unreadable: Int = 0, page: Int, lastPage: Int, total: Int) {
        self.contacts = contacts
        self.unreadable = unreadable
        self.page = page
        self.lastPage = lastPage
        self.total = total
    }
}
