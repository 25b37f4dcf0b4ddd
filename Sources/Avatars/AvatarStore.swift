public import Foundation
public import Model

/// Contacts' pictures: from memory at once, else from disk, the account's server or another host.
@MainActor
public final class AvatarStore<Picture: Sendable> {
    struct WeakState {
        weak var state: AvatarState<Picture>?
    }

    /// Whether hosts other than the account's own are asked for pictures.
    public var showsExternalPictures: Bool {
        didSet { if showsExternalPictures != oldValue { externalPicturesChanged() } }
    }

    let environment: Environment
    let memory: MemoryCache<Picture>
    let fetcher: PictureFetcher
    let disk: DiskCache?
    let writer: DiskWriter<Picture>?
    let counters = Counters()
    var states: [StateKey: WeakState] = [:]
    var flights: [PictureID: Flight<Picture>] = [:]
    var revalidations: [PictureID: Task<Void, Never>] = [:]
    /// Pictures that could not be had; not asked for again until something gives hope.
    var failures: [PictureID: ImageLoadError] = [:]
    /// When pictures that were shown are to be asked about again.
    var expiries: [PictureID: Date] = [:]
    var lastOrder = 0
    /// How often everything was removed: what was asked for before is not to be kept after.
    var clears = 0

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
        fetcher = PictureFetcher(
            photos: environment.photos, transport: environment.transport, inlineURL: environment.inlineURL,
            now: environment.now, sleep: environment.sleep, counters: counters)
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
        keepPhotosFoundUnasked()
    }

    /// What is decoded in memory now.
    public var memoryUse: CacheUse { CacheUse(pictures: memory.count, bytes: memory.bytes) }

    /// What is on disk now, counted off the main thread; nothing where there is no disk cache.
    public func diskUse() async -> CacheUse {
        await disk?.use() ?? CacheUse()
    }

    /// Counts since the start.
    public var statistics: AvatarStatistics { counters.values }

    /// The state that all views of this contact at this size share; `size` in application pixels, `scale` the
    /// screen's integer scale factor.
    ///
    /// A picture in memory is already in it. Nothing is asked for until somebody wants it.
    public func state(for subject: AvatarSubject, size: Int, scale: Int) -> AvatarState<Picture> {
        let key = StateKey(contactID: subject.contactID, size: size, scale: scale)
        let state: AvatarState<Picture>
        if let existing = states[key]?.state {
            state = existing
            if state.info != subject.info { replaceInfo(of: state, with: subject.info) }
        } else {
            state = AvatarState(key: key, info: subject.info, store: self)
            states[key] = WeakState(state: state)
        }
        guard state.picture != nil else { return state }
        if !state.needsLoading || showFromMemory(state) {
            if state.current.image != nil { counters.values.memoryHits += 1 }
        } else {
            counters.values.memoryMisses += 1
        }
        return state
    }
}

extension AvatarStore {
    /// Loads a contact's pictures anew: forgets failures and cached copies. The old picture stays until the new one is
    /// there, or for good if there is no network.
    public func reload(contactID: Int) {
        reload(liveStates.filter { $0.key.contactID == contactID })
    }

    /// Loads what is visible anew, and asks again for everything that failed.
    public func refresh() {
        failures = [:]
        fetcher.forget()
        let states = liveStates
        for state in states where !state.isWanted && state.current.error != nil { state.clear() }
        reload(states.filter(\.isWanted))
    }

    /// Asks again for what failed for want of a network.
    public func networkReturned() {
        failures = failures.filter { !$0.value.isTransient }
        for state in liveStates where state.current.error?.isTransient == true {
            state.clear()
            if state.isWanted { load(state) }
        }
    }

    /// Makes what views show anew, after the way to do that has changed; nothing is loaded again that is in memory.
    public func redraw() {
        memory.removeResampled()
        for state in liveStates where state.loaded != nil {
            state.isOutdated = true
            if state.isWanted { load(state) } else { state.clear() }
        }
    }

    /// Removes a picture from the disk whose contact is gone.
    public func forget(_ info: AvatarInfo) {
        if let url = environment.locate(info).url { disk?.remove(url) }
    }

    /// Lets go of all pictures that no view shows.
    public func lowMemory() {
        memory.removeAll()
        for state in liveStates where !state.isWanted && state.loaded != nil { state.clear() }
    }

    /// Ends everything under way and empties memory and disk, for a log-out; returns the files that could not be
    /// removed.
    @discardableResult
    public func clear() async -> [URL] {
        clears += 1
        for flight in flights.values { flight.task?.cancel() }
        for task in revalidations.values { task.cancel() }
        flights = [:]
        revalidations = [:]
        failures = [:]
        expiries = [:]
        memory.removeAll()
        writer?.cancel()
        fetcher.forget()
        for state in liveStates { state.clear() }
        return await disk?.clear() ?? []
    }
}

extension AvatarStore {
    var liveStates: [AvatarState<Picture>] { states.values.compactMap(\.state) }

    /// Drops the entry of a state that was released, unless a new one took its place.
    func forget(_ key: StateKey) {
        if let entry = states[key], entry.state == nil { states[key] = nil }
    }

    /// Whether the picture, or a remembered failure, is shown without waiting.
    func showFromMemory(_ state: AvatarState<Picture>) -> Bool {
        guard let picture = state.picture, let key = state.cacheKey else { return false }
        if let image = memory.picture(for: key, shown: state.size) {
            leaveFlight(state)
            state.show(image)
            return true
        }
        guard let failure = failures[picture] else { return false }
        state.fail(failure)
        return true
    }
}

private extension AvatarStore {
    func replaceInfo(of state: AvatarState<Picture>, with info: AvatarInfo) {
        guard PictureID(contactID: state.key.contactID, info: info) != state.picture else {
            return state.replaceInfo(with: info)
        }
        leaveFlight(state)
        state.replaceInfo(with: info)
        let isNowhere = state.picture == nil || environment.locate(info) == .nowhere
        if isNowhere || state.loaded == nil { state.clear() }
        if state.isWanted { load(state) }
    }

    func reload(_ states: [AvatarState<Picture>]) {
        let pictures = Set(states.compactMap(\.picture))
        for picture in pictures {
            failures[picture] = nil
            memory.remove(picture)
            revalidations.removeValue(forKey: picture)?.cancel()
            flights.removeValue(forKey: picture)?.task?.cancel()
        }
        let affected = liveStates.filter { $0.picture.map(pictures.contains) ?? false }
        for state in affected {
            if state.current.error != nil { state.clear() }
            state.isOutdated = true
        }
        for state in affected where state.isWanted { load(state, skipsDisk: true) }
        for picture in pictures where flights[picture] == nil {
            let info = affected.first { $0.picture == picture }?.info
            let url = info.flatMap { environment.locate($0).url }
            if let url { disk?.remove(url) }
        }
    }

    func externalPicturesChanged() {
        let external = liveStates.filter { environment.locate($0.info).isExternal }
        if !showsExternalPictures {
            memory.removeAll()
            for task in revalidations.values { task.cancel() }
            revalidations = [:]
        }
        for state in external {
            leaveFlight(state)
            state.clear()
            if state.isWanted { load(state) }
        }
    }

    /// A page of the API brings photos of other contacts along; they need not be asked for again.
    func keepPhotosFoundUnasked() {
        guard let writer else { return }
        fetcher.search.onFoundUnasked = { [locate = environment.locate] photo in
            let location = locate(AvatarInfo(url: photo.link, source: .photo))
            guard case .photo(let url, _) = location, let dataURL = photo.dataURL else { return }
            writer.store(inlinePicture: dataURL, as: url)
        }
    }
}
