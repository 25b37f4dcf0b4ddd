extension Endpoints {
    func list(_ collection: Route.Collection, ofContact id: String) -> Response {
        guard let number = Int(id) else { return badID("ApiContactController::index()") }
        guard let person = account.person(number) else { return .notFound }
        switch collection {
        case .detail(.photos): return photos(inOrder(account.photos(of: number)))
        case .detail(let detail): return detail.row.map { list($0, of: person, detail) } ?? .notFound
        case .documents: return list(Document.self, of: person, nil)
        case .reference, .empty, .journal: return page(0) { _ in [] }
        }
    }

    func list(_ collection: Route.Collection) -> Response {
        switch collection {
        case .detail(.photos): return allPhotos()
        case .detail(let detail): return detail.row.map { all($0, detail) } ?? .notFound
        case .documents: return all(Document.self, nil)
        case .journal: return all(JournalEntry.self, nil)
        case .reference(let list): return reference(list)
        case .empty: return page(0) { _ in [] }
        }
    }

    func item(_ collection: Route.Collection, _ id: String) -> Response {
        switch collection {
        case .detail(.photos):
            guard let number = Int(id), let photo = account.row(AlbumPhoto.self, number) else { return .notFound }
            return photos([photo], isList: false)
        case .detail(let detail): return detail.row.map { item($0, id) } ?? .notFound
        case .documents: return item(Document.self, id)
        case .journal: return item(JournalEntry.self, id)
        case .reference(let list):
            guard let number = Int(id), let found = references(list).first(where: { $0.id == number }) else {
                return .notFound
            }
            return .json(["data": found.json()])
        case .empty: return .notFound
        }
    }
}

extension Endpoints {
    private func list<R: ShownRow>(_: R.Type, of person: Person, _ detail: Detail?) -> Response {
        let rows = account.rows(R.self, of: person.id)
        let ordered = isNewestFirst ? rows.sorted { ($0.created, $0.id) > ($1.created, $1.id) } : rows
        return page(rows.count, meta: statistics(detail, rows.count)) { range in
            ordered[range].map { $0.json(resources, known: person) }
        }
    }

    private func item<R: ShownRow>(_: R.Type, _ id: String) -> Response {
        guard let row = Int(id).flatMap({ account.row(R.self, $0) }) else { return .notFound }
        return .json(["data": row.json(resources, known: nil)])
    }

    /// The list of all rows in the account: invented rows by contact, then written rows.
    private func all<R: ShownRow>(_: R.Type, _ detail: Detail?) -> Response {
        let (count, at) = account.everyRow(R.self)
        return page(count, meta: statistics(detail, count)) { range in
            guard isNewestFirst else { return at(range).map { $0.json(resources, known: nil) } }
            let mirrored = (count - range.upperBound)..<(count - range.lowerBound)
            return at(mirrored).reversed().map { $0.json(resources, known: nil) }
        }
    }

    private var isNewestFirst: Bool {
        request.parameters["sort"]?.text?.hasPrefix("-") == true
    }

    private func inOrder(_ photos: [AlbumPhoto]) -> [AlbumPhoto] {
        isNewestFirst ? photos.sorted { ($0.created, $0.number) > ($1.created, $1.number) } : photos
    }

    private func allPhotos() -> Response {
        let (total, at) = account.everyRow(AlbumPhoto.self)
        switch Paging.read(request) {
        case .failure(let refusal): return refusal.response
        case .success(let paging): return photos(at(paging.range(of: total)), total: total)
        }
    }

    /// A single photo without its file makes an error of the whole answer.
    private func photos(_ photos: [AlbumPhoto], isList: Bool = true, total: Int? = nil) -> Response {
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

    private func withPictures(_ photos: [AlbumPhoto], _ body: ([JSON]) -> JSON) -> Response {
        var data: [JSON] = []
        for photo in photos {
            guard let json = resources.photo(photo) else {
                let message =
                    photo.upload == nil
                    ? "Unable to read file from location: photos/\(photo.fileName)."
                    : "Unable to init from given binary data."
                return .exception(message, status: 500, for: request)
            }
            data.append(json)
        }
        return .json(body(data))
    }

    /// Calls and activities come with their number by year.
    private func statistics(_ detail: Detail?, _ total: Int) -> JSON {
        guard detail == .calls || detail == .activities else { return [:] }
        let year = String(account.book.today.civil.year)
        return ["statistics": .object(total > 0 ? [JSON.Member(key: year, value: .int(total))] : [])]
    }
}

extension Endpoints {
    private func reference(_ list: Route.ReferenceList) -> Response {
        let all = references(list)
        return page(all.count) { range in all[range].map { $0.json() } }
    }

    private typealias Numbered = (id: Int, json: () -> JSON)

    private func references(_ list: Route.ReferenceList) -> [Numbered] {
        let settings = account.settings
        func counted(_ count: Int, _ json: @escaping (Int) -> JSON) -> [Numbered] {
            count < 1 ? [] : (1...count).map { number in (number, { json(number) }) }
        }
        switch list {
        case .tags: return settings.tags.map { tag in (tag.id, { resources.tag(tag) }) }
        case .genders: return settings.genders.map { gender in (gender.id, { resources.gender(gender) }) }
        case .contactfieldtypes:
            return settings.contactFieldTypes.map { type in (type.id, { resources.contactFieldType(type) }) }
        case .activitytypes: return counted(Reference.activityTypes.count) { resources.activityType($0) }
        case .activitytypecategories:
            return counted(Reference.activityCategories.count) { resources.activityCategory($0) }
        case .relationshiptypes: return RelationType.all.map { type in (type.id, { resources.relationType(type) }) }
        case .relationshiptypegroups:
            return RelationType.Group.allCases.map { group in (group.rawValue, { resources.relationGroup(group) }) }
        case .currencies: return counted(Reference.currencies.count) { Reference.currencies[$0 - 1] }
        }
    }
}
