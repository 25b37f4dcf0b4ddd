import Foundation
public import Model
public import Network

extension MonicaClient {
    /// More pages of one kind of choice are not read.
    private nonisolated static let maxPages = 5
    private nonisolated static let perPage = 100

    /// Genders, types of contact fields, and types of relationships with their groups. The requests are not urgent.
    public func formChoices() async throws(ServerError) -> FormChoices {
        let groups = try await choices("relationshiptypegroups") { object in
            object.int("id").flatMap { id in object.choiceText("name").map { (id, $0) } }
        }
        let names = Dictionary(groups) { first, _ in first }
        return FormChoices(
            genders: try await choices("genders") { $0.genderChoice },
            fieldTypes: try await choices("contactfieldtypes") { $0.fieldTypeChoice },
            relationshipTypes: try await choices("relationshiptypes") { $0.relationshipTypeChoice(groups: names) })
    }

    /// The entries of the first `maxPages` pages of a list. An unreadable entry costs nothing but itself. A repeated entry
    /// counts once.
    private func choices<Choice: Sendable>(
        _ path: String, _ read: @escaping @Sendable (JSONObject) -> Choice?
    ) async throws(ServerError) -> [Choice] {
        var choices: [Choice] = []
        var known: Set<RemoteID> = []
        for number in 1...Self.maxPages {
            let request = request(path, [("page", "\(number)"), ("limit", "\(Self.perPage)")], urgency: .background)
            let page = try await listPage(request, atMost: Self.perPage) { object in
                object.remoteID.flatMap { id in read(object).map { (id: id, choice: $0) } }
            }
            choices += page.entries.filter { known.insert($0.id).inserted }.map { $0.choice }
            if number >= page.lastPage { break }
        }
        return choices
    }
}
