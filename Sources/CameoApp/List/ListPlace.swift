import Foundation
import Platform

/// Where in the list a person was, by contacts, since positions change.
nonisolated struct ListPlace: Codable, Equatable, Sendable {
    var selected: Int?
    /// The first contact on the screen; nil at the beginning of the list.
    var top: Int?

    /// The place of the last time; none if it cannot be read.
    @concurrent static func load(from file: URL) async -> ListPlace? {
        guard let folder = try? FolderPath(file.deletingLastPathComponent()).open(),
            let data = try? folder.read(file.lastPathComponent, maxBytes: 1_000)
        else { return nil }
        return try? JSONDecoder().decode(ListPlace.self, from: data)
    }

    /// Keeps the place; losing it costs a person a moment of scrolling, so a failure is not worth a word.
    @concurrent func save(to file: URL) async {
        guard let data = try? JSONEncoder().encode(self) else { return }
        let folder = try? FolderPath(file.deletingLastPathComponent()).open()
        try? folder?.replace(file.lastPathComponent, with: data, durably: false)
    }
}
