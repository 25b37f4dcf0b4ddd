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
    /// The repeated parts of an entry: the contact, with its picture inside, and photos of gifts. The photos may
    /// have megabytes.
    private static let dropped = ["contact", "account", "photos"]

    /// The number of its contact; nil for an entry of no contact.
    let contact: Int?
    let copy: Data

    init?(_ entry: JSONObject) {
        let kept = entry.fields.filter { !Self.dropped.contains($0.key) }
        // A value that was read as JSON can be written as JSON. With sorted keys, an unchanged entry has unchanged
        // bytes.
        let copy = try? JSONSerialization.data(withJSONObject: kept, options: [.sortedKeys, .withoutEscapingSlashes])
        guard let copy else { return nil }
        self.copy = copy
        contact = entry.object("contact")?.int("id").flatMap { $0 > 0 ? $0 : nil }
    }
}
