import Foundation
import Model
import Network
import Platform

extension AvatarStore {
    /// After an attempt that failed, seconds.
    static var revalidationPause: TimeInterval { 300 }

    /// Asks behind a shown picture whether it has changed, when its time has come.
    func revalidateIfDue(_ picture: PictureReference, by request: @autoclosure () -> HTTPRequest?) {
        guard let expiry = expiries[picture], expiry <= environment.now(), revalidations[picture] == nil,
            let request = request(), showsExternalPictures || request.sendsCredentials
        else { return }
        revalidations[picture] = Task { [weak self] in
            await self?.revalidate(picture, by: request)
            if !Task.isCancelled { self?.revalidations[picture] = nil }
        }
    }
}

private extension AvatarStore {
    func revalidate(_ picture: PictureReference, by request: HTTPRequest) async {
        let entry = await disk?.entry(for: request.url)
        var conditional = request
        conditional.entityTag = entry?.freshness.entityTag
        conditional.lastModified = entry?.freshness.lastModified
        do throws(LoadFailure) {
            let answer = try await fetch(picture, by: conditional) { RequestPriority(urgency: .background, order: 0) }
            switch answer {
            case .notModified(let freshness):
                await keep(entry, of: picture, freshness, at: request.url)
            case .picture(let data, let freshness):
                let digest = await SHA256Digest.make(of: data)
                guard !Task.isCancelled else { return }
                if digest == entry?.digest {
                    await keep(entry, of: picture, freshness, at: request.url)
                } else {
                    await replace(picture, by: request, with: data, freshness)
                }
            }
        } catch {
            guard !Task.isCancelled else { return }
            expiries[picture] = environment.now().addingTimeInterval(Self.revalidationPause)
            guard error == .failed(.notFound) else { return }
            memory.remove(picture)
            disk?.remove(request.url)
            fail(.notFound, of: picture, for: liveStates(of: picture))
        }
    }

    /// The stored picture is still right.
    func keep(_ entry: DiskEntry?, of picture: PictureReference, _ freshness: Freshness?, at url: URL) async {
        guard !Task.isCancelled, let entry, let freshness else { return }
        let renewed = entry.freshness.renewed(by: freshness)
        expiries[picture] = renewed.expiry
        let stored = DiskEntry(
            picture: entry.picture, digest: entry.digest, freshness: renewed, square: entry.square)
        await disk?.store(stored, for: url)
    }

    /// Shows a changed picture in all its views.
    func replace(
        _ picture: PictureReference, by request: HTTPRequest, with data: Data, _ freshness: Freshness?
    ) async {
        memory.remove(picture)
        flights.removeValue(forKey: picture)?.task?.cancel()
        let flight = Flight<Picture>(picture, by: request, skipsDisk: true, generation: generation)
        flights[picture] = flight
        for state in liveStates(of: picture) {
            state.isOutdated = true
            if state.isWanted { flight.add(state, order: 0) }
        }
        do throws(LoadFailure) {
            try await take(data, freshness, for: flight)
        } catch {
            // The new data is no picture: the old picture stays.
            for state in flight.waiting.values { state.isOutdated = false }
        }
        if isCurrent(flight) { flights[picture] = nil }
    }
}
