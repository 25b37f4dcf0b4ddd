import Contacts
import Foundation
import Model

/// In which order the parts of a name stand. The raw values are those in the settings.
nonisolated enum NameOrder: String, CaseIterable, Sendable {
    /// As the person chose on the server.
    case asOnServer = "as-on-server"
    case firstNameFirst = "first-name-first"
    case lastNameFirst = "last-name-first"

    /// The key that sorts names in this order. The store knows the order of the server alone.
    var sortKey: ContactOrder.Key {
        switch self {
        case .asOnServer: .shownName
        case .firstNameFirst: .firstName
        case .lastNameFirst: .lastName
        }
    }

    /// Makes the names of pending changes in this order; nil for the server's names.
    var arrangement: NameArrangement? {
        guard self != .asOnServer else { return nil }
        return { arranged($0, firstName: $1, lastName: $2) }
    }

    /// A name in this order. `complete` is the name as the server has it, which has parts that are nowhere else, such as a
    /// middle name: so the last name moves, and all the rest stays as it is.
    func arranged(_ complete: String, firstName: String?, lastName: String?) -> String {
        guard self != .asOnServer else { return complete }
        let first = firstName.map { PlainText.cleaned($0) } ?? ""
        guard let last = lastName.map({ PlainText.cleaned($0) }), !last.isEmpty else { return complete }
        let rest: String
        if complete.hasPrefix(last + " ") {
            rest = String(complete.dropFirst(last.count + 1))
        } else if complete.hasSuffix(" " + last) {
            rest = String(complete.dropLast(last.count + 1))
        } else if let middle = complete.range(of: " \(last) ", options: .backwards) {
            // Such as "Ada Lovelace (Countess)", which has the last name first only when asked to.
            guard self == .lastNameFirst else { return complete }
            rest = complete.replacingCharacters(in: middle, with: " ")
        } else if first.isEmpty || complete.contains(first) {
            return complete
        } else {
            // The server shows a nickname in place of the name.
            rest = first
        }
        return self == .lastNameFirst ? "\(last) \(rest)" : "\(rest) \(last)"
    }
}

extension ContactSummary {
    /// The name on one line; "" if the contact has none.
    nonisolated func name(_ order: NameOrder) -> String {
        order.arranged(displayName, firstName: firstName, lastName: lastName)
    }
}

extension Contact {
    /// The name on one line; "" if the contact has none.
    nonisolated func name(_ order: NameOrder) -> String {
        order.arranged(displayName, firstName: firstName, lastName: lastName)
    }
}

extension ContactReference {
    /// The name on one line; "" if the contact has none.
    nonisolated func name(_ order: NameOrder) -> String {
        order.arranged(displayName, firstName: firstName, lastName: lastName)
    }
}
