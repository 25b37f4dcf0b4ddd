import Avatars
import Foundation
import GLib
import Gtk

/// Contacts' pictures for the desktop's search: kept pictures, or initials.
final class SearchIcons {
    /// The size in application pixels; desktops show about 24 to 48.
    private nonisolated static let size = 32
    /// Sharp on any screen, since the desktop does not tell its scale.
    private nonisolated static let scale = 2

    // Made on demand: the program has its display by then.
    private lazy var drawn = AvatarPictures()

    /// The contact's picture as a serialised icon; nil if the system cannot write one.
    func icon(of subject: AvatarSubject, in session: Session) async -> Variant? {
        let picture =
            await photo(of: subject, in: session)
            ?? drawn.initials(of: subject, size: Self.size, scale: Self.scale)
        return await Self.file(of: picture).flatMap { Variant(iconOf: $0) }
    }

    /// The contact's picture as it is kept; nil where initials stand for it.
    func photo(of subject: AvatarSubject, in session: Session) async -> Picture? {
        // A photo that cannot be read counts as none.
        guard let data = await session.avatars.kept(subject.picture),
            let decoded = try? await PictureDecoder.decodeAsync(
                data, square: Self.size * Self.scale, notes: session.notes)
        else { return nil }
        return await Self.circle(decoded, rim: DiscRim(.ofPhoto(.ofDesktop)))
    }
}

private extension SearchIcons {
    @concurrent
    nonisolated static func circle(_ picture: Picture, rim: DiscRim) async -> Picture {
        picture.circle(diameter: size, scale: scale, rim: rim)
    }

    @concurrent
    nonisolated static func file(of picture: Picture) async -> Data? {
        picture.pngData()
    }
}
