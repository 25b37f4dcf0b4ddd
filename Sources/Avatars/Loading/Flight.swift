import Model
import Network

/// One load of one picture, for all states that want it, whatever their sizes.
final class Flight<Picture: Sendable> {
    let picture: PictureReference
    /// Nil for a picture inside a contact's copy.
    let request: HTTPRequest?
    /// Whether a copy on disk is passed over.
    let skipsDisk: Bool
    /// How often everything had been removed when it began.
    let generation: Int
    /// States that have not got their picture yet.
    private(set) var waiting: [ObjectIdentifier: AvatarState<Picture>] = [:]
    /// Once the bytes are there they are worth keeping, even if nobody waits any more.
    var hasData = false
    /// The last who waited has gone, before the bytes were there.
    var isAbandoned = false
    var task: Task<Void, Never>?
    private var order = 0

    init(_ picture: PictureReference, by request: HTTPRequest?, skipsDisk: Bool, generation: Int) {
        self.picture = picture
        self.request = request
        self.skipsDisk = skipsDisk
        self.generation = generation
    }

    var priority: RequestPriority {
        let urgency = waiting.values.compactMap { $0.urgency }.max() ?? .background
        return RequestPriority(urgency: urgency, order: order)
    }

    /// The `data:` URL with the picture, where one of those who wait has it at hand.
    var inlineURL: String? { waiting.values.lazy.compactMap { $0.inlineURL }.first }

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
