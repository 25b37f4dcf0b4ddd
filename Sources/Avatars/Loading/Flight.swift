import Model
import Network

/// One load of one picture, for all states of any size that want it.
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
    /// The square of the bytes that were served last, if it is worth keeping.
    var square: DiskSquare?
    /// Whether the bytes have come. Then they are worth keeping, even if no state waits any more.
    var hasData = false
    /// The last waiting state has gone before the bytes came.
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

    /// The `data:` URL with the picture, if a waiting state has it at hand.
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
