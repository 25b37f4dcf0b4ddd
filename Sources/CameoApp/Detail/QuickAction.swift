import Contacts
import Foundation
import Model

/// A round button below the name of a contact: a way to reach the contact.
nonisolated struct QuickAction: Equatable, Sendable {
    let icon: String
    let label: String
    let uri: String
    /// The addresses among which a person chooses, `uri` the first of them; empty where there is one.
    var choices: [Choice] = []

    /// One of several addresses or numbers.
    struct Choice: Equatable, Sendable {
        let title: String
        let uri: String
    }
}

nonisolated extension QuickAction {
    /// A longer menu would not fit on the screen.
    private static let maxChoices = 12
    private static let maxChoiceLength = 60

    /// The ways to reach a contact: mail, phone, map. The dead have neither mail nor phone.
    static func all(for contact: Contact) -> [QuickAction] {
        var actions: [QuickAction] = []
        func add(_ icon: String, _ label: String, _ found: some Sequence<Choice>) {
            let choices = Array(found.prefix(maxChoices))
            guard let first = choices.first else { return }
            actions.append(
                QuickAction(icon: icon, label: label, uri: first.uri, choices: choices.count > 1 ? choices : []))
        }
        func fields(_ kind: ContactField.Kind) -> some Sequence<Choice> {
            (contact.isDeceased ? [] : contact.contactFields).lazy.compactMap { field in
                field.link(for: kind).map {
                    Choice(title: PlainText.line(field.content, atMost: maxChoiceLength), uri: $0.absoluteString)
                }
            }
        }
        add("mail-unread-symbolic", tr("Write an Email"), fields(.email))
        add("call-start-symbolic", tr("Call"), fields(.phone))
        add(
            "mark-location-symbolic", tr("Show on the Map"),
            contact.addresses.lazy.compactMap { address in
                ContactDetail.mapURI(address).map {
                    Choice(
                        title: PlainText.line(ContactDetail.row(address)?.title ?? "", atMost: maxChoiceLength), uri: $0
                    )
                }
            })
        return actions
    }
}
