public import Model
public import Network

/// The server's lists of photos, in which each is whole: pages of so many, which count from 1, the newest first.
public struct PhotoLists {
    /// The photos of one contact.
    public typealias OfContact = (
        _ contactID: Int, _ page: Int, _ perPage: Int, HTTPUrgency
    ) async throws(ServerError) -> [Photo]
    /// All photos.
    public typealias All = (_ page: Int, _ perPage: Int, HTTPUrgency) async throws(ServerError) -> PhotoPage

    let ofContact: OfContact
    let all: All

    /// The two lists that a server has.
    public init(ofContact: @escaping OfContact, all: @escaping All) {
        self.ofContact = ofContact
        self.all = all
    }
}
