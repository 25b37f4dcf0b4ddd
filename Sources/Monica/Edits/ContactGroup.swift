import Model

/// The values of a contact that one request replaces.
enum ContactGroup: CaseIterable {
    case person
    case work
    case food
    /// How you met.
    case meeting

    /// In the order of the cases of `ContactKey`.
    var keys: [ContactKey] { ContactKey.allCases.filter { $0.group == self } }
}

extension ContactKey {
    /// The group of values that the server writes in one request.
    var group: ContactGroup {
        switch self {
        case .firstName, .lastName, .nickname, .gender, .description, .birthday, .death: .person
        case .job, .company: .work
        case .food: .food
        case .metOn, .metWhere, .metThrough, .metStory: .meeting
        }
    }

    /// Whether an answer of the server ever shows it.
    var isReadable: Bool { self != .metWhere }
}
