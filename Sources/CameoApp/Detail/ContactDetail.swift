import Avatars
import Contacts
import Foundation
import Model

/// The texts and links of the detail view of a contact, without widgets.
nonisolated struct ContactDetail: Equatable, Sendable {
    /// One line of a section.
    struct Row: Equatable, Sendable {
        /// The value or entry that the row shows; nil for a row without one.
        let field: FieldID?
        let title: String
        /// Whether the title does so in every language, as phone numbers and links do.
        let readsLeftToRight: Bool
        let subtitle: String
        let icon: String
        let action: DetailAction?
        let copy: Copy?
        /// The picture that replaces the icon; nil shows the icon.
        let avatar: AvatarSubject?
        /// Whether the row stands for entries that are being loaded.
        let isLoading: Bool
        /// Whether its task is done; nil for a row without a task.
        let isDone: Bool?
        /// Whether its note is a favorite; nil for a row without a note.
        let isFavorite: Bool?
        /// Took part besides the contact.
        let faces: [AvatarSubject]

        /// Cleans the texts, so that any text of a server is safe to show.
        init(
            _ field: FieldID? = nil, title: String, readsLeftToRight: Bool = false, subtitle: String = "", icon: String,
            action: DetailAction? = nil, copy: Copy? = nil, avatar: AvatarSubject? = nil, isLoading: Bool = false,
            isDone: Bool? = nil, isFavorite: Bool? = nil, faces: [AvatarSubject] = []
        ) {
            self.field = field
            self.title = PlainText.cleaned(title, atMost: PlainText.maxNoteLength)
            self.readsLeftToRight = readsLeftToRight
            self.subtitle = PlainText.cleaned(subtitle, atMost: PlainText.maxNoteLength)
            self.icon = icon
            self.action = action
            self.copy = copy
            self.avatar = avatar
            self.isLoading = isLoading
            self.isDone = isDone
            self.isFavorite = isFavorite
            self.faces = faces
        }
    }

    /// The text that the button beside a row copies.
    struct Copy: Equatable, Sendable {
        let text: String
        /// The button's name for a screen reader.
        let label: String
    }

    struct Section: Equatable, Sendable, Identifiable {
        /// Names the section, independent of its title and rows.
        enum ID: Hashable, Sendable {
            case contactFields, addresses, about, relationships
            /// Calls, activities, life events and conversations, the latest first.
            case history
            /// The user's journal, which belongs to no contact.
            case journal
            /// A list that the server keeps.
            case kept(ContactSection)
        }

        let id: ID
        let title: String
        var rows: [Row]
        /// Rows that stand for further entries. They show also below a part of the rows.
        var ends: [Row] = []

        var isEmpty: Bool { rows.isEmpty && ends.isEmpty }
    }

    let id: Int
    let name: String
    let isStarred: Bool
    /// Whether it is the user, the years of the dead, nickname, work and the last contact, below the name.
    let lines: [String]
    let avatar: AvatarSubject
    let quickActions: [QuickAction]
    var sections: [Section]
    let tags: [ShownTag]
    let family: Family

    init(
        _ contact: Contact, sections stored: ContactSections = ContactSections(), related: [Int: ContactSummary] = [:],
        genders: [Int: GenderType] = [:], holders: [RelationHolder] = [], gaps: [ContactSection: SectionGap] = [:],
        server: AccountServer,
        nameOrder: NameOrder = .asOnServer, now: Date = .now
    ) {
        id = contact.id
        let related = RelatedContacts(related, nameOrder: nameOrder)
        let name = contact.name(nameOrder)
        let shownName = name.isEmpty ? tr("No name") : name
        self.name = shownName
        isStarred = contact.isStarred
        lines = [
            contact.isMe ? tr("Me") : nil,
            contact.isDeceased ? YearsOfLife(contact).localizedDescription : nil,
            Nickname.text(contact.nickname, besides: name),
            ContactEntry.work(job: contact.job, company: contact.company),
            contact.isDeceased
                ? nil : DayText.lastContact(called: contact.lastCalled, met: contact.lastActivity, now: now),
            contact.isPartial ? tr("Only names, gender and dates can be entered for a relation.") : nil,
        ].compactMap { $0 }.filter { !$0.isEmpty }
        avatar = AvatarSubject(
            contactID: contact.id, firstName: contact.firstName, lastName: contact.lastName,
            nickname: contact.nickname, completeName: name, info: contact.avatar.withoutInlineData)
        tags = contact.tags.map { ShownTag($0.name) }.filter { !$0.text.isEmpty }
        quickActions = QuickAction.all(for: contact)
        family = Family(contact.relationships, related: related, genders: genders, server: server)
        let page = server.page(of: contact)?.absoluteString
        let own = [
            Section(
                id: .contactFields, title: tr("Contact Details"),
                rows: contact.contactFields.map { Self.row($0, of: contact) }),
            Section(id: .addresses, title: tr("Addresses"), rows: contact.addresses.compactMap(Self.row)),
            Section(id: .about, title: tr("About"), rows: Self.about(contact, related: related, now: now)),
            Section(
                id: .relationships, title: tr("Relationships"),
                rows:
                    contact.relationships.map { Self.row($0, related: related, genders: genders) }
                    + holders.map { Self.row($0, of: shownName, nameOrder: nameOrder) }),
        ]
        let kept = Self.sections(stored, gaps: gaps, of: contact, related: related, page: page, now: now)
        sections = (own + kept).filter { !$0.isEmpty }
    }
}

