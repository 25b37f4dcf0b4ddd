import Contacts
import Foundation
import Model

/// The history of a contact as one timeline.
nonisolated extension ContactDetail {
    private static let maxFaces = 3

    /// Calls, activities, life events and conversations, the latest first. Entries without a day come last.
    static func history(
        _ sections: ContactSections, of contact: Contact, related: RelatedContacts
    ) -> [Row] {
        let activities = sections.activities.map { ($0.happenedAt, row($0, with: contact, related: related)) }
        let calls = sections.calls.map { ($0.calledAt, row($0, with: contact)) }
        let events = sections.lifeEvents.map { ($0.happenedAt, row($0)) }
        let conversations = sections.conversations.map { ($0.happenedAt, row($0, with: contact)) }
        let entries = (activities + calls + events + conversations).enumerated().sorted { first, second in
            let (earlier, later) = (first.element.0 ?? .distantPast, second.element.0 ?? .distantPast)
            return earlier == later ? first.offset < second.offset : earlier > later
        }
        return entries.map(\.element.1)
    }

    private static func row(_ activity: Activity, with contact: Contact, related: RelatedContacts) -> Row {
        let people = activity.attendees.filter { $0.id != contact.id }
        let others = people.map(related.name(of:)).filter { !$0.isEmpty }
        let facts = [
            activity.happenedAt.map { DayText.day($0) },
            activity.typeName == activity.summary ? nil : activity.typeName.map { PlainText.line($0) },
            others.isEmpty ? nil : tr("with %1$s", others.joined(separator: tr(", "))),
        ]
        return Row(
            .entry(.activities, activity.id), title: PlainText.cleaned(activity.summary),
            subtitle: lines(activity.description.map { PlainText.cleaned(markdown: $0) }, joined(facts)),
            icon: "emoji-activities-symbolic",
            faces: people.prefix(maxFaces).map { RelatedContact($0, stored: related).avatar })
    }

    private static func row(_ event: LifeEvent) -> Row {
        let title = event.name ?? event.type.map(LifeEventType.text) ?? tr("Life Event")
        return Row(
            .entry(.lifeEvents, event.id), title: PlainText.line(title),
            subtitle: lines(
                event.note.map { PlainText.cleaned($0) }, event.happenedAt.map { DayText.day($0) }),
            icon: "emoji-symbols-symbolic")
    }

    private static func row(_ conversation: Conversation, with contact: Contact) -> Row {
        let messages = conversation.messages.map { message in
            let text = PlainText.cleaned(message.text)
            return message.isFromUser ? tr("You: %1$s", text) : tr("%1$s: %2$s", shortName(contact), text)
        }
        let facts = [
            conversation.happenedAt.map { DayText.day($0) }, conversation.channel.map { PlainText.line($0) },
            messages.count > 1 ? trn("%d message", "%d messages", messages.count) : nil,
        ]
        return Row(
            .entry(.conversations, conversation.id),
            title: messages.isEmpty ? tr("Conversation") : messages.joined(separator: "\n"), subtitle: joined(facts),
            icon: "chat-message-new-symbolic")
    }

    private static func row(_ call: Call, with contact: Contact) -> Row {
        let who = call.contactCalled ? tr("%1$s called", shortName(contact)) : tr("You called")
        let day = call.calledAt.map { DayText.day($0) }
        let icon = call.contactCalled ? "call-incoming-symbolic" : "call-start-symbolic"
        let field = FieldID.entry(.calls, call.id)
        guard let content = call.content else { return Row(field, title: who, subtitle: day ?? "", icon: icon) }
        return Row(field, title: PlainText.cleaned(markdown: content), subtitle: joined([who, day]), icon: icon)
    }
}
