/// The server's checks of a request, in the order and the words of its error messages.
struct Rules {
    private let input: Input
    private let account: ServerAccount
    private(set) var messages: [String] = []

    enum Rule {
        case required, nullable, string, integer, boolean, numeric, array, date
        /// `Y-m-d`.
        case dateFormat
        /// Characters.
        case max(Int)
        case oneOf([String])
        /// Asked of a number, once all rules before it are kept.
        case exists((Int) -> Bool)
    }

    init(_ input: Input, _ account: ServerAccount) {
        self.input = input
        self.account = account
    }

    mutating func check(_ key: String, _ rules: Rule..., as title: String? = nil) {
        let name = title ?? key.replacing("_", with: " ")
        let value = input[key]
        if rules.contains(where: { if case .required = $0 { true } else { false } }), value?.isFilled != true {
            messages.append("The \(name) field is required.")
            return
        }
        guard let value else { return }
        if value == .null, rules.contains(where: { if case .nullable = $0 { true } else { false } }) { return }
        let before = messages.count
        for rule in rules {
            if case .exists = rule, messages.count > before { continue }
            if let complaint = Self.complaint(rule, value) { messages.append("The \(complaint(name))") }
        }
    }

    /// Of nearly everything that hangs on a contact.
    mutating func checkContact() {
        check("contact_id", .required, .integer, .exists(account.wasIssued))
    }

    /// The id in the path.
    mutating func checkID(_ title: String, isKnown: Bool) {
        if !isKnown { refuse("The selected \(title) id is invalid.") }
    }

    mutating func refuse(_ message: String) {
        messages.append(message)
    }

    /// Throws the collected errors in Monica's form.
    func end() throws(Refusal) {
        guard messages.isEmpty else { throw Refusal(.invalid(messages)) }
    }

    private static func complaint(_ rule: Rule, _ value: JSON) -> ((String) -> String)? {
        switch rule {
        case .required, .nullable: return nil
        case .string:
            if case .string = value { return nil }
            return { "\($0) must be a string." }
        case .integer: return value.integer == nil ? { "\($0) must be an integer." } : nil
        case .boolean: return value.truth == nil ? { "\($0) field must be true or false." } : nil
        case .numeric: return value.real == nil ? { "\($0) must be a number." } : nil
        case .array:
            if case .array = value { return nil }
            return { "\($0) must be an array." }
        case .date: return value.text.flatMap(Timestamp.init(text:)) == nil ? { "\($0) is not a valid date." } : nil
        case .dateFormat:
            let isDate = value.text.map { $0.utf8.count == 10 && Timestamp(text: $0)?.date == $0 } ?? false
            return isDate ? nil : { "\($0) does not match the format Y-m-d." }
        case .max(let limit):
            guard let text = value.text, text.unicodeScalars.count > limit else { return nil }
            return { "\($0) may not be greater than \(limit) characters." }
        case .oneOf(let values):
            return value.text.map(values.contains) == true ? nil : { "selected \($0) is invalid." }
        case .exists(let isKnown):
            return value.integer.map(isKnown) == true ? nil : { "selected \($0) is invalid." }
        }
    }
}

/// The answer to a refused request. Its changes until then stay.
struct Refusal: Error {
    let response: Response

    init(_ response: Response) {
        self.response = response
    }
}

extension Response {
    /// 422 in Monica's form.
    static func invalid(_ messages: [String]) -> Response {
        json(["error": ["message": .array(messages.map(JSON.string)), "error_code": 32]], status: 422)
    }

    /// 422 in Laravel's form.
    static func invalid(_ message: String, of key: String?) -> Response {
        let errors: JSON =
            key.map { .object([JSON.Member(key: $0, value: [.string(message)])]) } ?? [[.string(message)]]
        return json(["message": .string(message), "errors": errors], status: 422)
    }
}
