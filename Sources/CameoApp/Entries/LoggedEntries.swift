import Contacts
import Foundation
import Model

nonisolated extension Outbox {
    /// Ticks a task or a debt, or takes the tick away. Nil if the entry is not there any more.
    func tick(_ entry: FieldID, of contact: ContactID, isDone: Bool) async throws(ContactStoreError) -> Receipt? {
        try await change(entry, of: contact) { $0.isDone = isDone }
    }

    /// Changes the value of an entry. Nil if the entry is not there any more.
    func change(
        _ entry: FieldID, of contact: ContactID, _ change: @Sendable (inout PartValue) -> Void
    ) async throws(ContactStoreError) -> Receipt? {
        guard let saw = try await thing(entry, of: contact) else { return nil }
        var value = saw
        change(&value)
        return try await set(value, of: entry, of: contact, saw: saw)
    }

    /// Adds an entry of the log: an activity once for all contacts, any other to each contact. The draft goes. Nil if none of
    /// them is there.
    func log(
        _ value: PartValue, with contacts: [ContactID], inPlaceOf draft: Int64? = nil
    ) async throws(ContactStoreError) -> Receipt? {
        guard case .activity(var activity) = value else { return try await add(value, to: contacts, inPlaceOf: draft) }
        activity.attendees = contacts.dropFirst().map { .local($0) }
        return try await add(.activity(activity), to: Array(contacts.prefix(1)), inPlaceOf: draft)
    }
}

nonisolated extension PartKind {
    /// A call or a meeting of today, with nothing else to say.
    func loggedToday(now: Date = .now) -> PartValue? {
        let day = ContactDay(CivilDay(of: now, in: .current))
        switch self {
        case .call: return .call(CallValue(day: day))
        case .activity: return .activity(ActivityValue(summary: tr("Met"), day: day))
        default: return nil
        }
    }
}

extension PartKind {
    /// The sentence of the toast, with the name of the contact.
    func loggedSentence(_ names: [String]) -> String {
        guard names.count == 1, let name = names.first else { return tr("Saved") }
        return tr("%1$s: %2$s", PlainText.line(name, atMost: UndoToast.maxNameLength), logLabel)
    }
}
