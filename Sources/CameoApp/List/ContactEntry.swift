import Avatars
import Contacts
import Foundation

/// What one row of the contacts list shows.
nonisolated struct ContactEntry: Identifiable, Equatable, Sendable {
    let id: Int
    let name: String
    /// Nickname, or work; empty when there is neither.
    let secondLine: String
    let isStarred: Bool
    /// The heading of the first row of a letter.
    let letter: String?
    let avatar: AvatarSubject

    init(_ contact: ContactSummary, letter: String?) {
        id = contact.id
        name = contact.displayName.isEmpty ? tr("No name") : contact.displayName
        secondLine = contact.nickname ?? Self.work(job: contact.job, company: contact.company)
        isStarred = contact.isStarred
        self.letter = letter
        avatar = AvatarSubject(
            contactID: contact.id, firstName: contact.firstName, lastName: contact.lastName,
            nickname: contact.nickname, completeName: contact.displayName, info: contact.avatar)
    }

    /// "Job, Company", or the one that there is.
    static func work(job: String?, company: String?) -> String {
        [job, company].compactMap { $0 }.joined(separator: tr(", "))
    }
}
