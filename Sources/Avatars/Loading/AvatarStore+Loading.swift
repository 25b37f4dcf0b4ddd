public import Foundation
public import Model
public import Network
import Platform

extension AvatarStore {
    /// Gets a state its picture: from memory, by joining a flight, or by a new one.
    func load(_ state: AvatarState<Picture>, skipsDisk: Bool = false) {
        guard state.picture != .none else { return }
        guard state.needsLoading else { return revalidateIfDue(state.picture, by: state.request) }
        guard skipsDisk || !showFromMemory(state) else { return }
        lastOrder += 1
        if let flight = flights[state.picture] {
            flight.add(state, order: lastOrder)
            return state.beginLoading()
        }
        if state.hasNoAddress { return fail(.invalidURL, of: state.picture, for: [state]) }
        if state.isExternal, !showsExternalPictures { return state.clear() }
        let flight = Flight<Picture>(state.picture, by: state.request, skipsDisk: skipsDisk, generation: generation)
        flight.add(state, order: lastOrder)
        flights[state.picture] = flight
        flight.task = Task { [weak self] in await self?.run(flight) }
        state.beginLoading()
    }

    /// The last view of a state has gone.
    func leave(_ state: AvatarState<Picture>) {
        leaveFlight(state)
        if state.current.isLoading || !state.size.isShared { state.clear() }
        guard revalidations[state.picture] != nil else { return }
        let isWanted = liveStates(of: state.picture).contains(where: \.isWanted)
        if !isWanted { revalidations.removeValue(forKey: state.picture)?.cancel() }
    }

    /// The file of a picture that is kept, of any age; nil if none is. It is a small square, except for a photo that waits to
    /// be sent.
    public func kept(_ picture: PictureReference) async -> Data? {
        switch picture {
        case .none: return nil
        // A picture that is not here is none that is kept.
        case .inline, .pending: return try? await storedPicture(picture, inlineURL: nil)
        case .url, .server:
            guard let url = environment.request(picture)?.url else { return nil }
            if let entry = writer?.entry(for: url) { return entry.picture }
            return await disk?.entry(for: url)?.picture
        }
    }

    /// The file of a picture at its address, to show it large. Nil for a picture that views do not show.
    public func fetched(_ picture: PictureReference) async throws(ServerError) -> Data? {
        guard case .url = picture, failures[picture] == nil, let request = environment.request(picture),
            showsExternalPictures || request.sendsCredentials
        else { return nil }
        let answer: PictureAnswer
        do {
            answer = try await environment.fetch(picture, request) { RequestPriority(urgency: .person, order: 0) }
        } catch .notFound {
            return nil
        }
        guard case .picture(let data, _) = answer else { return nil }
        return data
    }

    func leaveFlight(_ state: AvatarState<Picture>) {
        guard let flight = flights[state.picture], flight.remove(state), flight.waiting.isEmpty, !flight.hasData else {
            return
        }
        flights[state.picture] = nil
        flight.isAbandoned = true
        flight.task?.cancel()
    }

    func isCurrent(_ flight: Flight<Picture>) -> Bool {
        flights[flight.picture] === flight
    }

    /// Serves bytes that have come, and keeps them on disk.
    func take(_ data: Data, _ freshness: Freshness?, for flight: Flight<Picture>) async throws(LoadFailure) {
        flight.hasData = isCurrent(flight)
        let digest = await SHA256Digest.make(of: data)
        if flight.hasData {
            do throws(ImageLoadError) {
                try await serve(flight, EncodedPicture(data: data, digest: digest))
            } catch {
                throw .failed(error)
            }
            guard isCurrent(flight) else { throw .cancelled }
            expiries[flight.picture] = freshness?.expiry
        } else if !flight.isAbandoned || flight.generation != generation {
            throw .cancelled
        }
        // The last bytes may come after the last view has gone. On disk, they save a later request.
        let square = flight.hasData ? flight.square : nil
        if let url = flight.request?.url, let freshness {
            writer?.store(data, digest: digest, freshness: freshness, as: url, square: square)
        } else if let square, let url = place(of: flight.picture, by: nil) {
            disk?.storeAlone(square, of: digest, for: url)
        }
    }

