import Foundation
import Model

/// A person that a form names.
nonisolated struct FormPerson: Hashable, Sendable {
    var id: AnyContactID
    var name: String
    /// Whether it is a partial contact, which exists only as a relation.
    var isPartial = false
}

/// An entry in a row of its own. A form may have several.
nonisolated protocol RowEntry: Hashable, Sendable {
    var row: RowID { get }
    /// Nil for a new one.
    var part: PartID? { get }
}

nonisolated extension Array where Element: RowEntry {
    /// Nil for a row that the person took away.
    subscript(row row: RowID) -> Element? { first { $0.row == row } }

    /// Changes the entry of a row, if there is one.
    mutating func change(_ row: RowID, _ body: (inout Element) -> Void) {
        if let index = firstIndex(where: { $0.row == row }) { body(&self[index]) }
    }

    /// Removes a row and returns the change that puts its entry back at its place; nil without such a row.
    @discardableResult
    mutating func remove(_ row: RowID) -> ((inout [Element]) -> Void)? {
        guard let place = firstIndex(where: { $0.row == row }) else { return nil }
        let entry = remove(at: place)
        return { $0.insert(entry, at: Swift.min(place, $0.count)) }
    }
}

/// A mail address, a number, or an account as it is typed.
nonisolated struct FieldEntry: RowEntry {
    let row: RowID
    /// Nil for a new one.
    var part: PartID?
    var type: RemoteID
    var content: String
    var labels: [String] = []

    var value: FieldValue? {
        let trimmed = FormText.trimmed(content)
        return trimmed.isEmpty ? nil : FieldValue(type: type, content: trimmed, labels: labels)
    }
}

/// A postal address as it is typed.
nonisolated struct AddressEntry: RowEntry {
    let row: RowID
    var part: PartID?
    /// The country by its name.
    var texts: [AddressPart: String] = [:]

    init(row: RowID, part: PartID? = nil, texts: [AddressPart: String] = [:]) {
        self.row = row
        self.part = part
        self.texts = texts
    }

    init(row: RowID, part: PartID?, _ value: AddressValue, countries: Countries) {
        self.init(row: row, part: part)
        take(value, countries: countries)
    }

    mutating func take(_ value: AddressValue, countries: Countries) {
        texts = [
            .name: LabelName.text(for: value.name ?? ""), .street: value.street ?? "", .city: value.city ?? "",
            .province: value.province ?? "", .postalCode: value.postalCode ?? "",
            .country: value.country.map(countries.name(of:)) ?? "",
        ]
    }

    subscript(part: AddressPart) -> String {
        get { texts[part] ?? "" }
        set { texts[part] = newValue }
    }

    /// Nil for an empty address: a label alone is no address. Throws for an unknown country.
    func value(countries: Countries) throws(FormIssue) -> AddressValue? {
        func text(_ part: AddressPart) -> String? {
            let trimmed = FormText.trimmed(self[part])
            return trimmed.isEmpty ? nil : trimmed
        }
        var value = AddressValue(
            name: text(.name).map(LabelName.storedName), street: text(.street), city: text(.city),
            province: text(.province),
            postalCode: text(.postalCode))
        if let typed = text(.country) {
            guard let code = countries.code(of: typed) else { throw .unknownCountry(typed) }
            value.country = code
        }
        return value.isNameAlone ? nil : value
    }

    /// The label of the address; nil for none.
    var name: String? {
        let name = FormText.trimmed(self[.name])
        return name.isEmpty ? nil : LabelName.storedName(name)
    }
}

nonisolated extension AddressValue {
    /// Whether nothing else is known of it.
    var isNameAlone: Bool { street == nil && city == nil && province == nil && postalCode == nil && country == nil }
}

/// A typed relationship of the contact.
nonisolated struct RelationshipEntry: RowEntry {
    let row: RowID
    var part: PartID?
    /// Nil until a person has chosen one.
    var type: RemoteID?
    /// Nil while no person is found for the typing.
    var person: FormPerson?
    var typed = ""
    /// Saving the form makes a contact of this name; false where there is a person.
    var makesPerson = false

    var value: RelationshipValue? {
        guard let type, let other = person?.id ?? newPerson.map({ .local($0) }) else { return nil }
        return RelationshipValue(type: type, other: other)
    }

    /// The number, below zero, of the contact that the form makes for this relationship.
    var newPerson: ContactID? { makesPerson && person == nil ? ContactID(Int64(-1 - row.number)) : nil }

    /// Whether the row names a person.
    var isNamed: Bool { person != nil || newPerson != nil }
}

/// Texts as the server counts and keeps them.
nonisolated enum FormText {
    static let maxLineLength = 255
    static let maxTextLength = 65_535

    static func trimmed(_ text: String) -> String {
        text.trimmed
    }

    static func check(_ text: String, atMost limit: Int) throws(FormIssue) {
        if trimmed(text).unicodeScalars.count > limit { throw .tooLong(limit: limit) }
    }

    /// As the server has it: "Nan" and "Infinity" are words there.
    private static func isNumber(_ text: String) -> Bool {
        if text.allSatisfy(\.isNumber) { return true }
        return Double(text) != nil && text.allSatisfy { !$0.isLetter || "eE".contains($0) }
    }

    static func check(tag: String) throws(FormIssue) {
        let name = trimmed(tag)
        try check(name, atMost: maxLineLength)
        if !name.isEmpty, isNumber(name) { throw .tagWithoutLetter }
    }

    /// The mistake in a new tag; nil where there is none.
    static func issue(ofTag tag: String) -> FormIssue? {
        do throws(FormIssue) {
            try check(tag: tag)
            return trimmed(tag).isEmpty ? .tagWithoutLetter : nil
        } catch {
            return error
        }
    }
}
