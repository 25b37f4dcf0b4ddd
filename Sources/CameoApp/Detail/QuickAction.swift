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
    static let mailIcon = "mail-unread-symbolic"
    static let callIcon = "call-start-symbolic"
    /// A longer menu would not fit on the screen.
    private static let maxChoices = 12

    /// The ways to reach a contact: mail, phone, map. The dead have neither mail nor phone.
    static func all(for contact: Contact) -> [QuickAction] {
        let reach = contact.isDeceased ? nil : ContactReach(contact)
        let places = contact.addresses.lazy.compactMap { address in
            ContactDetail.mapURI(address).map { Choice(ContactDetail.row(address)?.title ?? "", uri: $0) }
        }
        return [
            QuickAction(icon: mailIcon, label: tr("Write an Email"), among: reach?.mails.map(Choice.init) ?? []),
            QuickAction(icon: callIcon, label: tr("Call"), among: reach?.phones.map(Choice.init) ?? []),
            QuickAction(
                icon: "mark-location-symbolic", label: tr("Show on the Map"),
                among: Array(places.prefix(maxChoices))),
        ].compactMap(\.self)
    }

    /// Nil where there is nothing to choose from.
    init?(icon: String, label: String, among choices: [Choice]) {
        guard let first = choices.first else { return nil }
        self.init(icon: icon, label: label, uri: first.uri, choices: choices.count > 1 ? choices : [])
    }
}

nonisolated extension QuickAction.Choice {
    private static let maxLength = 60

    init(_ text: String, uri: String) {
        self.init(title: PlainText.line(text, atMost: Self.maxLength), uri: uri)
    }

    init(_ way: ContactReach.Way) {
        self.init(way.text, uri: way.link.absoluteString)
    }
}
