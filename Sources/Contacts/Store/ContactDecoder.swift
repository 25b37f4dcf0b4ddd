public import Foundation
public import Model

/// Reads the stored copies of a server's answers. To the store they are bytes, so its caller passes the decoder of that kind of
/// server.
public protocol ContactDecoder: Sendable {
    /// The contact in its stored copy; nil if it cannot be read.
    func contact(from copy: Data) -> Contact?

    /// The entries in the stored copies of sections, without unreadable entries.
    func sections(from copies: [ContactSection: Data]) -> ContactSections

    /// A copy of a contact or a section without pictures inside, which reads as before but for these: their URLs are those
    /// of `AvatarInfo.withoutInlineData`. A copy without any is not changed.
    func withoutPictures(_ copy: Data) -> Data
}
