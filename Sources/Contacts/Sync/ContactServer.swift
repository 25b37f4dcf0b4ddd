public import Foundation
public import Model
public import Network

/// A server with contacts, as synchronisation and windows use it. All its answers have been checked and bounded.
@MainActor
public protocol ContactServer: AnyObject {
    /// Makes sure that such a server is at this address, without showing it the token.
    ///
    /// Returns the address that answered, which is another one when the server redirects, such as from http to https.
    func checkServer() async throws(ServerError) -> ServerAddress

    /// Makes sure that the server takes the token.
    func checkToken() async throws(ServerError)

    /// The user that the token belongs to.
    func me() async throws(ServerError) -> User

    /// A page of the contacts that are neither archived nor partial; pages count from 1.
    func contacts(
        page: Int, perPage: Int, sort: ContactSort, urgency: HTTPUrgency
    ) async throws(ServerError) -> ContactPage

    /// One contact, also an archived or partial one.
    func contact(id: Int, urgency: HTTPUrgency) async throws(ServerError) -> Contact

    /// The entries in one section of a contact, the latest entered first; at most `SectionEntries.maxCount`.
    func entries(
        in section: ContactSection, ofContact id: Int, urgency: HTTPUrgency
    ) async throws(ServerError) -> SectionEntries

    /// A page of the reminders of all contacts; pages count from 1.
    func reminders(page: Int, perPage: Int, urgency: HTTPUrgency) async throws(ServerError) -> ReminderPage

    /// A page of a section of all contacts; pages count from 1.
    func entries(
        in section: ContactSection, page: Int, perPage: Int, urgency: HTTPUrgency
    ) async throws(ServerError) -> AccountEntries

    /// Reads the latest entries of the user's journal, at most `JournalEntry.maxCount`, and whether they are all. The request
    /// is not urgent.
    func journal() async throws(ServerError) -> (entries: [JournalEntry], isWhole: Bool)

    /// A section of a contact with these entries of it.
    func section(of entries: [Data]) -> SectionEntries

    /// Reads the choices that the forms of contacts offer. The requests are not urgent.
    func formChoices() async throws(ServerError) -> FormChoices

    /// The loader of the account's pictures. `number` returns the server's number of a contact; nil for a contact that the
    /// server does not know.
    func pictureServer(number: @escaping (Int) async -> Int?) -> any PictureServer

    /// The sender of pending changes; nil for a server that takes none. `choices` gives the known choices of forms: values
    /// have words for the server's numbers. `photo` gives the bytes of a photo that is to be sent, by the name of its file.
    func writeServer(
        choices: @escaping @Sendable () async -> FormChoices?, photo: @escaping @Sendable (String) async -> Data?
    ) -> (any WriteServer)?

    /// The photos of a contact, by the server's number, the newest first; at most `PhotoAlbum.maxPhotos`. Their names are
    /// `PhotoID.remote`.
    func photos(ofContact id: Int) async throws(ServerError) -> [ContactPhoto]

    /// The picture of one of these photos.
    func bytes(of photo: ContactPhoto) async throws(ServerError) -> Data
}

/// A page of the entries that all contacts have in a section.
public struct AccountEntries: Sendable {
    /// Each entry as the server sent it, by the server's number of its contact.
    public var entries: [(contact: Int, serverCopy: Data)]
    /// The number of the last page.
    public var lastPage: Int

    /// Entries of a page.
    public init(entries: [(contact: Int, serverCopy: Data)], lastPage: Int) {
        self.entries = entries
        self.lastPage = lastPage
    }
}

extension ContactServer {
    /// One contact for which a person waits.
    public func contact(id: Int) async throws(ServerError) -> Contact {
        try await contact(id: id, urgency: .person)
    }
}
