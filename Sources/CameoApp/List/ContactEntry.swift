package import Avatars
import Contacts
import Foundation
import Model

/// The content of one row of the contacts list.
nonisolated package struct ContactEntry: Identifiable, Equatable, Sendable {
    package let id: Int
    private(set) var name: String
    /// Of the dead the years, else nickname or work; empty when there is neither.
    private(set) var secondLine: String
    let isStarred: Bool
    let isDeceased: Bool
    package let avatar: AvatarSubject
    /// Where a search found something in the name, and in the second line.
    var nameMarks: [Range<String.Index>] = []
    var secondLineMarks: [Range<String.Index>] = []

    init(_ contact: ContactSummary, nameOrder: NameOrder = .asOnServer) {
        id = contact.id
        let name = contact.name(nameOrder)
        self.name = name.isEmpty ? tr("No name") : name
        secondLine =
            contact.isDeceased
            ? YearsOfLife(contact).localizedDescription
            : Nickname.text(contact.nickname, besides: name)
                ?? Self.work(job: contact.job, company: contact.company)
        isStarred = contact.isStarred
        isDeceased = contact.isDeceased
        avatar = AvatarSubject(contact, nameOrder: nameOrder)
    }

    /// A contact with texts that ended the program.
    init(hidingTextsOf subject: AvatarSubject) {
        id = subject.contactID
        name = Self.name(ofNumber: id)
        secondLine = tr("Hidden: this contact made Cameo crash")
        isStarred = false
        isDeceased = false
        avatar = subject.withoutNames
    }

    /// A contact in a list that says something else about it than its work.
    init(_ contact: ContactSummary, secondLine: String, nameOrder: NameOrder = .asOnServer) {
        self.init(contact, nameOrder: nameOrder)
        self.secondLine = PlainText.line(secondLine)
    }

    /// A contact that a search found. The row names the matching field and marks the matches.
    init(_ match: SearchMatch, nameOrder: NameOrder = .asOnServer) {
        self.init(match.contact, nameOrder: nameOrder)
        for part in match.parts {
            if part.field == .name, part.text == name {
                nameMarks = part.ranges
            } else if part.field == .name, part.text == match.contact.displayName {
                // The same words in another order.
                nameMarks = part.ranges.compactMap { name.range(of: part.text[$0]) }
            } else if secondLineMarks.isEmpty {
                explain(part)
            }
        }
    }

    /// How much of a text may stand before the first match, in characters, so that the match is not cut off.
    private static let maxLead = 12
    private static let maxLabelLength = 40

    /// Shows where in another field something was found.
    private mutating func explain(_ part: SearchMatch.Part) {
        let label = part.label.map { PlainText.line($0, atMost: Self.maxLabelLength) } ?? ""
        let prefix = tr("%1$s: ", label.isEmpty ? part.field.localizedDescription : label)
        let (text, marks) = PlainText.line(part.text, marking: part.ranges)
        var start = text.startIndex
        if let first = marks.first?.lowerBound, text.distance(from: start, to: first) > Self.maxLead {
            let near = text.index(first, offsetBy: -Self.maxLead)
            start = text[near..<first].firstIndex(of: " ").map { text.index(after: $0) } ?? first
        }
        let shown = (start == text.startIndex ? prefix : prefix + "…") + text[start...]
        let skipped = shown.count - text.distance(from: start, to: text.endIndex)
        secondLineMarks = marks.map { range in
            let from = shown.index(
                shown.startIndex, offsetBy: skipped + text.distance(from: start, to: range.lowerBound))
            return from..<shown.index(from, offsetBy: text.distance(from: range.lowerBound, to: range.upperBound))
        }
        secondLine = shown
    }

    /// "Job, Company", or the known one of the two.
    static func work(job: String?, company: String?) -> String {
        let job = PlainText.line(job ?? "")
        let company = PlainText.line(company ?? "")
        return job.isEmpty ? company : company.isEmpty ? job : job + tr(", ") + company
    }
}

private extension SearchField {
    /// The name of the field in a row.
    nonisolated var localizedDescription: String {
        switch self {
        case .name: tr("Name")
        case .nickname: tr("Nickname")
        case .company: tr("Company")
        case .job: tr("Job")
        case .mail: tr("Email")
        case .phone: tr("Phone")
        case .otherContact: tr("Contact")
        case .tag: tr("Tag")
        case .note: tr("Note")
        case .howWeMet: tr("How you met")
        case .relative: tr("Relationship")
        case .address: tr("Address")
        case .description: tr("Description")
        case .food: tr("Food Preferences")
        case .gift: tr("Gifts")
        case .activity: tr("Activities")
        case .call: tr("Calls")
        case .reminder: tr("Reminders")
        case .task: tr("Tasks")
        case .debt: tr("Debts")
        case .pet: tr("Pets")
        case .lifeEvent: tr("Life Event")
        case .conversation: tr("Conversation")
        case .document: tr("Documents")
        }
    }
}
