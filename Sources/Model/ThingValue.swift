import Foundation

/// A note on a contact.
public struct NoteValue: Hashable, Codable, Sendable {
    /// Markdown.
    public var body: String
    /// Whether the user marked it as a favourite.
    public var isFavorite: Bool

    // Stored: these never change.
    private enum CodingKeys: String, CodingKey {
        case body
        case isFavorite = "is_favorite"
    }

    /// A note by its text.
    public init(body: String, isFavorite: Bool = false) {
        self.body = body
        self.isFavorite = isFavorite
    }
}

/// A call between the user and a contact.
public struct CallValue: Hashable, Codable, Sendable {
    /// The day, with its year.
    public var day: ContactDay
    /// The subject of the call, in Markdown; nil for none.
    public var content: String?
    /// False if the user called.
    public var contactCalled: Bool
    /// The server's names of the feelings. No form shows them.
    public var emotions: [RemoteID]?

    // Stored: these never change.
    private enum CodingKeys: String, CodingKey {
        case day, content, emotions
        case contactCalled = "contact_called"
    }

    /// A call on a day.
    public init(day: ContactDay, content: String? = nil, contactCalled: Bool = false) {
        self.day = day
        self.content = content
        self.contactCalled = contactCalled
    }

    /// By the parts that a form shows.
    public static func == (first: CallValue, second: CallValue) -> Bool {
        (first.day, first.content, first.contactCalled) == (second.day, second.content, second.contactCalled)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(day)
        hasher.combine(content)
    }
}

/// A task of the user about a contact.
public struct TaskValue: Hashable, Codable, Sendable {
    /// The task in a few words.
    public var title: String
    /// More words; nil for none.
    public var description: String?
    /// Whether it is done.
    public var isDone: Bool

    // Stored: these never change.
    private enum CodingKeys: String, CodingKey {
        case title, description
        case isDone = "is_done"
    }

    /// A task by its title.
    public init(title: String, description: String? = nil, isDone: Bool = false) {
        self.title = title
        self.description = description
        self.isDone = isDone
    }
}

/// Something that the user did with contacts. It belongs to the contact where it was logged.
public struct ActivityValue: Hashable, Codable, Sendable {
    /// The activity in a few words.
    public var summary: String
    /// Markdown; nil for none.
    public var description: String?
    /// The day, with its year.
    public var day: ContactDay
    /// The contacts that took part besides the contact itself. Their order means nothing.
    public var attendees: [AnyContactID]
    /// The server's name of the type of activity. No form shows it.
    public var type: RemoteID?
    /// The server's names of the feelings. No form shows them.
    public var emotions: [RemoteID]?

    // Stored: these never change.
    private enum CodingKeys: String, CodingKey {
        case summary, description, day, attendees, type, emotions
    }

    /// An activity on a day.
    public init(summary: String, description: String? = nil, day: ContactDay, attendees: [AnyContactID] = []) {
        self.summary = summary
        self.description = description
        self.day = day
        self.attendees = attendees
    }

    /// By the parts that a form shows.
    public static func == (first: ActivityValue, second: ActivityValue) -> Bool {
        (first.summary, first.description, first.day, first.attendees)
            == (second.summary, second.description, second.day, second.attendees)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(summary)
        hasher.combine(description)
        hasher.combine(day)
    }
}

// The values of entries.
extension NoteValue {
    package init(_ note: Note) { self.init(body: note.body, isFavorite: note.isFavorited) }
}

extension CallValue {
    /// Nil for a call without a day.
    package init?(_ call: Call) {
        guard let day = call.calledAt.map(ContactDay.init) else { return nil }
        self.init(day: day, content: call.content, contactCalled: call.contactCalled)
    }
}

extension TaskValue {
    package init(_ task: ContactTask) {
        self.init(title: task.title, description: task.description, isDone: task.isCompleted)
    }
}

extension ActivityValue {
    /// Nil for an activity without a day. `name` names the other contacts by the numbers in it, and leaves the contact out.
    package init?(_ activity: Activity, name: (Int) -> AnyContactID?) {
        guard let day = activity.happenedAt.map(ContactDay.init) else { return nil }
        self.init(
            summary: activity.summary, description: activity.description, day: day,
            attendees: activity.attendees.compactMap { name($0.id) })
    }
}

extension ReminderValue {
    /// Nil for a reminder without a day.
    package init?(_ reminder: Reminder) {
        guard let day = reminder.initialDate.map(ContactDay.init) else { return nil }
        let (unit, every): (Unit?, Int) =
            switch reminder.frequency {
            case .once: (nil, 1)
            case .weeks(let count): (.week, count)
            case .months(let count): (.month, count)
            case .years(let count): (.year, count)
            }
        self.init(title: reminder.title, description: reminder.description, day: day, unit: unit, every: every)
    }

    /// The distance of its days.
    package var frequency: Reminder.Frequency {
        switch unit {
        case nil: .once
        case .week?: .weeks(every)
        case .month?: .months(every)
        case .year?: .years(every)
        }
    }
}

extension ContactDay {
    /// The day of a midnight in UTC.
    init(_ midnight: Date) {
        let day = CivilDay(of: midnight, in: .gmt)
        self = .date(year: day.year, month: day.month, day: day.day)
    }
}
