import Foundation
import Model
import Network
import Platform

extension AvatarStore {
    /// After an attempt that failed, seconds.
    static var revalidationPause: TimeInterval { 300 }

    /// Asks behind a shown picture whether it has changed, when its time has come.
    func revalidateIfDue(_ state: AvatarState<Picture>) {
        guard let picture = state.picture, state.loaded == picture, let expiry = expiries[picture],
            expiry <= environment.now()
        else { return }
        let location = environment.locate(state.info)
        revalidateIfDue(picture, location, contactID: state.key.contactID)
    }

    func revalidateIfDue(_ picture: PictureID, _ location: PictureLocation, contactID: Int) {
        guard let expiry = expiries[picture], expiry <= environment.now(), revalidations[picture] == nil,
            showsExternalPictures || !location.isExternal
        else { return }
        revalidations[picture] = Task { [weak self] in
            await self?.revalidate(picture, location, contactID: contactID)
            if !Task.isCancelled { self?.revalidations[picture] = nil }
        }
    }
}

private extension AvatarStore {
    func revalidate(_ picture: PictureID, _ location: PictureLocation, contactID: Int) async {
        guard let url = location.url else { return }
        let entry = await disk?.entry(for: url)
        let wish = PictureFetcher.Wish(
            location: location, contactID: contactID,
            priority: { RequestPriority(urgency: .background, order: 0) }, validators: entry?.freshness)
        do throws(LoadFailure) {
            switch try await fetcher.fetch(wish) {
            case .notModified(let freshness):
                await keep(entry, picture, freshness, url)
            case .picture(let data, let freshness):
                let digest = await SHA256Digest.make(of: data)
                guard !Task.isCancelled else { return }
                if digest == entry?.digest {
                    await keep(entry, picture, freshness, url)
                } else {
                    await replace(picture, location, contactID: contactID, data, freshness)
                }
            }
        } catch {
            guard !Task.isCancelled else { return }
            expiries[picture] = environment.now().addingTimeInterval(Self.revalidationPause)
            guard error == .failed(.notFound) else { return }
            memory.remove(picture)
            disk?.remove(url)
            fail(.notFound, of: picture, for: liveStates.filter { $0.picture == picture })
        }
    }

    /// The stored picture is still right.
    func keep(_ entry: DiskEntry?, _ picture: PictureID, _ freshness: Freshness?, _ url: URL) async {
        guard !Task.isCancelled, let entry, let freshness else { return }
        let renewed = entry.freshness.renewed(by: freshness)
        expiries[picture] = renewed.expiry
        await disk?.store(DiskEntry(picture: entry.picture, digest: entry.digest, freshness: renewed), for: url)
    }

    /// Shows a changed picture in all its views.
    func replace(
        _ picture: PictureID, _ location: PictureLocation, contactID: Int, _ data: Data, _ freshness: Freshness?
    ) async {
        memory.remove(picture)
        flights.removeValue(forKey: picture)?.task?.cancel()
        let flight = Flight<Picture>(picture: picture, location: location, contactID: contactID, skipsDisk: true)
        flights[picture] = flight
        for state in liveStates where state.picture == picture {
            state.isOutdated = true
            if state.isWanted { flight.add(state, order: 0) }
        }
        do throws(LoadFailure) {
            try await serveArrived(flight, data, freshness)
        } catch {
            // What came is no picture: the old one stays.
            for state in flight.waiting.values { state.isOutdated = false }
        }
        if flights[picture] === flight { flights[picture] = nil }
    }
}
