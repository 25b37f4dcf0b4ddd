public import Foundation
public import Model

/// Reads what a store keeps of a server's answers. To the store itself they are bytes, so whoever opens one brings the
/// reader of that kind of server along.
public protocol ContactDecoder: Sendable {
    /// The contact in its stored copy; nil if it cannot be read.
    func contact(from copy: Data) -> Contact?

    /// The entries in the stored copies of sections; what cannot be read is left out.
    func sections(from copies: [ContactSection: Data]) -> ContactSections

    /// A copy of a contact or a section without pictures inside, which reads as before but for these: their URLs are those
    /// of `AvatarInfo.withoutInlineData`. A copy without any is not changed.
    func withoutPictures(_ copy: Data) -> Data
}
