import Avatars
import Contacts
import Model

/// The nearest relatives of a contact, by the relationships that the server has.
nonisolated struct Family: Equatable, Sendable {
    /// A relative.
    struct Member: Equatable, Sendable {
        let id: Int
        let name: String
        /// The words for the relationship.
        let relation: String
        let avatar: AvatarSubject
    }

    /// More relatives have only their rows.
    private static let most = 30

    /// The relatives by their place in the tree.
    private(set) var members: [Kin: [Member]] = [:]

    var isEmpty: Bool { members.isEmpty }

    /// Nobody.
    init() {}

    init(
        _ relationships: [Relationship], related: RelatedContacts, genders: [Int: GenderType],
        server: AccountServer
    ) {
        let kin = relationships.compactMap { relationship in
            relationship.name.flatMap { server.kind.kin(of: $0) }.map { (place: $0, relationship: relationship) }
        }
        for (place, relationship) in kin.prefix(Self.most) {
            let other = RelatedContact(relationship.contact, stored: related)
            let gender = genders[relationship.contact.id] ?? relationship.contact.genderType
            members[place, default: []].append(
                Member(
                    id: relationship.contact.id, name: PlainText.line(other.name),
                    relation: RelationshipName.text(for: relationship.name, gender: gender), avatar: other.avatar))
        }
    }
}
