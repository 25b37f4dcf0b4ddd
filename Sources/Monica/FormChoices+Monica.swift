import Foundation
import Model
import Network

extension GenderChoice {
    init?(_ object: JSONObject) {
        guard let id = object.remoteID, let title = object.choiceText("name") else { return nil }
        self.init(id: id, title: title, type: GenderType(object.string("type")))
    }
}

extension FieldTypeChoice {
    init?(_ object: JSONObject) {
        guard let id = object.remoteID, let title = object.choiceText("name") else { return nil }
        let prefix = object.choiceText("protocol")
        let kind: Kind =
            switch (object.string("type"), prefix?.lowercased()) {
            case ("email", _), (nil, "mailto:"): .email
            case ("phone", _), (nil, "tel:"): .phone
            default: .other
            }
        self.init(id: id, title: title, kind: kind, protocolPrefix: prefix)
    }
}

extension RelationshipTypeChoice {
    /// `groups`: their names by number.
    init?(_ object: JSONObject, groups: [Int: String]) {
        guard let id = object.remoteID, let key = object.choiceText("name") else { return nil }
        self.init(
            id: id, key: key, reverseKey: object.choiceText("name_reverse_relationship"),
            group: object.int("relationship_type_group_id").flatMap { groups[$0] })
    }
}

extension JSONObject {
    /// The server takes no longer names; in Unicode scalars.
    private static let maxNameLength = 255

    /// The server's name of the object.
    var remoteID: RemoteID? { int("id").flatMap { $0 > 0 ? RemoteID(String($0)) : nil } }

    func choiceText(_ key: String) -> String? {
        string(key).map { String(String.UnicodeScalarView($0.unicodeScalars.prefix(Self.maxNameLength))) }
    }
}
