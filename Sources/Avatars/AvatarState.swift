import Model
public import Network

/// How far one picture is at one size; all views that show it share it.
@MainActor
public final class AvatarState<Picture: Sendable> {
    /// A picture in memory is there as soon as the state is.
    public private(set) var current = ImageLoadState<Picture>.idle

    let picture: PictureReference
    let size: PictureSize
    /// Nil for a picture inside a contact's copy, or without a usable address.
    private(set) lazy var request = store?.environment.request(picture)
    /// The `data:` URL with the picture, if the first caller had it at hand.
    let inlineURL: String?
    /// The picture in `current` may have changed on the server.
    var isOutdated = false

    private weak var store: AvatarStore<Picture>?
    private var demand = Demand()
    private var observers: [(id: Int, onChange: (ImageLoadState<Picture>) -> Void)] = []
    private var lastObserver = 0

    init(_ picture: PictureReference, size: PictureSize, inlineURL: String?, store: AvatarStore<Picture>) {
        self.picture = picture
        self.size = size
        self.inlineURL = inlineURL
        self.store = store
    }

    isolated deinit {
        store?.forgetReleased(picture)
    }

    /// A view shows it (`visible`) or will soon (`background`): loads the picture unless it is there. Each call needs a
    /// `release`.
    public func want(_ urgency: HTTPUrgency = .visible) {
        demand[urgency] += 1
        store?.count(self)
        store?.load(self)
    }

    /// That view has gone. With the last one the load is cancelled, and a picture of a large size is let go.
    public func release(_ urgency: HTTPUrgency = .visible) {
        // A caller that mixes up its urgencies must not keep a load alive for ever.
        guard let counted = demand[urgency] > 0 ? urgency : demand.highest else { return }
        demand[counted] -= 1
        if !isWanted { store?.leave(self) }
    }

    /// Calls back with each new state until the observation is released.
    public func observe(_ onChange: @escaping (ImageLoadState<Picture>) -> Void) -> AvatarObservation {
        lastObserver += 1
        let id = lastObserver
        observers.append((id, onChange))
        return AvatarObservation { [weak self] in self?.observers.removeAll { $0.id == id } }
    }
}

/// Keeps a callback alive.
@MainActor
public final class AvatarObservation {
    private let onEnd: () -> Void

    init(onEnd: @escaping () -> Void) {
        self.onEnd = onEnd
    }

    isolated deinit {
        onEnd()
    }
}

extension AvatarState {
    var isWanted: Bool { urgency != nil }

    /// The highest of all views that want it.
    var urgency: HTTPUrgency? { demand.highest }

    var isLoaded: Bool { current.image != nil }

    /// Whether another host than the account's own gets the request for it.
    var isExternal: Bool { request?.sendsCredentials == false }

    /// Whether there is no way to ask for it, although it is not in a contact's copy.
    var hasNoAddress: Bool {
        switch picture {
        case .none, .inline, .pending: false
        case .url, .server: request == nil
        }
    }

    /// Whether a load would bring something that is not shown yet.
    var needsLoading: Bool {
        picture != .none && current.error == nil && (!isLoaded || isOutdated)
    }

    /// Where the memory cache keeps the decode.
    var cacheKey: AvatarCacheKey { AvatarCacheKey(picture: picture, pixels: size.decoded) }

    func show(_ image: Picture) {
        isOutdated = false
        change(to: .loaded(image))
    }

    func fail(_ error: ImageLoadError) {
        isOutdated = false
        change(to: .failed(error))
    }

    /// A picture that is there stays until the new one comes.
    func beginLoading() {
        if !isLoaded { change(to: .loading) }
    }

    /// Initials.
    func clear() {
        isOutdated = false
        change(to: .idle)
    }

    private func change(to state: ImageLoadState<Picture>) {
        switch (current, state) {
        case (.idle, .idle), (.loading, .loading): return
        default: current = state
        }
        // A callback may end its own or another observation.
        for observer in observers where observers.contains(where: { $0.id == observer.id }) {
            observer.onChange(current)
        }
    }
}

/// How many views want a picture, by urgency.
private struct Demand {
    private var person = 0
    private var edit = 0
    private var visible = 0
    private var background = 0

    var highest: HTTPUrgency? {
        person > 0 ? .person : edit > 0 ? .edit : visible > 0 ? .visible : background > 0 ? .background : nil
    }

    subscript(urgency: HTTPUrgency) -> Int {
        get {
            switch urgency {
            case .person: person
            case .edit: edit
            case .visible: visible
            case .background: background
            }
        }
        set {
            switch urgency {
            case .person: person = newValue
            case .edit: edit = newValue
            case .visible: visible = newValue
            case .background: background = newValue
            }
        }
    }
}
