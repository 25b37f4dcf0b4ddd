public import Foundation

/// The entries of one section of a contact as the server sent them.
public struct SectionEntries: Sendable, Equatable {
    /// No more are asked for.
    public static let most = 300
    static let perPage = 100
    /// What of a section is kept, in bytes: three hundred long notes.
    static let longest = 4 << 20

    /// A JSON array of objects.
    public let json: Data
    public let count: Int

    /// Takes as many of the entries as there is room for.
    init(objects: [Data]) {
        var room = Self.longest
        let objects = objects.prefix { entry in
            room -= entry.count + 1
            return room >= 0
        }
        json = Data("[".utf8) + Data(objects.joined(separator: Data(",".utf8))) + Data("]".utf8)
        count = objects.count
    }
}

/// One page of a section, each entry by itself.
struct SectionPage: Sendable {
    /// What an entry repeats: the contact, with its picture inside, and photos of gifts, which may have megabytes.
    private static let dropped = ["contact", "account", "photos"]

    let objects: [Data]
    let lastPage: Int

    /// Throws `tooManyEntries` if there are more than were asked for.
    init(parsing data: Data, atMost asked: Int = SectionEntries.perPage) throws(MonicaError) {
        let (entries, meta) = try JSONText.page(data, atMost: asked)
        // An entry that cannot be read costs nothing but itself.
        objects = entries.compactMap { try? JSONObject(parsing: $0) }.compactMap { entry in
            let kept = entry.fields.filter { !Self.dropped.contains($0.key) }
            // What was read as JSON can be written as such; with sorted keys, an unchanged entry has unchanged bytes.
            return try? JSONSerialization.data(
                withJSONObject: kept, options: [.sortedKeys, .withoutEscapingSlashes])
        }
        lastPage = JSONObject.pagination(meta, entries: entries.count).lastPage
    }
}
