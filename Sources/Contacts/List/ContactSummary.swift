public import Foundation
import GRDB
public import Model

/// The parts of a contact that a row of the list shows, and the parts that its sorting needs.
///
/// A class: the array of all contacts is copied for each change of one, and who stays in it is known by the reference.
public final class ContactSummary: Sendable, Hashable, Identifiable {
    /// The contact's number on this computer.
    public let id: Int
    /// The first name, shortened if it is longer than any list needs.
    public let firstName: String?
    /// The last name, shortened likewise.
    public let lastName: String?
    /// The nickname, shortened likewise.
    public let nickname: String?
    /// The name to show on one line; "" if the contact has none.
    public let displayName: String
    /// The contact's job, shortened likewise.
    public let job: String?
    /// Where the contact works, shortened likewise.
    public let company: String?
    /// Whether the user marked the contact with a star.
    public let isStarred: Bool
    /// Whether the contact has died.
    public let isDeceased: Bool
    /// The years of birth and death of the dead; nil where they are not known, or only by the age.
    public let birthYear: Int?
    /// The year of death; nil where it is not known, or only by the age.
    public let deathYear: Int?
    /// Whether the user archived the contact.
    public let isArchived: Bool
    /// Never with a picture inside: see `AvatarInfo.withoutInlineData`.
    public let avatar: AvatarInfo
    /// The last call.
    public let lastCalled: Date?
    /// The last activity together. It may be planned.
    public let lastActivity: Date?
    /// When the contact was entered on the server.
    public let createdAt: Date?

    /// The length of a text that a list needs, in Unicode scalars: all contacts are in memory at once.
    private static let maxTextLength = 600
    /// Web servers refuse longer addresses.
    private static let maxURLLength = 8_000

    /// The parts of a contact that a list shows.
    public init(_ contact: Contact) {
        func shortened(_ text: String?) -> String? {
            guard let text, text.utf8.count > Self.maxTextLength else { return text }
            return String(String.UnicodeScalarView(text.unicodeScalars.prefix(Self.maxTextLength)))
        }
        id = contact.id
        firstName = shortened(contact.firstName)
        lastName = shortened(contact.lastName)
        nickname = shortened(contact.nickname)
        displayName = contact.displayName
        job = shortened(contact.job)
        company = shortened(contact.company)
        isStarred = contact.isStarred
        isDeceased = contact.isDeceased
        birthYear = contact.isDeceased ? contact.birthdate?.knownYear : nil
        deathYear = contact.isDeceased ? contact.deceasedDate?.knownYear : nil
        isArchived = !contact.isActive
        var avatar = contact.avatar.withoutInlineData
        if avatar.url.map({ $0.utf8.count > Self.maxURLLength }) == true { avatar.url = nil }
        avatar.defaultAvatarColor = shortened(avatar.defaultAvatarColor)
        if avatar.source.rawValue.utf8.count > Self.maxTextLength { avatar.source = .default }
        self.avatar = avatar
        (lastCalled, lastActivity) = (contact.lastCalled, contact.lastActivity)
        createdAt = contact.createdAt
    }

    /// Reads `columns`.
    init(row: Row) throws {
        id = try row.decode(atIndex: 0)
        firstName = try row.decode(atIndex: 1)
        lastName = try row.decode(atIndex: 2)
        nickname = try row.decode(atIndex: 3)
        displayName = try row.decode(atIndex: 4)
        job = try row.decode(atIndex: 5)
        company = try row.decode(atIndex: 6)
        isStarred = try row.decode(atIndex: 7)
        isDeceased = try row.decode(atIndex: 8)
        isArchived = try row.decode(atIndex: 9)
        avatar = AvatarInfo(
            url: try row.decode(atIndex: 10), source: AvatarSource(rawValue: try row.decode(atIndex: 11)),
            defaultAvatarColor: try row.decode(atIndex: 12))
        lastActivity = Date(stored: try row.decode(atIndex: 13))
        createdAt = Date(stored: try row.decode(atIndex: 14))
        birthYear = try row.decode(atIndex: 15)
        deathYear = try row.decode(atIndex: 16)
        lastCalled = Date(stored: try row.decode(atIndex: 17))
    }

    public static func == (one: ContactSummary, other: ContactSummary) -> Bool {
        one === other
            || (one.id, one.firstName, one.lastName, one.nickname, one.displayName, one.job)
                == (other.id, other.firstName, other.lastName, other.nickname, other.displayName, other.job)
                && (one.company, one.isStarred, one.isDeceased, one.birthYear, one.deathYear, one.isArchived)
                    == (
                        other.company, other.isStarred, other.isDeceased, other.birthYear, other.deathYear,
                        other.isArchived
                    )
                && (one.avatar, one.lastCalled, one.lastActivity, one.createdAt)
                    == (other.avatar, other.lastCalled, other.lastActivity, other.createdAt)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(id)
        hasher.combine(displayName)
    }
}

extension ContactSummary {
    /// The columns that `init(row:)` reads, in its order: by position is three times as fast as by name.
    static let columns = """
        id, first_name, last_name, nickname, display_name, job, company, is_starred, is_deceased, is_archived, \
        avatar_url, avatar_source, avatar_color, last_activity, created_at, birth_year, death_year, last_called
        """

    static let columnCount = columns.split(separator: ",").count

    var arguments: StatementArguments {
        [
            id, firstName, lastName, nickname, displayName, job, company, isStarred, isDeceased, isArchived,
            avatar.url, avatar.source.rawValue, avatar.defaultAvatarColor, lastActivity?.stored, createdAt?.stored,
            birthYear,
            deathYear, lastCalled?.stored,
        ]
    }

    /// The day of the last contact.
    func lastContact(today: CivilDay) -> Date? {
        LastContact.day(called: lastCalled, met: lastActivity, today: today)
    }
}
