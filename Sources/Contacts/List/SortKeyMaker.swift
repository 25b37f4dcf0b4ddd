import Foundation
import Model

/// Makes the keys of one order in one language.
final class SortKeyMaker {
    private static let starHeading = "★"
    /// Longer names differ early enough.
    private static let maxNameLength = 600

    private let order: ContactOrder
    private let collation: Collation
    private let headings: Headings
    private let today: CivilDay

    init(_ order: ContactOrder, collation: Collation, today: CivilDay) {
        self.order = order
        self.collation = collation
        self.today = today
        headings = Headings(collation)
    }

    func key(for contact: ContactSummary) -> SortKey {
        let names = names(of: contact)
        var bytes: [UInt8] = []
        var heading: String?
        if order.starredFirst { bytes.append(contact.isStarred ? 0 : 1) }
        // Without a copy of the server, a contact that was made here has no date, and is the newest.
        if order.key == .newest { bytes.append(Self.isWithoutCopy(contact) ? 0 : 1) }
        switch order.key {
        case .lastActivity, .newest:
            bytes += Self.latestFirst(order.key == .newest ? contact.createdAt : contact.lastContact(today: today))
            _ = appendNames(names, to: &bytes)
        case .shownName, .firstName, .lastName: heading = appendNames(names, to: &bytes)
        }
        if order.starredFirst, contact.isStarred { heading = heading.map { _ in Self.starHeading } }
        // Equal names keep one order for ever.
        bytes.append(0)
        bytes += Self.bigEndian(UInt64(max(0, contact.id)))
        return SortKey(bytes, heading: heading)
    }

    /// The names of a contact, in the order of comparison. Each name is compared by itself. Many languages ignore a space: with
    /// joined names, Tess Hoekstra would stand behind Tessa Abel.
    private func names(of contact: ContactSummary) -> [String] {
        let names = [contact.firstName, contact.lastName].compactMap { $0 }
        if names.isEmpty { return [Self.beginning(contact.nickname ?? contact.displayName)] }
        let ordered: [String] =
            switch order.key {
            case .shownName: Self.asShown(names, contact.displayName)
            case .lastName: Array(names.reversed())
            case .firstName, .lastActivity, .newest: names
            }
        return ordered.map(Self.beginning)
    }

    /// The names in the order of the shown name, which may begin with the last name, or with a nickname in front of both.
    private static func asShown(_ names: [String], _ shown: String) -> [String] {
        guard let first = names.filter({ leads(shown, $0) }).max(by: { $0.utf8.count < $1.utf8.count }) else {
            return [shown] + names
        }
        return first == names.first ? names : names.reversed()
    }

    /// Whether a shown name begins with this name as a whole word.
    private static func leads(_ shown: String, _ name: String) -> Bool {
        guard shown.utf8.starts(with: name.utf8) else { return false }
        let next = shown.utf8.dropFirst(name.utf8.count).first
        return next == nil || next == UInt8(ascii: " ")
    }

    /// A name without the quotes and apostrophes in front of it, and no longer than it is compared.
    private static func beginning(_ name: String) -> String {
        var name = name
        if name.utf8.count > maxNameLength { name = String(name.prefix(maxNameLength / 4)) }
        if let first = name.utf8.first, isLetter(first) { return name }
        let stripped = name.drop { !counts($0) }
        return stripped.isEmpty || stripped.startIndex == name.startIndex ? name : String(stripped)
    }

    /// Appends the names, each behind the end of the one before, which sorts before any letter. Returns the heading of the first.
    private func appendNames(_ names: [String], to bytes: inout [UInt8]) -> String {
        var heading = Headings.other
        for (index, name) in names.enumerated() {
            if index > 0 { bytes += [0, 0] }
            let own = appendName(name, to: &bytes)
            if index == 0 { heading = own }
        }
        return heading
    }

    /// Letters come first, then letters of scripts that the language does not know. Digits and pictures follow, then
    /// contacts without a name. Returns the heading.
    private func appendName(_ name: String, to bytes: inout [UInt8]) -> String {
        guard var beginning = name.first.map(headings.beginning) else {
            bytes.append(.max)
            return Headings.other
        }
        bytes.append(beginning.kind.rawValue)
        let start = bytes.count
        if beginning.kind == .foreignLetter {
            Folding.append(name, to: &bytes)
        } else {
            collation.appendKey(of: name, to: &bytes)
            if !bytes[start...].starts(with: beginning.letters) {
                beginning = headings.beginning(withPairOf: name) ?? beginning
            }
        }
        return beginning.heading
    }

    private static func isWithoutCopy(_ contact: ContactSummary) -> Bool {
        contact.createdAt == nil && Int64(contact.id) >= LocalNames.firstLocal
    }

    /// Of an apostrophe's forms, some are letters to Unicode.
    private static func counts(_ character: Character) -> Bool {
        character.isNumber
            || character.isLetter && character.unicodeScalars.first?.properties.generalCategory != .modifierLetter
    }

    /// Of ASCII.
    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte & ~0x20)
    }

    /// Later dates get smaller bytes, no date the greatest.
    private static func latestFirst(_ date: Date?) -> [UInt8] {
        guard let seconds = date.flatMap({ Int64(exactly: $0.timeIntervalSince1970.rounded(.down)) }) else {
            return bigEndian(.max)
        }
        return bigEndian(~(UInt64(bitPattern: seconds) ^ 1 << 63))
    }

    private static func bigEndian(_ number: UInt64) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }
}
