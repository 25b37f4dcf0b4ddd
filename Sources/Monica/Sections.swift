public import Foundation
public import Model
import Network

extension ContactSections {
    /// Reads the copies in `SectionEntries`; a missing or unreadable section is empty.
    public init(json: [ContactSection: Data]) {
        func entries(_ section: ContactSection) -> [JSONObject] {
            guard let data = json[section], data.count <= SectionEntries.maxBytes,
                // A damaged copy comes anew from the server.
                let list = try? JSONText.elements(of: data, atMost: JSONObject.maxListCount)
            else { return [] }
            return list.compactMap { JSONObject(parsing: $0) }
        }
        self.init(
            notes: entries(.notes).compactMap(\.note),
            activities: entries(.activities).compactMap(\.activity),
            calls: entries(.calls).compactMap(\.call),
            reminders: entries(.reminders).compactMap(\.reminder),
            tasks: entries(.tasks).compactMap(\.task),
            gifts: entries(.gifts).compactMap(\.gift),
            debts: entries(.debts).compactMap(\.debt),
            pets: entries(.pets).compactMap(\.pet),
            serverCopies: json)
        lifeEvents = entries(.lifeEvents).compactMap(\.lifeEvent)
        conversations = entries(.conversations).compactMap(\.conversation)
        documents = entries(.documents).compactMap(\.document)
    }
}

extension SectionEntries {
    static let perPage = 100

    /// Takes as many of the entries, each a JSON object, as there is room for.
    init(objects: [Data]) {
        var room = Self.maxBytes
        let objects = objects.prefix { entry in
            room -= entry.count + 1
            return room >= 0
        }
        self.init(
            serverCopy: Data("[".utf8) + Data(objects.joined(separator: Data(",".utf8))) + Data("]".utf8),
            count: objects.count)
    }
}

/// An entry of a section.
struct SectionEntry: Sendable {
    /// The repeated parts of an entry and of its messages: the contact, with its picture inside, and photos of gifts.
    /// The photos may have megabytes.
    private static let dropped: Set = ["contact", "account", "conversation", "photos"]

    /// The number of its contact; nil for an entry of no contact.
    let contact: Int?
    let copy: Data

    init?(_ entry: JSONObject) {
        var kept = entry.fields.filter { !Self.dropped.contains($0.key) }
        if let messages = kept["messages"] as? [[String: Any]] {
            kept["messages"] = messages.map { $0.filter { !Self.dropped.contains($0.key) } }
        }
        // JSON that was read can be written. With sorted keys, an unchanged entry has unchanged bytes.
        let copy = try? JSONSerialization.data(withJSONObject: kept, options: [.sortedKeys, .withoutEscapingSlashes])
        guard let copy else { return nil }
        // Attendees of activities have their pictures inside. The stored copy has no pictures, and its length is limited.
        self.copy = copy.withUnsafeBytes { JSONScanner(bytes: $0).withoutPictures() } ?? copy
        contact = entry.object("contact")?.int("id").flatMap { $0 > 0 ? $0 : nil }
    }
}
