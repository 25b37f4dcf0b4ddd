import Avatars
import Contacts
import Model

/// A contact as it is shown in the detail of another: as it is stored itself, or else as the other one says.
nonisolated struct RelatedContact {
    let name: String
    let avatar: AvatarSubject
    /// Leads to the contact.
    let action: DetailAction

    init(_ reference: ContactReference, stored: [Int: ContactSummary]) {
        let contact = stored[reference.id]
        let displayName = contact?.displayName ?? reference.displayName
        name = displayName.isEmpty ? tr("No name") : displayName
        if let contact, !reference.isPartial {
            avatar = AvatarSubject(contact)
        } else {
            // A partial contact has a face here alone. An inline picture exists in the reference alone, so the face
            // uses it. The stored copy has only a digest of such a picture.
            let info = reference.avatar.isWithoutInlineData ? AvatarInfo() : reference.avatar
            avatar = AvatarSubject(
                contactID: reference.id, firstName: reference.firstName, lastName: reference.lastName,
                nickname: reference.nickname, completeName: reference.displayName, info: info)
        }
        action = .show(contactID: reference.id)
    }
}

nonisolated extension AvatarSubject {
    /// The initials have the same order as the name.
    init(_ contact: ContactSummary, nameOrder: NameOrder = .asOnServer) {
        self.init(
            contactID: contact.id, firstName: contact.firstName, lastName: contact.lastName,
            nickname: contact.nickname, completeName: contact.name(nameOrder), info: contact.avatar)
    }
}
