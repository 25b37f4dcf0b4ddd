public import Foundation

/// The entries of one section of a contact as the server sent them.
public struct SectionEntries: Sendable, Equatable {
    /// No more are asked for.
    public static let most = 300
    static let perPage = 100

    /// A JSON array of objects.
    public let json: Data
    public let count: Int

    init(objects: [Data]) {
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

    init(parsing data: Data) throws(MonicaError) {
        let answer = try JSONObject(parsing: data)
        guard let entries = answer.fields["data"] as? [Any] else { throw .unreadable }
        objects = answer.objects("data").compactMap { entry in
            let kept = entry.fields.filter { !Self.dropped.contains($0.key) }
            // What was read as JSON can be written as such; with sorted keys, an unchanged entry has unchanged bytes.
            return try? JSONSerialization.data(
                withJSONObject: kept, options: [.sortedKeys, .withoutEscapingSlashes])
        }
        lastPage = JSONObject.pagination(answer.object("meta"), entries: entries.count).lastPage
    }
}
