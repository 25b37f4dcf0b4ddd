import Model

/// The identity of a field in a form: a single value, or a part of a row.
nonisolated enum FormField: Hashable, Sendable {
    case value(ContactKey)
    case field(RowID)
    case address(RowID, AddressPart)
    case relationship(RowID)
    case tags

    /// The field that tells the news of this one: the first line of an address tells them for all lines.
    var ofNews: FormField { if case .address(let row, _) = self { .address(row, .street) } else { self } }
}

/// A row of an open form; never used again in that form.
nonisolated struct RowID: Hashable, Sendable {
    let number: Int

    init(_ number: Int) { self.number = number }
}

/// The parts of a typed address. The raw values are stored in drafts and never change.
nonisolated enum AddressPart: String, CaseIterable, Sendable {
    /// The user's label of the address.
    case name
    case street, city, province
    case postalCode = "postal_code"
    case country
}

/// A mistake in the typing.
nonisolated enum FormIssue: Error, Hashable, Sendable {
    /// The server wants a first name.
    case noName
    /// Longer than the server takes, in Unicode scalars.
    case tooLong(limit: Int)
    /// The server has more than can be typed here.
    case beyondEntry
    /// A mail address without an @.
    case noAt
    case noSuchDay(day: Int, month: Int, year: Int?)
    /// A date without its day or month; `orAge`: an age may take its place.
    case incompleteDate(orAge: Bool)
    /// 29 February without a year, which the server would move.
    case leapDayWithoutYear
    /// Something else than a date.
    case noDate
    /// A day to come, where only a past one makes sense.
    case ahead
    /// The server requires a text.
    case noText
    /// Something else than an amount of money.
    case noAmount
    /// The age is no number from 0 to this one.
    case wrongAge(atMost: Int)
    case unknownCountry(String)
    /// A tag of digits only.
    case tagWithoutLetter
    /// A relationship to an unknown person.
    case unknownPerson
    /// A relationship without a type.
    case noKind
    /// The labels of a field were taken away.
    case lastLabel
    /// A pending change of the field waits for the person, for this reason.
    case waiting(String)
}

/// An unwanted effect of saving.
nonisolated enum FormWarning: Hashable, Sendable {
    /// The contact has more of them than a form shows; nil for tags.
    case leavesOut(PartKind?)
    /// Where you met, which the server never shows.
    case replacesWhereMet
    /// Saving also removes a partial contact.
    case removesPerson(name: String)
}
