/// Answers requests with a valid token within the limit.
struct Endpoints {
    let resources: Resources
    let request: Request
    /// Ids of the listed contacts in the order that the request asks for.
    let listed: [Int]
    /// Base of the links to other pages.
    let listBase: String

    var account: ServerAccount { resources.account }

    func answer(_ route: Route) -> Response {
        switch route {
        case .welcome: return .json(resources.welcome())
        case .me: return .json(["data": resources.user()])
        case .contacts: return ContactListing(endpoints: self).answer()
        case .contact(let id): return contact(id)
        case .contactList(let id, let collection): return list(collection, ofContact: id)
        case .relationships(let id): return relationships(ofContact: id)
        case .relationship(let id): return relationship(id)
        case .list(let collection): return list(collection)
        case .item(let collection, let id): return item(collection, id)
        case .tagContacts(let id): return contacts(ofTag: id)
        case .upcomingReminders(let months): return upcoming(months)
        case .countries: return .json(["data": resources.countries()])
        case .statistics: return .notFound
        }
    }

    /// The whole address of the requested list, without its query.
    var url: String { listBase + request.path }

    var depth: Resources.Depth { Self.depth(of: request) }

    static func depth(of request: Request) -> Resources.Depth {
        request.parameters["with"]?.text == "contactfields" ? .withContactFields : .full
    }

    /// Lists of `total` things, of which `elements` makes those in a range.
    func page(_ total: Int, meta: JSON = [:], _ elements: (Range<Int>) -> [JSON]?) -> Response {
        switch Paging.read(request) {
        case .failure(let refusal): return refusal.response
        case .success(let paging):
            let range = paging.range(of: total)
            guard let data = elements(range) else { return .notFound }
            return .json(paging.envelope(data, total: total, url: url, meta: meta))
        }
    }

    func badID(_ controller: String) -> Response {
        .badID(controller, for: request)
    }
}

extension Endpoints {
    private func contact(_ id: String) -> Response {
        guard let number = Int(id) else { return badID("ApiContactController::show()") }
        guard let person = account.person(number) else { return .notFound }
        return .json(["data": resources.contact(person, depth)])
    }

    /// Without the contact the list is empty rather than not found.
    private func relationships(ofContact id: String) -> Response {
        let relations = Int(id).map { account.exists($0) ? account.relations(of: $0) : [] } ?? []
        return .json(["data": .array(relations.map { resources.relationship($0) })])
    }

    private func relationship(_ id: String) -> Response {
        guard let number = Int(id), let relation = account.relation(number) else { return .notFound }
        return .json(["data": resources.relationship(relation)])
    }

    private func contacts(ofTag id: String) -> Response {
        guard let tag = Int(id), account.settings.tags.contains(where: { $0.id == tag }) else { return .notFound }
        let people = listed.lazy.compactMap { account.person($0) }.filter { account.tags(of: $0).contains(tag) }
        let all = Array(people)
        return page(all.count) { range in all[range].map { resources.contact($0, .withContactFields) } }
    }

    private func upcoming(_ text: String) -> Response {
        guard let months = Int(text), (0...1200).contains(months) else {
            return badID("ApiRemindersController::upcoming()")
        }
        let today = account.book.today
        let (year, month, _) = today.civil
        let first = Timestamp(year: year, month: month, day: 1).adding(days: 31 * months)
        let from = months == 0 ? today : Timestamp(year: first.civil.year, month: first.civil.month, day: 1)
        let next = from.adding(days: 32).civil
        let to = Timestamp(year: next.year, month: next.month, day: 1).adding(days: -1)
        let reminders = listed.compactMap { account.person($0) }.flatMap { person in
            account.rows(ReminderResource.self, of: person.id).compactMap {
                $0.upcoming(resources, from: from, to: to, known: person)
            }
        }
        return .json(["data": .array(reminders)])
    }
}
