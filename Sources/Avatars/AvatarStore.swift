public import Foundation
public import Model
import Network
import Platform

/// Contacts' pictures: from memory at once, else from disk, the account's server or another host.
@MainActor
public final class AvatarStore<Picture: Sendable> {
    struct WeakState {
        weak var state: AvatarState<Picture>?
    }

    /// Whether hosts other than the account's own get requests for pictures.
    public var showsExternalPictures: Bool {
        didSet { if showsExternalPictures != oldValue { externalPicturesChanged() } }
    }

    /// The size of the views in the list. Their squares are kept on disk.
    public var squareSize: Int?

    let environment: Environment
    let memory: MemoryCache<Picture>
    let disk: DiskCache?
    let writer: DiskWriter<Picture>?
    let counters = Counters()
    /// Few of each picture: one for each size.
    var states: [PictureReference: [WeakState]] = [:]
    var flights: [PictureReference: Flight<Picture>] = [:]
    var revalidations: [PictureReference: Task<Void, Never>] = [:]
    /// The pictures that failed to load. A refresh, a reload or the return of the network requests them again.
    var failures: [PictureReference: ImageLoadError] = [:]
    /// When pictures that were shown are to be asked about again.
    var expiries: [PictureReference: Date] = [:]
    var lastOrder = 0
    /// The number of removals of all pictures. Answers to requests from before a removal are not kept.
    var generation = 0

    /// A store for one account; another account needs another store.
    public init(
        environment: Environment, configuration: AvatarCacheConfiguration = .default,
        showsExternalPictures: Bool = true
    ) {
        self.environment = environment
        self.showsExternalPictures = showsExternalPictures
        memory = MemoryCache(
            countLimit: configuration.memoryCacheLimit, byteLimit: configuration.memoryCapacityBytes,
            cost: environment.cost)
        let disk = environment.disk.map {
            DiskCache(
                folder: $0.folder, account: $0.account, capacity: configuration.diskCapacityBytes,
                hasRoom: $0.hasRoom)
        }
        self.disk = disk
        if let disk, let encode = environment.disk?.encode {
            let decode = environment.decode
            let pixels = configuration.diskPixels
            writer = DiskWriter(disk: disk, pixels: pixels, decode: decode, encode: encode)
        } else {
            writer = nil
        }
    }

    /// The decoded pictures in memory now.
    public var memoryUse: CacheUse { CacheUse(pictures: memory.count, bytes: memory.bytes) }

    /// The pictures on disk now, counted off the main thread; zero without a disk cache.
    public func diskUse() async -> CacheUse {
        await disk?.use() ?? CacheUse()
    }

    /// Counts since the start.
    public var statistics: AvatarStatistics { counters.values }

    /// The state that all views of a picture at this size share; `size` in application pixels, `scale` the screen's integer
    /// scale factor.
    ///
    /// A picture in memory is already in it. No request starts before a view wants the picture. `inlineURL` is the `data:` URL
    /// with the picture, if it is at hand.
    public func state(
        for picture: PictureReference, inlineURL: String? = nil, size: Int, scale: Int
    ) -> AvatarState<Picture> {
        let size = PictureSize(size: size, scale: scale)
        // A key path of a generic type is made anew each time it is passed, and this runs for each row.
        if let existing = states[picture]?.lazy.compactMap({ $0.state }).first(where: { $0.size == size }) {
            if existing.needsLoading { showFromMemory(existing) }
            return existing
        }
        let state = AvatarState(picture, size: size, inlineURL: inlineURL, store: self)
        states[picture, default: []].append(WeakState(state: state))
        showFromMemory(state)
        return state
    }

    /// A picture at this size from memory; nil if it is not there.
    public func inMemory(_ picture: PictureReference, size: Int, scale: Int) -> Picture? {
        let size = PictureSize(size: size, scale: scale)
        return memory.picture(for: AvatarCacheKey(picture: picture, pixels: size.decoded), shown: size)
    }
}

extension AvatarStore {
    /// Loads a picture anew: forgets a failure and cached copies. The old picture stays until the new one is there, or for
    /// good if there is no network.
    public func reload(_ picture: PictureReference) {
        reload([picture])
    }

    /// Reloads the visible pictures, and repeats all failed requests.
    public func refresh() {
        failures = [:]
        environment.forgetFailures()
        let states = liveStates
        for state in states where !state.isWanted && state.current.error != nil { state.clear() }
        reload(Set(states.lazy.filter(\.isWanted).map(\.picture)))
    }

