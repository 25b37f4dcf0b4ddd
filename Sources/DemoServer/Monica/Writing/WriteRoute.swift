/// Where a writing request goes. Every path of the API has methods of its own.
enum WriteRoute: Equatable, Sendable {
    case contacts
    case contact(String)
    case work(String), food(String), introduction(String), avatar(String)
    case setTags(String), unsetTag(String), unsetTags(String)
    case me
    case relationships
    case relationship(String)
    case photos
    case photo(String)
    case documents
    case document(String)
    case journal
    case journalEntry(String)
    case rows(Detail)
    case row(Detail, String)
    case settings(SettingsList)
    case setting(SettingsList, String)

    enum SettingsList: String, Sendable {
        case tags, genders, contactfieldtypes
    }

    /// Nil for a path that takes no writes.
    init?(_ segments: [String]) {
        switch segments.count {
        case 1: self.init(name: segments[0])
        case 2: self.init(name: segments[0], id: segments[1])
        case 3 where segments[0] == "contacts": self.init(contact: segments[1], part: segments[2])
        default: return nil
        }
    }

    private init?(name: String) {
        switch name {
        case "contacts": self = .contacts
        case "relationships": self = .relationships
        case "photos": self = .photos
        case "documents": self = .documents
        case "journal": self = .journal
        default:
            if let detail = Detail(rawValue: name) {
                self = .rows(detail)
            } else if let list = SettingsList(rawValue: name) {
                self = .settings(list)
            } else {
                return nil
            }
        }
    }

    private init?(name: String, id: String) {
        switch (name, id) {
        case ("me", "contact"): self = .me
        case ("contacts", _): self = .contact(id)
        case ("relationships", _): self = .relationship(id)
        case ("photos", _): self = .photo(id)
        case ("documents", _): self = .document(id)
        case ("journal", _): self = .journalEntry(id)
        default:
            if let detail = Detail(rawValue: name) {
                self = .row(detail, id)
            } else if let list = SettingsList(rawValue: name) {
                self = .setting(list, id)
            } else {
                return nil
            }
        }
    }

    private init?(contact id: String, part: String) {
        switch part {
        case "work": self = .work(id)
        case "food": self = .food(id)
        case "introduction": self = .introduction(id)
        case "avatar": self = .avatar(id)
        case "setTags": self = .setTags(id)
        case "unsetTag": self = .unsetTag(id)
        case "unsetTags": self = .unsetTags(id)
        default: return nil
        }
    }

    var methods: [String] {
        switch self {
        case .contacts, .relationships, .photos, .documents, .journal, .rows, .settings, .setTags, .unsetTag,
            .unsetTags:
            ["POST"]
        case .contact, .relationship, .row, .setting, .journalEntry: ["PUT", "PATCH", "DELETE"]
        case .photo, .document: ["DELETE"]
        case .work, .food, .introduction, .avatar: ["PUT"]
        case .me: ["POST", "DELETE"]
        }
    }
}

extension Write {
    /// Carries the request out. `account` then has its changes, also after a refusal.
    mutating func run(_ route: WriteRoute) -> Reply {
        do throws(Refusal) {
            return try perform(route)
        } catch {
            return Reply(error.response)
        }
    }

    private mutating func perform(_ route: WriteRoute) throws(Refusal) -> Reply {
        let isDelete = request.method == "DELETE"
        switch route {
        case .contacts: return try createContact()
        case .contact(let id): return try isDelete ? deleteContact(id) : updateContact(id)
        case .work(let id): return try updateWork(id)
        case .food(let id): return try updateFood(id)
        case .introduction(let id): return try updateIntroduction(id)
        case .avatar(let id): return try updateAvatar(id)
        case .setTags(let id): return try setTags(id)
        case .unsetTag(let id): return try unsetTag(id)
        case .unsetTags(let id): return try unsetTags(id)
        case .me: return try isDelete ? unsetMe() : setMe()
        case .relationships: return try createRelationship()
        case .relationship(let id): return try isDelete ? deleteRelationship(id) : updateRelationship(id)
        case .photos: return try createPhoto()
        case .photo(let id): return try deletePhoto(id)
        case .documents: return try Document.create(&self)
        case .document(let id): return try Document.delete(id, &self)
        case .journal: return try JournalEntry.create(&self)
        case .journalEntry(let id):
            return try isDelete ? JournalEntry.delete(id, &self) : JournalEntry.update(id, &self)
        case .rows(let detail):
            guard let type = detail.writtenRow else { throw Refusal(.notFound) }
            return try type.create(&self)
        case .row(let detail, let id):
            guard let type = detail.writtenRow else { throw Refusal(.notFound) }
            return try isDelete ? type.delete(id, &self) : type.update(id, &self)
        case .settings(let list): return try createSetting(list)
        case .setting(let list, let id): return try isDelete ? deleteSetting(list, id) : updateSetting(list, id)
        }
    }
}
