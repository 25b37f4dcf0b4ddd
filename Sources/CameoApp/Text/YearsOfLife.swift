import Contacts
import Model

/// The years of a person's birth and death.
nonisolated struct YearsOfLife {
    private let birth: Int?
    private let death: Int?

    init(_ contact: ContactSummary) {
        birth = contact.birthYear
        death = contact.deathYear
    }

    init(_ contact: Contact) {
        birth = contact.birthdate?.knownYear
        death = contact.deceasedDate?.knownYear
    }

    /// "1965–2022", or as much as is known.
    var localizedDescription: String {
        switch (birth, death) {
        case (let birth?, let death?): "\(birth)–\(death)"
        case (nil, let death?): tr("Died in %1$s", String(death))
        case (_, nil): tr("Deceased")
        }
    }
}
