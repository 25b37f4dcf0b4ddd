import Model
import Monica

/// Finds out which parts of two contacts differ.
struct ContactComparison {
    /// All but the JSON.
    let parts: [(name: String, isEqual: (Contact, Contact) -> Bool)]

    init() {
        func part<Value: Equatable>(
            _ name: String, _ path: KeyPath<Contact, Value>
        ) -> (name: String, isEqual: (Contact, Contact) -> Bool) {
            (name, { $0[keyPath: path] == $1[keyPath: path] })
        }
        parts = [
            part("id", \.id),
            part("hashID", \.hashID),
            part("firstName", \.firstName),
            part("lastName", \.lastName),
            part("nickname", \.nickname),
            part("completeName", \.completeName),
            part("gender", \.gender),
            part("genderType", \.genderType),
            part("description", \.description),
            part("isStarred", \.isStarred),
            part("isPartial", \.isPartial),
            part("isActive", \.isActive),
            part("isDeceased", \.isDeceased),
            part("isMe", \.isMe),
            part("lastCalled", \.lastCalled),
            part("lastActivity", \.lastActivity),
            part("createdAt", \.createdAt),
            part("updatedAt", \.updatedAt),
            part("stayInTouchFrequency", \.stayInTouchFrequency),
            part("stayInTouchDate", \.stayInTouchDate),
            part("birthdate", \.birthdate),
            part("deceasedDate", \.deceasedDate),
            part("job", \.job),
            part("company", \.company),
            part("foodPreferences", \.foodPreferences),
            part("avatar", \.avatar),
            part("howYouMet", \.howYouMet),
            part("relationships", \.relationships),
            part("addresses", \.addresses),
            part("tags", \.tags),
            part("contactFields", \.contactFields),
            part("notes", \.notes),
            part("statistics", \.statistics),
        ]
    }

    func differences(_ left: Contact, _ right: Contact) -> [String] {
        parts.filter { !$0.isEqual(left, right) }.map(\.name)
    }
}
