import Foundation
import Model
import Platform

extension AvatarStore {
    /// Gets a state its picture: from memory, by joining a flight, or by a new one.
    func load(_ state: AvatarState<Picture>, skipsDisk: Bool = false) {
        guard let picture = state.picture else { return }
        guard state.needsLoading else { return revalidateIfDue(state) }
        guard skipsDisk || !showFromMemory(state) else { return }
        lastOrder += 1
        if let flight = flights[picture] {
            flight.add(state, order: lastOrder)
            return state.beginLoading()
        }
        let location = environment.locate(state.info)
        switch location {
        case .nowhere: return state.clear()
        case _ where location.isExternal && !showsExternalPictures: return state.clear()
        case .invalid: return fail(.invalidURL, of: picture, for: [state])
        default: break
        }
        let flight = Flight<Picture>(
            picture: picture, location: location, contactID: state.key.contactID, skipsDisk: skipsDisk)
        flight.add(state, order: lastOrder)
        flights[picture] = flight
        flight.task = Task { [weak self] in await self?.run(flight) }
        state.beginLoading()
    }

    /// The last view of a state has gone.
    func leave(_ state: AvatarState<Picture>) {
        leaveFlight(state)
        if state.current.isLoading || !state.size.isShared { state.clear() }
        guard let picture = state.picture, revalidations[picture] != nil else { return }
        let isWanted = liveStates.contains { $0.picture == picture && $0.isWanted }
        if !isWanted { revalidations.removeValue(forKey: picture)?.cancel() }
    }

    func leaveFlight(_ state: AvatarState<Picture>) {
        guard let picture = state.picture, let flight = flights[picture], flight.remove(state),
            flight.waiting.isEmpty, !flight.hasData
        else { return }
        flights[picture] = nil
        flight.isAbandoned = true
        flight.task?.cancel()
    }
}

private extension AvatarStore {
    func isCurrent(_ flight: Flight<Picture>) -> Bool {
        flights[flight.picture] === flight
    }

    func end(_ flight: Flight<Picture>) {
        if isCurrent(flight) { flights[flight.picture] = nil }
    }

    func run(_ flight: Flight<Picture>) async {
        await serveFromMemory(flight)
        guard isCurrent(flight) else { return }
        guard !flight.waiting.isEmpty else { return end(flight) }
        if !flight.skipsDisk, await serveFromDisk(flight) { return end(flight) }
        guard isCurrent(flight) else { return }
        do throws(LoadFailure) {
            try await serveFromOrigin(flight)
        } catch {
            await fail(flight, error)
        }
        end(flight)
    }

    /// Serves whom only another size of a decode in memory is missing.
    func serveFromMemory(_ flight: Flight<Picture>) async {
        for state in flight.waiting.values {
            guard !flight.skipsDisk, let key = state.cacheKey, let (content, decode) = memory.decode(for: key) else {
                continue
            }
            await serve(flight, size: state.size, decode: decode, content: content)
            guard isCurrent(flight) else { return }
        }
    }

    /// Whether a copy on disk served everybody.
    func serveFromDisk(_ flight: Flight<Picture>) async -> Bool {
        guard let disk, let url = flight.location.url else { return false }
        var stored = writer?.entry(for: url)
        if stored == nil { stored = await disk.entry(for: url) }
        guard let entry = stored else {
            counters.values.diskMisses += 1
            return false
        }
        guard isCurrent(flight) else { return false }
        counters.values.diskHits += 1
        do throws(ImageLoadError) {
            try await serve(flight, entry.picture, entry.digest)
        } catch {
            // A decode that was given up, or that nothing does here, tells nothing about the file.
            if isCurrent(flight), error != .noDecoder { disk.remove(url) }
            return false
        }
        guard isCurrent(flight) else { return false }
        if !entry.freshness.isFresh(at: environment.now()) {
            counters.values.staleHits += 1
            if expiries[flight.picture] == nil { expiries[flight.picture] = entry.freshness.expiry }
            revalidateIfDue(flight.picture, flight.location, contactID: flight.contactID)
        } else {
            expiries[flight.picture] = entry.freshness.expiry
        }
        return true
    }