    /// Gets a picture from where it is.
    func fetch(
        _ picture: PictureReference, by request: HTTPRequest, priority: @escaping () -> RequestPriority
    ) async throws(LoadFailure) -> PictureAnswer {
        do throws(ServerError) {
            return try await environment.fetch(picture, request, priority)
        } catch {
            throw LoadFailure(error)
        }
    }

    func fail(_ error: ImageLoadError, of picture: PictureReference, for states: [AvatarState<Picture>]) {
        failures[picture] = error
        counters.values.failures[.init(error), default: 0] += 1
        for state in states {
            // The shown picture is still valid; only its update failed.
            if error.isTransient, state.isLoaded {
                state.isOutdated = false
            } else {
                state.fail(error)
            }
        }
    }
}

/// An encoded picture, with the digest of the server's bytes.
private nonisolated struct EncodedPicture: Sendable {
    let data: Data
    let digest: SHA256Digest
}

private extension AvatarStore {
    /// A decode with its source.
    typealias Decode = (content: DecodeID, picture: Picture)

    /// From memory, from disk, or from where the picture is.
    func run(_ flight: Flight<Picture>) async {
        if !flight.skipsDisk, await serveStored(flight) { return end(flight) }
        guard isCurrent(flight), !flight.waiting.isEmpty else { return end(flight) }
        do throws(LoadFailure) {
            if let request = flight.request {
                let answer = try await fetch(flight.picture, by: request) { flight.priority }
                // Nothing was said of a copy, so none can be right.
                guard case .picture(let data, let freshness) = answer else { throw .failed(.invalidData) }
                try await take(data, freshness, for: flight)
            } else {
                try await take(try await storedPicture(flight.picture, inlineURL: flight.inlineURL), nil, for: flight)
            }
        } catch {
            await fail(flight, error)
        }
        end(flight)
    }

    /// The picture inside a contact's copy, or a photo that waits to be sent.
    func storedPicture(_ picture: PictureReference, inlineURL: String?) async throws(LoadFailure) -> Data {
        if case .pending(let name) = picture {
            guard let photo = await environment.pendingPhoto(name) else { throw .failed(.notFound) }
            return photo
        }
        guard case .inline(_, let contactID) = picture else { throw .failed(.invalidURL) }
        var url = inlineURL
        if url == nil { url = await environment.inlineURL(contactID) }
        guard let url else { throw .failed(.notFound) }
        guard let data = await DataURL.picture(in: url) else { throw .failed(.invalidData) }
        return data
    }

    func end(_ flight: Flight<Picture>) {
        if isCurrent(flight) { flights[flight.picture] = nil }
    }

    /// Serves waiting states from decodes in memory and from the copy on disk. Returns whether none waits any more.
    func serveStored(_ flight: Flight<Picture>) async -> Bool {
        // Nothing is decoded, so nothing can fail.
        try? await serve(flight, nil)
        guard isCurrent(flight), !flight.waiting.isEmpty else { return true }
        guard let disk, let url = place(of: flight.picture, by: flight.request) else { return false }
        var stored = writer?.entry(for: url)
        if stored == nil { stored = await storedEntry(at: url, on: disk, for: flight) }
        guard let entry = stored else {
            counters.values.diskMisses += 1
            return false
        }
        guard isCurrent(flight) else { return false }
        counters.values.diskHits += 1
        // The square of a picture inside a contact's copy is in memory now, and serves one size.
        guard !entry.picture.isEmpty else {
            for state in flight.waiting.values {
                guard let disc = memory.picture(for: state.cacheKey, shown: state.size) else { continue }
                flight.remove(state)
                state.show(disc)
            }
            return flight.waiting.isEmpty
        }
        do throws(ImageLoadError) {
            try await serve(flight, EncodedPicture(data: entry.picture, digest: entry.digest))
            if let square = flight.square { disk.add(square, of: entry.digest, for: url) }
        } catch {
            // A decode that was given up, or that nothing does here, tells nothing about the file.
            if isCurrent(flight), error != .noDecoder { disk.remove(url) }
            return false
        }
        guard isCurrent(flight) else { return false }
        if !entry.freshness.isFresh(at: environment.now()) {
            counters.values.staleHits += 1
            if expiries[flight.picture] == nil { expiries[flight.picture] = entry.freshness.expiry }
            revalidateIfDue(flight.picture, by: flight.request)
        } else {
            expiries[flight.picture] = entry.freshness.expiry
        }
        return true
    }

