import Model
public import Network

/// Which of a contact's states.
nonisolated struct StateKey: Hashable {
    let contactID: Int
    let size: Int
    let scale: Int
}

/// How far one contact's picture is at one size; all views that show it share it.
@MainActor
public final class AvatarState<Picture: Sendable> {
    /// A picture in memory is there as soon as the state is.
    public private(set) var current = ImageLoadState<Picture>.idle

    let key: StateKey
    let size: PictureSize
    private(set) var info: AvatarInfo
    /// What is to be shown.
    private(set) var picture: PictureID?
    /// What `current` shows, once loaded: the contact's former picture until the new one is there.
    private(set) var loaded: PictureID?
    /// What `current` shows may have changed on the server.
    var isOutdated = false

    private weak var store: AvatarStore<Picture>?
    private var wishes = WishCounts()
    private var observers: [(id: Int, onChange: (ImageLoadState<Picture>) -> Void)] = []
    private var lastObserver = 0

    init(key: StateKey, info: AvatarInfo, store: AvatarStore<Picture>) {
        self.key = key
        self.info = info
        self.store = store
        picture = PictureID(contactID: key.contactID, info: info)
        size = PictureSize(size: key.size, scale: key.scale)
    }

    isolated deinit {
        store?.forget(key)
    }

    /// A view shows it (`visible`) or will soon (`background`): loads the picture unless it is there. Wishes are
    /// counted; each needs a `release`.
    public func want(_ urgency: HTTPUrgency = .visible) {
        wishes[urgency] += 1
        store?.load(self)
    }

    /// That view has gone. With the last one the load is cancelled, and a picture of a large size is let go.
    public func release(_ urgency: HTTPUrgency = .visible) {
        // A caller that mixes up its urgencies must not keep a load alive for ever.
        guard let counted = wishes[urgency] > 0 ? urgency : wishes.highest else { return }
        wishes[counted] -= 1
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

    /// The highest of all wishes.
    var urgency: HTTPUrgency? { wishes.highest }

    /// Whether a load would bring something that is not shown yet.
    var needsLoading: Bool {
        picture != nil && current.error == nil && (loaded != picture || isOutdated)
    }

    /// Where the memory cache keeps the decode.
    var cacheKey: AvatarCacheKey? {
        picture.map { AvatarCacheKey(picture: $0, pixels: size.decoded) }
    }

    /// Takes the contact's new picture; `current` stays until somebody changes it.
    func replaceInfo(with info: AvatarInfo) {
        self.info = info
        picture = PictureID(contactID: key.contactID, info: info)
    }

    func show(_ image: Picture) {
        loaded = picture
        isOutdated = false
        change(to: .loaded(image))
    }

    func fail(_ error: ImageLoadError) {
        loaded = nil
        isOutdated = false
        change(to: .failed(error))
    }

    /// A picture that is there stays until the new one comes.
    func beginLoading() {
        if loaded == nil { change(to: .loading) }
    }

    /// Initials.
    func clear() {
        loaded = nil
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
private struct WishCounts {
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
