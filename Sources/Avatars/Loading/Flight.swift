import Model
import Network

/// One load of one picture, for all states that want it, whatever their sizes.
final class Flight<Picture: Sendable> {
    let picture: PictureID
    let location: PictureLocation
    let contactID: Int
    /// Whether a copy on disk is passed over.
    let skipsDisk: Bool
    /// States that have not got their picture yet.
    private(set) var waiting: [ObjectIdentifier: AvatarState<Picture>] = [:]
    /// Once the bytes are there they are worth keeping, even if nobody waits any more.
    var hasData = false
    /// The last who waited has gone, before the bytes were there.
    var isAbandoned = false
    var task: Task<Void, Never>?
    private var order = 0

    init(picture: PictureID, location: PictureLocation, contactID: Int, skipsDisk: Bool) {
        self.picture = picture
        self.location = location
        self.contactID = contactID
        self.skipsDisk = skipsDisk
    }

    var priority: RequestPriority {
        let urgency = waiting.values.compactMap(\.urgency).max() ?? .background
        return RequestPriority(urgency: urgency, order: order)
    }

    func add(_ state: AvatarState<Picture>, order: Int) {
        waiting[ObjectIdentifier(state)] = state
        self.order = max(self.order, order)
    }

    /// Whether the state was waiting.
    @discardableResult
    func remove(_ state: AvatarState<Picture>) -> Bool {
        waiting.removeValue(forKey: ObjectIdentifier(state)) != nil
    }
}
