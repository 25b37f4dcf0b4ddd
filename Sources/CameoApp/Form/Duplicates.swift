import Avatars
import Contacts
import Foundation
import Gtk
import Model

/// A contact that may be the same as the typed one.
nonisolated struct Duplicate: Equatable {
    enum Reason: Equatable {
        case mail, phone, name
    }

    let contactID: Int
    let name: String
    let avatar: AvatarSubject
    let reason: Reason
    /// False for an archived contact, which takes no fields.
    let isActive: Bool

    /// Why, for a person.
    var localizedDescription: String {
        switch reason {
        case .mail: tr("Same email")
        case .phone: tr("Same phone number")
        case .name: tr("Same name")
        }
    }
}

/// Looks for contacts with the same mail address, the same digits of a phone number, or the same name.
nonisolated enum DuplicateFinder {
    static let maxCount = 3
    private static let maxCandidates = 8
    /// Fewer digits are the same in many numbers.
    private static let minDigits = 5

    /// The possible duplicates of a form, the surest first; at most three.
    @concurrent
    static func find(_ form: ContactForm, in store: ContactStore) async -> [Duplicate] {
        // Without the choices, each field is of an unknown kind.
        let types = (try? await store.formChoices())?.fieldTypes ?? []
        let typed = form.fields.compactMap(\.value).map { value in
            ContactField(value, of: types.first { $0.id == value.type })
        }
        let name = folded(
            [ContactKey.firstName, .lastName].map { FormText.trimmed(form[text: $0]) }.filter { !$0.isEmpty }
                .joined(separator: " "))
        let questions = typed.flatMap(questions) + (name.isEmpty ? [] : [name])
        var found: [Duplicate] = []
        for question in questions where found.count < maxCount && !Task.isCancelled {
            // A failed search finds no duplicate.
            guard let results = try? await store.search(question, limit: maxCandidates, includingArchived: true)
            else { continue }
            for match in results.matches where !found.contains(where: { $0.contactID == match.contact.id }) {
                guard let contact = try? await store.contact(id: match.contact.id),
                    let reason = reason(contact, typed, name)
                else { continue }
                let shown = ContactEntry(match.contact)
                found.append(
                    Duplicate(
                        contactID: shown.id, name: shown.name, avatar: shown.avatar, reason: reason,
                        isActive: contact.isActive))
            }
        }
        return Array(found.prefix(maxCount))
    }

    /// The searches for a field: the bare mail address, or each of several numbers.
    private static func questions(_ field: ContactField) -> [String] {
        if field.kind == .email { return [MailText.address(in: field.content) ?? field.content] }
        guard mayBeNumber(field) else { return [] }
        let numbers = PhoneNumber.numbers(in: field.content).filter { $0.digits.count >= minDigits }
        guard !numbers.isEmpty, numbers.allSatisfy({ !$0.hasOtherSigns }) else { return [field.content] }
        return numbers.map { ($0.hasPlus ? "+" : "") + $0.text }
    }

    static func reason(_ contact: Contact, _ typed: [ContactField], _ name: String) -> Duplicate.Reason? {
        let (mails, numbers) = (Self.mails(typed), Self.numbers(typed))
        if !mails.isDisjoint(with: Self.mails(contact.contactFields)) { return .mail }
        let own = Self.numbers(contact.contactFields)
        if own.contains(where: { number in numbers.contains { isSameNumber($0, number) } }) { return .phone }
        let names = [
            contact.displayName, [contact.firstName, contact.lastName].compactMap { $0 }.joined(separator: " "),
        ]
        return !name.isEmpty && names.contains { folded($0) == name } ? .name : nil
    }

    /// Whether a field may have a phone number. A messenger may have one, too. A page or an account has letters.
    private static func mayBeNumber(_ field: ContactField) -> Bool {
        switch field.kind {
        case .email: false
        case .phone: true
        case nil: !field.content.contains(where: \.isLetter)
        }
    }

    /// The same digits, also where one of them is with the code of the country.
    private static func isSameNumber(_ first: String, _ second: String) -> Bool {
        let (longer, shorter) = first.count > second.count ? (first, second) : (second, first)
        guard shorter.count >= minDigits else { return false }
        return longer == shorter || longer.count - shorter.count <= 3 && longer.hasSuffix(shorter)
    }

    /// The digits of each phone number, without the zeros that are dialled before it.
    private static func numbers(_ fields: [ContactField]) -> [String] {
        fields.filter(mayBeNumber).flatMap { PhoneNumber.numbers(in: $0.content) }.map { number in
            let digits = number.text.drop { $0 == "0" }
            // Russia and Kazakhstan dial 8 before a number of another area.
            return String(!number.hasPlus && digits.count == 11 && digits.first == "8" ? digits.dropFirst() : digits)
        }
    }

    /// The bare mail addresses.
    private static func mails(_ fields: [ContactField]) -> Set<String> {
        Set(fields.filter { $0.kind == .email }.map { folded(MailText.address(in: $0.content) ?? $0.content) })
    }

    private static func folded(_ text: String) -> String {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
    }
}

/// The possible duplicates at the top of a new contact's form.
final class DuplicatesGroup {
    let root: PreferencesGroup
    var onOpen: ((Int) -> Void)?
    var onAdd: ((Int) -> Void)?

    private static let avatarSize = 32
    private let list = BoxedList(label: tr("Possible Duplicates"))
    private let pictures: AvatarPictures
    private var shown: [Duplicate] = []
    private var faces: [AvatarView] = []

    init(pictures: AvatarPictures) {
        self.pictures = pictures
        root = PreferencesGroup(title: tr("Possible Duplicates"))
        root.add(list)
        root.isVisible = false
    }

    func show(_ duplicates: [Duplicate]) {
        guard duplicates != shown else { return }
        shown = duplicates
        list.removeAll()
        faces = []
        for duplicate in duplicates {
            let row = ActionRow(title: duplicate.name, subtitle: duplicate.localizedDescription)
            let face = AvatarView(size: Self.avatarSize, pictures: pictures)
            face.show(duplicate.avatar)
            faces.append(face)
            row.addPrefix(face.root)
            row.addSuffix(Icon("go-next-symbolic"))
            row.setRowAccessibleLabel(tr("%1$s, %2$s", duplicate.name, duplicate.localizedDescription))
            row.onActivated { [weak self] in self?.onOpen?(duplicate.contactID) }
            list.append(row)
            guard duplicate.isActive else { continue }
            let add = ActionRow(title: tr("Add to %1$s", duplicate.name))
            add.addPrefix(Icon("list-add-symbolic"))
            add.onActivated { [weak self] in self?.onAdd?(duplicate.contactID) }
            list.append(add)
        }
        root.isVisible = !duplicates.isEmpty
        guard !duplicates.isEmpty else { return }
        let words = duplicates.map { tr("%1$s, %2$s", $0.name, $0.localizedDescription) }
        root.announce(tr("%1$s: %2$s", tr("Possible Duplicates"), words.joined(separator: tr("; "))))
    }
}
