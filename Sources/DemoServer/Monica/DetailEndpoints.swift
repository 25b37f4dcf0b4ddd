extension Endpoints {
    func list(_ collection: Route.Collection, ofContact id: String) -> Response {
        guard let number = Int(id) else { return badID("ApiContactController::index()") }
        guard let person = account.person(number) else { return .notFound }
        switch collection {
        case .detail(.photos): return photos(account.photos(of: number))
        case .detail(let detail):
            let total = resources.count(detail, of: person)
            return page(total, meta: statistics(detail, total)) { range in
                range.map { resources.resource(detail, of: person, index: $0) }
            }
        case .reference, .empty: return page(0) { _ in [] }
        }
    }

    func list(_ collection: Route.Collection) -> Response {
        switch collection {
        case .detail(.photos): return allPhotos()
        case .detail(let detail): return all(detail)
        case .reference(let list): return reference(list)
        case .empty: return page(0) { _ in [] }
        }
    }

    func item(_ collection: Route.Collection, _ id: String) -> Response {
        switch collection {
        case .detail(.photos):
            guard let number = Int(id), let photo = account.photo(number) else { return .notFound }
            return photos([photo], isList: false)
        case .detail(let detail):
            guard let place = Int(id).flatMap({ Detail.place(of: $0) }), let person = account.person(place.contact),
                place.index < resources.count(detail, of: person)
            else { return .notFound }
            return .json(["data": resources.resource(detail, of: person, index: place.index)])
        case .reference(let list):
            guard let number = Int(id), (1...count(list)).contains(number) else { return .notFound }
            return .json(["data": resource(list, number)])
        case .empty: return .notFound
        }
    }
}

extension Endpoints {
    /// Lists of the whole account: by contact, in the order in which they were created.
    private func all(_ detail: Detail) -> Response {
        let people = account.everyone()
        let counts = people.map { id in
            detail == .reminders
                ? account.person(id).map { resources.count(detail, of: $0) } ?? 0
                : account.book.count(of: detail, contact: id)
        }
        let total = counts.reduce(0, +)
        return page(total, meta: statistics(detail, total)) { range in
            Self.places(range, counts).compactMap { place in
                account.person(people[place.person]).map { resources.resource(detail, of: $0, index: place.index) }
            }
        }
    }

    private func allPhotos() -> Response {
        let people = account.everyone()
        let counts = people.map { account.photoCount(of: $0) }
        let total = counts.reduce(0, +)
        switch Paging.read(request) {
        case .failure(let refusal): return refusal.response
        case .success(let paging):
            let places = Self.places(paging.range(of: total), counts)
            return photos(places.map { account.photos(of: people[$0.person])[$0.index] }, total: total)
        }
    }

    /// A single photo without its file makes an error of the whole answer.
    private func photos(_ photos: [Photo], isList: Bool = true, total: Int? = nil) -> Response {
        switch Paging.read(request) {
        case .failure(let refusal) where isList: return refusal.response
        case .success(let paging) where isList:
            let shown = total == nil ? Array(photos[paging.range(of: photos.count)]) : photos
            return withPictures(shown) { data in
                paging.envelope(data, total: total ?? photos.count, url: url)
            }
        default: return withPictures(photos) { ["data": $0.first ?? .null] }
        }
    }

    private func withPictures(_ photos: [Photo], _ body: ([JSON]) -> JSON) -> Response {
        var data: [JSON] = []
        for photo in photos {
            guard let json = resources.photo(photo) else {
                let message = "Unable to read file from location: photos/\(photo.fileName)."
                return .exception(message, status: 500, for: request)
            }
            data.append(json)
        }
        return .json(body(data))
    }

    /// Calls and activities come with their number by year.
    private func statistics(_ detail: Detail, _ total: Int) -> JSON {
        guard detail == .calls || detail == .activities else { return [:] }
        let year = String(account.book.today.civil.year)
        return ["statistics": .object(total > 0 ? [JSON.Member(key: year, value: .int(total))] : [])]
    }

    /// The people and indices of a range of all details, when each person has so many.
    private static func places(_ range: Range<Int>, _ counts: [Int]) -> [(person: Int, index: Int)] {
        var places: [(Int, Int)] = []
        var before = 0
        for (person, count) in counts.enumerated() {
            let own = range.clamped(to: before..<(before + count))
            places += own.map { (person, $0 - before) }
            before += count
            if before >= range.upperBound { break }
        }
        return places
    }

    private func reference(_ list: Route.ReferenceList) -> Response {
        page(count(list)) { range in range.map { resource(list, $0 + 1) } }
    }

    private func count(_ list: Route.ReferenceList) -> Int {
        switch list {
        case .tags: Vocabulary.tags.count
        case .genders: 3
        case .contactfieldtypes: Reference.fieldTypes.count
        case .activitytypes: Reference.activityTypes.count
        case .activitytypecategories: Reference.activityCategories.count
        case .relationshiptypes: RelationType.all.count
        case .relationshiptypegroups: RelationType.Group.allCases.count
        case .currencies: Reference.currencies.count
        }
    }

    /// `number` counts from 1.
    private func resource(_ list: Route.ReferenceList, _ number: Int) -> JSON {
        switch list {
        case .tags: resources.tag(number)
        case .genders: resources.gender(number)
        case .contactfieldtypes: resources.contactFieldType(number)
        case .activitytypes: resources.activityType(number)
        case .activitytypecategories: resources.activityCategory(number)
        case .relationshiptypes: resources.relationType(RelationType.all[number - 1])
        case .relationshiptypegroups: resources.relationGroup(RelationType.Group.allCases[number - 1])
        case .currencies: Reference.currencies[number - 1]
        }
    }
}