/// The action of a click on a row.
nonisolated enum DetailAction: Equatable, Sendable {
    case open(uri: String)
    case show(contactID: Int)
    case copy(text: String)
    case edit(FieldID)
    case add(PartKind)
    case tick(FieldID, isDone: Bool)
    case favor(FieldID, isFavorite: Bool)
    case delete(FieldID)
}

nonisolated extension ContactDetail {
    /// Facts on one line.
    static func joined(_ facts: [String?]) -> String {
        facts.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " · ")
    }
}

nonisolated extension ContactDetail {
    static func row(_ field: ContactField, of contact: Contact) -> Row {
        let content = PlainText.line(field.content, atMost: PlainText.maxLength)
        let (icon, copy) =
            switch field.kind {
            case .email: ("mail-unread-symbolic", tr("Copy email address %1$s", content))
            case .phone: ("call-start-symbolic", tr("Copy phone number %1$s", content))
            case nil: ("emblem-shared-symbolic", tr("Copy %1$s", content))
            }
        let kind = ([typeName(of: field)].compactMap { $0 } + field.labels.map(LabelName.text)).map {
            PlainText.line($0)
        }
        return Row(
            .contactField(field.id), title: content, readsLeftToRight: field.kind != nil || field.link != nil,
            subtitle: kind.joined(separator: " · "), icon: icon,
            action: contact.isDeceased && field.kind != nil ? nil : (field.link?.absoluteString).map { .open(uri: $0) },
            copy: Copy(text: content, label: copy))
    }

    /// The server's own two types have English names in every account. Any other name is the user's word.
    static func typeName(of field: ContactField) -> String? {
        switch (field.type, field.typeName) {
        case (.email, "Email"): tr("Email")
        case (.phone, "Phone"): tr("Phone")
        default: field.typeName
        }
    }

    static func row(_ address: Address) -> Row? {
        let lines = AddressLines.lines(of: address)
        guard !lines.isEmpty else { return nil }
        let text = lines.joined(separator: ", ")
        return Row(
            .address(address.id),
            // Without a letter nothing tells the direction.
            title: lines.joined(separator: "\n"), readsLeftToRight: !text.contains(where: \.isLetter),
            subtitle: PlainText.line(LabelName.text(for: address.name ?? "")), icon: "mark-location-symbolic",
            action: mapURI(address).map { .open(uri: $0) },
            copy: Copy(text: lines.joined(separator: "\n"), label: tr("Copy address %1$s", text)))
    }

    static func row(
        _ relationship: Relationship, related: RelatedContacts, genders: [Int: GenderType]
    ) -> Row {
        let other = RelatedContact(relationship.contact, stored: related)
        return Row(
            .relationship(relationship.contact.id), title: other.name,
            subtitle: RelationshipName.text(
                for: relationship.name,
                gender: genders[relationship.contact.id] ?? relationship.contact.genderType),
            icon: "system-users-symbolic",
            action: other.action, avatar: other.avatar)
    }

    /// The contacts that a partial contact is a relation of.
    static func row(_ holder: RelationHolder, of name: String, nameOrder: NameOrder) -> Row {
        let other = RelatedContact(
            ContactReference(id: holder.contact.id),
            stored: RelatedContacts([holder.contact.id: holder.contact], nameOrder: nameOrder))
        return Row(
            .relationship(holder.contact.id), title: other.name,
            subtitle: RelationshipSentence.text(name, holder.relation, of: other.name), icon: "system-users-symbolic",
            action: other.action, avatar: other.avatar)
    }

    static func about(_ contact: Contact, related: RelatedContacts, now: Date) -> [Row] {
        var rows: [Row] = []
        // A dead person has no age of today.
        if let birthdate = contact.birthdate, !(contact.isDeceased && birthdate.isAgeBased) {
            let text = DateText(birthdate, now: now)
            rows.append(
                Row(
                    .birthdate,
                    // The age of the dead is told with the day of their death.
                    title: contact.isDeceased ? text.date : text.withAge,
                    subtitle: birthdate.isAgeBased ? tr("Age") : tr("Birthday"), icon: "x-office-calendar-symbolic"))
        }
        if contact.isDeceased { rows.append(death(of: contact, now: now)) }
        if let food = contact.foodPreferences {
            rows.append(
                Row(
                    .foodPreferences, title: PlainText.cleaned(food), subtitle: tr("Food Preferences"),
                    icon: "emoji-food-symbolic"))
        }
        if let met = contact.howYouMet {
            let date = met.date.map { DateText($0, now: now).date }
            let other = met.through.map { RelatedContact($0, stored: related) }
            let through = other.map { tr("Introduced by %1$s", $0.name) }
            let text = [met.general.map { PlainText.cleaned($0) }, date, through].compactMap { $0 }.joined(
                separator: "\n")
            if !text.isEmpty {
                rows.append(
                    Row(
                        .howYouMet, title: text, subtitle: tr("How you met"), icon: "emoji-people-symbolic",
                        action: other?.action))
            }
        }
        if let row = stayInTouch(contact, now: now) { rows.append(row) }
        if let description = contact.description {
            rows.append(
                Row(
                    .description, title: PlainText.cleaned(description), subtitle: tr("Description"),
                    icon: "document-edit-symbolic"))
        }
        return rows
    }

    /// The age at death is that between two days, wherever one is.
    static func death(of contact: Contact, now: Date) -> Row {
        let icon = "x-office-calendar-symbolic"
        guard let death = contact.deceasedDate else { return Row(.deceasedDate, title: tr("Deceased"), icon: icon) }
        let day = DateText(death, now: now).date
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let isExact = contact.birthdate?.isAgeBased == false && !death.isAgeBased && !death.isYearUnknown
        let age = isExact ? contact.birthdate?.age(at: death.date, calendar: calendar) : nil
        return Row(.deceasedDate, title: age?.sentence(ofDeathOn: day) ?? tr("Died %1$s", day), icon: icon)
    }

    static func stayInTouch(_ contact: Contact, now: Date) -> Row? {
        guard let days = contact.stayInTouchFrequency, days > 0, !contact.isDeceased else { return nil }
        return Row(
            .stayInTouch, title: trn("Every day", "Every %d days", days),
            subtitle: joined([tr("Keep in touch"), contact.stayInTouchDue.map { DayText.due($0, now: now) }]),
            icon: "alarm-symbolic")
    }

    /// The place for the map application (RFC 5870), by its co-ordinates or in words.
    static func mapURI(_ address: Address) -> String? {
        if let latitude = address.latitude, let longitude = address.longitude, abs(latitude) <= 90,
            abs(longitude) <= 180
        {
            return "geo:\(latitude),\(longitude)"
        }
        let words = [address.street, address.postalCode, address.city, address.countryName].compactMap { $0 }
            .map { PlainText.line($0) }.filter { !$0.isEmpty }
        guard !words.isEmpty else { return nil }
        var components = URLComponents()
        components.queryItems = [URLQueryItem(name: "q", value: words.joined(separator: ", "))]
        return components.percentEncodedQuery.map { "geo:0,0?\($0)" }
    }
}
