import Avatars
import Contacts
import Model

/// The contacts that another contact names, as they are stored, and the order of their names.
nonisolated struct RelatedContacts {
    let stored: [Int: ContactSummary]
    let nameOrder: NameOrder

    init(_ stored: [Int: ContactSummary], nameOrder: NameOrder = .asOnServer) {
        (self.stored, self.nameOrder) = (stored, nameOrder)
    }

    /// The name on one line; "" if the contact has none.
    func name(of reference: ContactReference) -> String {
        stored[reference.id]?.name(nameOrder) ?? reference.name(nameOrder)
    }
}

/// A contact as it is shown in the detail of another: as it is stored itself, or else as the other one says.
nonisolated struct RelatedContact {
    let name: String
    let avatar: AvatarSubject
    /// Leads to the contact.
    let action: DetailAction

    init(_ reference: ContactReference, stored related: RelatedContacts) {
        let shownName = related.name(of: reference)
        name = shownName.isEmpty ? tr("No name") : shownName
        if let contact = related.stored[reference.id], !reference.isPartial {
            avatar = AvatarSubject(contact, nameOrder: related.nameOrder)
        } else {
            // A partial contact has a face here alone. An inline picture exists in the reference alone, so the face
            // uses it. The stored copy has only a digest of such a picture.
            let info = reference.avatar.isWithoutInlineData ? AvatarInfo() : reference.avatar
            avatar = AvatarSubject(
                contactID: reference.id, firstName: reference.firstName, lastName: reference.lastName,
                nickname: reference.nickname, completeName: reference.name(related.nameOrder), info: info)
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
