import Contacts
import Model

/// Which values the server's sentences about a refusal name.
///
/// It names the keys of the request, with blanks for the low lines, in sentences of the user's language; a day of birth or
/// death is just "day" or "birthdate day".
enum RefusedKeys {
    /// Those of the values that a request held; empty where no sentence names one.
    static func named(in messages: [String], by write: EditWrite) -> Set<ContactKey> {
        let (group, held): (ContactGroup, Set<ContactKey>) =
            switch write {
            case .create(let creation): (.person, Set(creation.values.keys))
            case .values(_, let group, let values, let changed, _): (group, changed.union(values.keys))
            default: (.person, [])
            }
        guard !held.isEmpty else { return [] }
        let words = group.keys.flatMap { key in key.requestNames.map { (key: key, name: $0) } }
        return messages.reduce(into: []) { keys, message in
            let message = message.lowercased()
            let named = words.filter { message.names($0.name) }
            // "birthdate day" is not "day" too.
            let longest = named.map(\.name.count).max() ?? 0
            let found = Set(named.filter { $0.name.count == longest }.map(\.key))
            // What the server requires may be missing in the request.
            let meant = found.intersection(held)
            keys.formUnion(meant.isEmpty ? found : meant)
        }
    }
}

extension ContactKey {
    /// The keys by which requests send the value, as the server words them.
    fileprivate var requestNames: [String] {
        switch self {
        case .firstName: ["first name"]
        case .lastName: ["last name"]
        case .nickname: ["nickname"]
        case .gender: ["gender id"]
        case .description: ["description"]
        case .birthday: Self.dayNames + Self.dayNames.map { "birthdate " + $0 } + ["is birthdate known"]
        case .death:
            Self.dayNames + Self.dayNames.map { "deceased date " + $0 } + ["is deceased", "is deceased date known"]
        case .job: ["job"]
        case .company: ["company"]
        case .food: ["food preferences"]
        case .metOn: Self.dayNames + ["is date known"]
        case .metWhere: ["where"]
        case .metThrough: ["met through contact id"]
        case .metStory: ["general information"]
        }
    }

    private static let dayNames = ["day", "month", "year", "age", "is age based", "add reminder"]
}

extension String {
    /// Whether some words stand in it that are no pieces of longer ones.
    fileprivate func names(_ words: String) -> Bool {
        ranges(of: words).contains { range in
            let around = [self[..<range.lowerBound].last, self[range.upperBound...].first]
            return !around.contains { $0?.isLetter ?? false }
        }
    }
}
