import Avatars
import Contacts
import Model
import Testing

@testable import CameoApp

@Suite struct RelatedContactTests {
    private func reference(_ url: String) -> ContactReference {
        ContactReference(id: 7, firstName: "Else", avatar: AvatarInfo(url: url, source: .adorable))
    }

    @Test func aPictureInsideIsShown() {
        let related = RelatedContact(reference("data:image/png;base64,AAAA"), stored: RelatedContacts([:]))
        #expect(related.avatar.inlineURL == "data:image/png;base64,AAAA")
    }

    /// No server has the picture. After a request, the avatar store would remember that the picture is missing.
    @Test func oneOfWhichOnlyTheDigestIsLeftHasInitials() {
        let digest = AvatarInfo(url: "data:image/png;base64,AAAA").withoutInlineData
        let related = RelatedContact(reference(digest.url ?? ""), stored: RelatedContacts([:]))
        #expect(related.avatar.picture == .none)
        #expect(digest.isWithoutInlineData && !AvatarInfo(url: "data:image/png;base64,AAAA").isWithoutInlineData)
    }

    @Test func whoIsStoredIsShownAsTheyAre() {
        let contact = Contact(id: 7, firstName: "Else", avatar: AvatarInfo(url: "https://x/1.jpg", source: .photo))
        let stored = RelatedContacts([7: ContactSummary(contact)])
        let related = RelatedContact(reference("data:;digest=1"), stored: stored)
        #expect(related.avatar.picture == .server(key: "https://x/1.jpg", contactID: 7))
    }
}