    /// The entry on disk. A picture made of its square is in memory then.
    func storedEntry(at url: URL, on disk: DiskCache, for flight: Flight<Picture>) async -> DiskEntry? {
        let size = flight.waiting.values.first { $0.size.size == squareSize }?.size
        let makeDisc = environment.disk?.disc
        let stored = await disk.entry(for: url) { entry in
            let square = entry.square.flatMap { $0.size == size ? $0 : nil }
            return (entry, square.flatMap { makeDisc?($0.pixels, $0.size.size, $0.size.scale) })
        }
        guard let (entry, disc) = stored, disc != nil || !entry.picture.isEmpty else { return nil }
        if let size, let disc, isCurrent(flight) {
            let key = AvatarCacheKey(picture: flight.picture, pixels: size.decoded)
            memory.insert(disc, shown: size, of: DecodeID(digest: entry.digest, pixels: size.decoded), for: key)
        }
        return entry
    }

    func fail(_ flight: Flight<Picture>, _ failure: LoadFailure) async {
        guard isCurrent(flight) else { return }
        guard case .failed(let error) = failure else {
            for state in flight.waiting.values where !state.isLoaded { state.clear() }
            return
        }
        // Without a network, a copy of any age is better than none, even if a new one was requested.
        if error.isTransient, flight.skipsDisk {
            expiries[flight.picture] = environment.now().addingTimeInterval(Self.revalidationPause)
            if await serveStored(flight) { return }
        }
        guard isCurrent(flight) else { return }
        if error == .notFound, let url = flight.request?.url { disk?.remove(url) }
        fail(error, of: flight.picture, for: Array(flight.waiting.values))
    }

    /// Passes the picture to all waiting states, each in its size, including states that join meanwhile. Without bytes, it
    /// serves only states with a decode in memory.
    func serve(_ flight: Flight<Picture>, _ encoded: EncodedPicture?) async throws(ImageLoadError) {
        var decode: Decode?
        flight.square = nil
        while isCurrent(flight) {
            // States that share the present decode come first.
            guard
                let state = flight.waiting.values.first(where: { $0.size.decoded == decode?.content.pixels })
                    ?? flight.waiting.values.first(where: { encoded != nil || memory.decode(for: $0.cacheKey) != nil })
            else { return }
            let size = state.size
            guard let exact = try await picture(in: size, of: encoded, for: flight, by: &decode) else { return }
            for state in flight.waiting.values where state.size == size {
                flight.remove(state)
                state.show(exact)
            }
        }
    }

    /// The picture in a size, from memory or made of the last decode, of one in memory or of the bytes. Nil without any of
    /// them, and when the flight has ended meanwhile.
    func picture(
        in size: PictureSize, of encoded: EncodedPicture?, for flight: Flight<Picture>, by last: inout Decode?
    ) async throws(ImageLoadError) -> Picture? {
        let key = AvatarCacheKey(picture: flight.picture, pixels: size.decoded)
        let content = encoded.map { DecodeID(digest: $0.digest, pixels: size.decoded) }
        if let content, let known = memory.picture(of: content, adding: key, shown: size) { return known }
        if last?.content.pixels != size.decoded { last = decodeInMemory(of: content, for: key) }
        let exact: Picture
        if let last {
            exact = await environment.resample(last.picture, size.size, size.scale)
            guard isCurrent(flight) else { return nil }
        } else if let encoded, let content {
            counters.values.decodes += 1
            let made = try await environment.pictures(of: encoded.data, in: size)
            guard isCurrent(flight) else { return nil }
            if size.isShared { memory.insert(made.decode, of: content, for: key) }
            if size.size == squareSize { flight.square = made.square.map { DiskSquare(size: size, pixels: $0) } }
            last = (content, made.decode)
            exact = made.exact
        } else {
            return nil
        }
        if size.isShared, let last { memory.insert(exact, shown: size, madeFrom: last.content) }
        return exact
    }

    /// The decode of known bytes, or of the key without any.
    func decodeInMemory(of content: DecodeID?, for key: AvatarCacheKey) -> Decode? {
        guard let content else { return memory.decode(for: key) }
        return memory.decode(of: content, adding: key).map { (content, $0) }
    }
}