    /// Repeats the requests that failed without a network.
    public func networkReturned() {
        failures = failures.filter { !$0.value.isTransient }
        for state in liveStates where state.current.error?.isTransient == true {
            state.clear()
            if state.isWanted { load(state) }
        }
    }

    /// Makes the pictures of views anew after a change of their look. Pictures in memory are not loaded again.
    public func redraw() {
        memory.removeResampled()
        for state in liveStates where state.isLoaded {
            state.isOutdated = true
            if state.isWanted { load(state) } else { state.clear() }
        }
    }

    /// Stores a picture that the account's own server sent without a request for it. A later view needs no request then.
    public func keep(_ picture: PictureReference, dataURL: String) {
        guard let request = environment.request(picture), request.sendsCredentials else { return }
        writer?.store(inlinePicture: dataURL, as: request.url)
    }

    /// Stores a photo that was sent: it need not be asked for.
    public func keep(_ picture: PictureReference, photo: Data) async {
        guard let request = environment.request(picture), request.sendsCredentials else { return }
        let digest = await SHA256Digest.make(of: photo)
        writer?.store(photo, digest: digest, freshness: Freshness(), as: request.url)
    }

    /// Removes the picture of a gone contact from the disk.
    public func forget(_ picture: PictureReference) {
        if let url = place(of: picture, by: environment.request(picture)) { disk?.remove(url) }
    }

    /// Lets go of all pictures that no view shows.
    public func lowMemory() {
        memory.removeAll()
        for state in liveStates where !state.isWanted && state.isLoaded { state.clear() }
    }

    /// Ends everything under way and empties memory and disk, for a log-out; returns the files that could not be
    /// removed.
    @discardableResult
    public func clear() async -> [URL] {
        generation += 1
        for flight in flights.values { flight.task?.cancel() }
        for task in revalidations.values { task.cancel() }
        flights = [:]
        revalidations = [:]
        failures = [:]
        expiries = [:]
        memory.removeAll()
        writer?.cancel()
        environment.forgetFailures()
        for state in liveStates { state.clear() }
        return await disk?.clear() ?? []
    }
}

extension AvatarStore {
    var liveStates: [AvatarState<Picture>] { states.values.flatMap { $0.compactMap { $0.state } } }

    /// Counts that a view wants a picture.
    func count(_ state: AvatarState<Picture>) {
        if state.isLoaded {
            counters.values.memoryHits += 1
        } else if state.needsLoading {
            counters.values.memoryMisses += 1
        }
    }

    /// The name of a picture on disk. A picture in a contact's copy has one for its square.
    func place(of picture: PictureReference, by request: HTTPRequest?) -> URL? {
        guard case .inline(let digest, let contactID) = picture else { return request?.url }
        return URL(string: "inline:\(contactID)/\(digest)")
    }

    func liveStates(of picture: PictureReference) -> [AvatarState<Picture>] {
        states[picture]?.compactMap { $0.state } ?? []
    }

    /// Drops the entries of a picture's released states.
    func forgetReleased(_ picture: PictureReference) {
        guard let index = states.index(forKey: picture) else { return }
        states.values[index].removeAll { $0.state == nil }
        if states.values[index].isEmpty { states.remove(at: index) }
    }

    /// Whether the picture, or a remembered failure, is shown without waiting.
    @discardableResult
    func showFromMemory(_ state: AvatarState<Picture>) -> Bool {
        guard state.picture != .none else { return false }
        if let image = memory.picture(for: state.cacheKey, shown: state.size) {
            leaveFlight(state)
            state.show(image)
            return true
        }
        guard let failure = failures[state.picture] else { return false }
        state.fail(failure)
        return true
    }
}

private extension AvatarStore {
    func reload(_ pictures: Set<PictureReference>) {
        for picture in pictures {
            failures[picture] = nil
            memory.remove(picture)
            revalidations.removeValue(forKey: picture)?.cancel()
            flights.removeValue(forKey: picture)?.task?.cancel()
            let states = liveStates(of: picture)
            for state in states {
                if state.current.error != nil { state.clear() }
                state.isOutdated = true
            }
            for state in states where state.isWanted { load(state, skipsDisk: true) }
            if flights[picture] == nil, let url = states.first?.request?.url { disk?.remove(url) }
        }
    }

    func externalPicturesChanged() {
        if !showsExternalPictures {
            memory.removeAll()
            for task in revalidations.values { task.cancel() }
            revalidations = [:]
        }
        for state in liveStates where state.isExternal {
            leaveFlight(state)
            state.clear()
            if state.isWanted { load(state) }
        }
    }
}
