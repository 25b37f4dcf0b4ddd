import Foundation

/// `GET /api/contacts`, with its search.
struct ContactListing {
    let endpoints: Endpoints

    private var resources: Resources { endpoints.resources }
    private var account: ServerAccount { endpoints.account }

    func answer() -> Response {
        switch Paging.read(endpoints.request) {
        case .failure(let refusal): return refusal.response
        case .success(let paging):
            guard ["created_at", "updated_at"].contains(paging.sort.key) else { return .invalidQuery }
            // Neither nothing nor "0" is a search, since PHP calls both false.
            guard let needle = endpoints.request.parameters["query"]?.text, !needle.isEmpty, needle != "0" else {
                return page(endpoints.listed, paging)
            }
            return page(found(needle, paging), paging, query: needle)
        }
    }

    private func page(_ ids: [Int], _ paging: Paging, query: String? = nil) -> Response {
        let count = ids.count
        let people = ids[paging.range(of: count)].compactMap { account.person($0) }
        let data = people.map {
            query == nil ? resources.contact($0, endpoints.depth) : resources.searchResult($0, endpoints.depth)
        }
        let meta: JSON = query.map { ["query": .string($0)] } ?? [:]
        return .json(paging.envelope(data, total: count, url: endpoints.url, meta: meta))
    }

    /// Archived contacts are found as well.
    private func found(_ needle: String, _ paging: Paging) -> [Int] {
        let archived = account.everyone().filter { account.person($0)?.isActive == false }
        let all = (endpoints.listed + archived).compactMap { account.person($0) }
        if let field = fieldSearch(needle) {
            return all.filter { has($0, fieldType: field.type, prefix: field.prefix) }.map(\.id)
        }
        let words = needle.split(separator: " ").map { folded(String($0)) }
        return all.filter { person in
            let texts = [
                person.firstName, person.middleName, person.lastName, person.nickname, person.description, person.job,
            ].compactMap { $0.map(folded) }
            return words.contains { word in word == "%" || texts.contains { $0.contains(word) } }
        }.map(\.id)
    }

    /// `Email:someone` looks for contact fields of that name which begin so.
    private func fieldSearch(_ needle: String) -> (type: Int, prefix: String)? {
        let parts = needle.split(separator: ":", maxSplits: 1)
        guard parts.count == 2 else { return nil }
        let name = parts[0].lowercased()
        return account.settings.contactFieldTypes.first { $0.name.lowercased() == name }.map {
            ($0.id, folded(String(parts[1])))
        }
    }

    private func has(_ person: Person, fieldType: Int, prefix: String) -> Bool {
        account.rows(ContactFieldResource.self, of: person.id).contains {
            $0.type == fieldType && folded($0.content).hasPrefix(prefix)
        }
    }

    /// As MariaDB's usual collation compares: without case and accents.
    private func folded(_ text: String) -> String {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    }
}