    func serveFromOrigin(_ flight: Flight<Picture>) async throws(LoadFailure) {
        let wish = PictureFetcher.Wish(
            location: flight.location, contactID: flight.contactID, priority: { flight.priority })
        let formerClears = clears
        guard case .picture(let data, let freshness) = try await fetcher.fetch(wish) else {
            throw .failed(.status(304))
        }
        guard isCurrent(flight) else {
            // The last bytes came while the last view went: with them on disk, nobody has to ask again.
            let digest = await SHA256Digest.make(of: data)
            if flight.isAbandoned, clears == formerClears, let url = flight.location.url, let freshness {
                writer?.store(data, digest: digest, freshness: freshness, as: url)
            }
            throw .cancelled
        }
        try await serveArrived(flight, data, freshness)
    }

    func fail(_ flight: Flight<Picture>, _ failure: LoadFailure) async {
        guard isCurrent(flight) else { return }
        guard case .failed(let error) = failure else {
            for state in flight.waiting.values where state.loaded == nil { state.clear() }
            return
        }
        // Without network a copy of any age is better than none, also when a new one was asked for.
        if error.isTransient, flight.skipsDisk {
            expiries[flight.picture] = environment.now().addingTimeInterval(Self.revalidationPause)
            if await serveFromDisk(flight) { return }
        }
        guard isCurrent(flight) else { return }
        if error == .notFound, let url = flight.location.url { disk?.remove(url) }
        fail(error, of: flight.picture, for: Array(flight.waiting.values))
    }
}

extension AvatarStore {
    /// Serves bytes that have come, and keeps them on disk.
    func serveArrived(_ flight: Flight<Picture>, _ data: Data, _ freshness: Freshness?) async throws(LoadFailure) {
        flight.hasData = true
        let digest = await SHA256Digest.make(of: data)
        do throws(ImageLoadError) {
            try await serve(flight, data, digest)
        } catch {
            throw .failed(error)
        }
        guard flights[flight.picture] === flight else { throw .cancelled }
        expiries[flight.picture] = freshness?.expiry
        guard let url = flight.location.url, let freshness else { return }
        writer?.store(data, digest: digest, freshness: freshness, as: url)
    }

    func fail(_ error: ImageLoadError, of picture: PictureID, for states: [AvatarState<Picture>]) {
        failures[picture] = error
        counters.values.failures[.init(error), default: 0] += 1
        for state in states {
            // What is shown is still this picture's; only its news could not be had.
            if error.isTransient, state.loaded == picture {
                state.isOutdated = false
            } else {
                state.fail(error)
            }
        }
    }
}

private extension AvatarStore {
    /// Decodes for everybody who waits, also for those who join meanwhile.
    func serve(_ flight: Flight<Picture>, _ data: Data, _ digest: SHA256Digest) async throws(ImageLoadError) {
        while isCurrent(flight), let state = flight.waiting.values.first, let key = state.cacheKey {
            let content = DecodeID(digest: digest, pixels: key.pixels)
            let decode: Picture
            if let known = memory.decode(of: content, adding: key) {
                decode = known
            } else {
                counters.values.decodes += 1
                decode = try await environment.decode(data, key.pixels)
                guard isCurrent(flight) else { return }
                if state.size.isShared { memory.insert(decode, of: content, for: key) }
            }
            await serve(flight, size: state.size, decode: decode, content: content)
        }
    }

    /// Serves all who share a decode with some size.
    func serve(
        _ flight: Flight<Picture>, size: PictureSize, decode: Picture, content: DecodeID
    ) async {
        var size = size
        while true {
            let exact = await environment.resample(decode, size.size, size.scale)
            guard isCurrent(flight) else { return }
            if size.isShared { memory.insert(exact, shown: size, madeFrom: content) }
            for state in flight.waiting.values where state.size == size {
                flight.remove(state)
                state.show(exact)
            }
            guard let next = flight.waiting.values.first(where: { $0.size.decoded == size.decoded }) else { return }
            size = next.size
        }
    }
}
