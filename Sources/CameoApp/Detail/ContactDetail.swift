import Avatars
import Foundation
import MonicaAPI

/// What the detail view shows of a contact: sentences and links, without widgets.
nonisolated struct ContactDetail: Equatable {
    /// One line of a section.
    struct Row: Equatable {
        var title: String
        var subtitle = ""
        var icon: String
        var action: DetailAction?
        /// Whose picture stands in place of the icon.
        var avatar: AvatarSubject?
    }

    struct Section: Equatable {
        let title: String
        let rows: [Row]
    }

    /// A round button below the name.
    struct QuickAction: Equatable {
        let icon: String
        let label: String
        let uri: String
    }

    let id: Int
    let name: String
    /// Nickname, work and the last contact, below the name.
    let lines: [String]
    let avatar: AvatarSubject
    let quickActions: [QuickAction]
    let sections: [Section]
    let tags: [String]

    init(
        _ contact: Contact, sections stored: ContactSections = ContactSections(), server: ServerAddress,
        nameOrder: NameOrder = .asOnServer, now: Date = .now
    ) {
        id = contact.id
        let name = contact.name(nameOrder)
        self.name = name.isEmpty ? tr("No name") : name
        lines = [
            contact.nickname, ContactEntry.work(job: contact.job, company: contact.company),
            Self.lastContact(contact, now: now),
        ].compactMap { $0 }.filter { !$0.isEmpty }
        avatar = AvatarSubject(
            contactID: contact.id, firstName: contact.firstName, lastName: contact.lastName,
            nickname: contact.nickname, completeName: contact.displayName, info: contact.avatar.withoutInlineData)
        tags = contact.tags.map(\.name)
        quickActions = Self.quickActions(contact, server: server)
        let page = contact.hashID.map { server.page(ofContact: $0).absoluteString }
        let own = [
            Section(title: tr("Contact"), rows: contact.contactFields.map(Self.row)),
            Section(title: tr("Addresses"), rows: contact.addresses.compactMap(Self.row)),
            Section(title: tr("About"), rows: Self.about(contact, now: now)),
            Section(title: tr("Relationships"), rows: contact.relationships.map(Self.row)),
        ]
        let kept = Self.sections(stored, of: contact, page: page, now: now)
        sections = (own + kept).filter { !$0.rows.isEmpty }
    }
}

/// What a click on a line does.
nonisolated enum DetailAction: Equatable {
    case open(uri: String)
    case show(contactID: Int)
}

private nonisolated extension ContactDetail {
    static func quickActions(_ contact: Contact, server: ServerAddress) -> [QuickAction] {
        var actions: [QuickAction] = []
        func first(_ kind: ContactField.Kind) -> String? {
            contact.contactFields.first { $0.type == kind && $0.link != nil }?.link?.absoluteString
        }
        if let uri = first(.email) {
            actions.append(QuickAction(icon: "mail-unread-symbolic", label: tr("Write a Mail"), uri: uri))
        }
        if let uri = first(.phone) {
            actions.append(QuickAction(icon: "call-start-symbolic", label: tr("Call"), uri: uri))
        }
        if let uri = contact.addresses.lazy.compactMap(mapURI).first {
            actions.append(QuickAction(icon: "mark-location-symbolic", label: tr("Show on the Map"), uri: uri))
        }
        if let hashID = contact.hashID {
            actions.append(
                QuickAction(
                    icon: "web-browser-symbolic", label: tr("Open on the Server"),
                    uri: server.page(ofContact: hashID).absoluteString))
        }
        return actions
    }

    static func row(_ field: ContactField) -> Row {
        let icon =
            switch field.type {
            case .email: "mail-unread-symbolic"
            case .phone: "call-start-symbolic"
            case nil: "web-browser-symbolic"
            }
        let kind = ([field.typeName].compactMap { $0 } + field.labels).joined(separator: " · ")
        return Row(
            title: PlainText.cleaned(field.content), subtitle: kind, icon: icon,
            action: (field.link?.absoluteString).map { .open(uri: $0) })
    }

    static func row(_ address: Address) -> Row? {
        let town = [address.postalCode, address.city].compactMap { $0 }.joined(separator: " ")
        let lines = [address.street, town, address.province, address.country].compactMap { $0 }.filter { !$0.isEmpty }
        guard !lines.isEmpty else { return nil }
        return Row(
            title: PlainText.cleaned(lines.joined(separator: ", ")), subtitle: address.name ?? "",
            icon: "mark-location-symbolic",
            action: mapURI(address).map { .open(uri: $0) })
    }

    static func row(_ relationship: Relationship) -> Row {
        Row(
            title: relationship.contact.displayName.isEmpty ? tr("No name") : relationship.contact.displayName,
            subtitle: RelationshipName.words(for: relationship.name), icon: "system-users-symbolic",
            action: .show(contactID: relationship.contact.id), avatar: AvatarSubject(relationship.contact))
    }

    static func about(_ contact: Contact, now: Date) -> [Row] {
        var rows: [Row] = []
        if let birthdate = contact.birthdate {
            // The age at death is that between two days, wherever one is; that of the living is today's here.
            let text =
                contact.isDeceased
                ? DateText(birthdate, now: contact.deceasedDate?.date ?? now, timeZone: .gmt)
                : DateText(birthdate, now: now)
            rows.append(Row(title: text.withAge, subtitle: tr("Birthday"), icon: "x-office-calendar-symbolic"))
        }
        if contact.isDeceased {
            let date = contact.deceasedDate.map { DateText($0, now: now).date }
            rows.append(
                Row(
                    title: date ?? tr("Deceased"), subtitle: date == nil ? "" : tr("Died"),
                    icon: "weather-clear-night-symbolic"))
        }
        if let food = contact.foodPreferences {
            rows.append(
                Row(title: PlainText.cleaned(food), subtitle: tr("Food preferences"), icon: "emoji-food-symbolic"))
        }
        if let met = contact.howYouMet {
            let date = met.date.map { DateText($0, now: now).date }
            let through = met.through.map { tr("through %1$s", $0.displayName) }
            let text = [met.general.map { PlainText.cleaned($0) }, date, through].compactMap { $0 }.joined(
                separator: "\n")
            if !text.isEmpty {
                rows.append(
                    Row(
                        title: text, subtitle: tr("How you met"), icon: "emoji-people-symbolic",
                        action: met.through.map { .show(contactID: $0.id) }))
            }
        }
        if let row = stayInTouch(contact) { rows.append(row) }
        if let description = contact.description {
            rows.append(
                Row(title: PlainText.cleaned(description), subtitle: tr("Description"), icon: "document-edit-symbolic"))
        }
        return rows
    }

    /// How long ago user and contact last met or called each other.
    static func lastContact(_ contact: Contact, now: Date) -> String? {
        // An activity can be entered before its day.
        let days = [contact.lastCalled, contact.lastActivity].compactMap { $0 }
        return days.sorted(by: >).lazy.compactMap { DayText.elapsed(since: $0, now: now) }.first
            .map { tr("Last contact: %1$s", $0) }
    }

    static func stayInTouch(_ contact: Contact) -> Row? {
        guard let days = contact.stayInTouchFrequency, days > 0 else { return nil }
        let next = contact.stayInTouchDate.map { tr("Stay in touch, next on %1$s", DayText.day($0)) }
        return Row(
            title: trn("Every day", "Every %d days", days), subtitle: next ?? tr("Stay in touch"),
            icon: "alarm-symbolic")
    }

    /// The place for the map application (RFC 5870), by its co-ordinates or in words.
    static func mapURI(_ address: Address) -> String? {
        if let latitude = address.latitude, let longitude = address.longitude, abs(latitude) <= 90,
            abs(longitude) <= 180
        {
            return "geo:\(latitude),\(longitude)"
        }
        let words = [address.street, address.postalCode, address.city, address.country].compactMap { $0 }
        guard !words.isEmpty else { return nil }
        var components = URLComponents()
        components.queryItems = [URLQueryItem(name: "q", value: words.joined(separator: ", "))]
        return components.percentEncodedQuery.map { "geo:0,0?\($0)" }
    }
}

private nonisolated extension AvatarSubject {
    init(_ contact: ContactReference) {
        self.init(
            contactID: contact.id, firstName: contact.firstName, lastName: contact.lastName,
            nickname: contact.nickname, completeName: contact.displayName, info: contact.avatar.withoutInlineData)
    }
}
