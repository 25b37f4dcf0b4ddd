import Foundation

/// `limit`, `page` and `sort` of a list, read as Monica reads them.
struct Paging {
    static let defaultSize = 15
    static let maxSize = 100

    var size: Int
    var page: Int
    var sort: Sort

    struct Sort: Equatable {
        var key: String
        var isDescending: Bool
    }

    /// Either the paging, or the error that the server answers.
    static func read(_ request: Request) -> Result<Paging, Refusal> {
        let parameters = request.parameters
        switch (size(parameters["limit"]), sort(parameters["sort"])) {
        case (nil, _): return .failure(Refusal(response: .limitTooBig))
        case (_, nil): return .failure(Refusal(response: .badSort))
        case (let size?, let sort?):
            guard size > 0 else { return .failure(Refusal(response: .invalidQuery)) }
            return .success(Paging(size: size, page: page(parameters["page"]), sort: sort))
        }
    }

    struct Refusal: Error {
        var response: Response
    }

    /// The part of a list of so many things that is on this page.
    func range(of total: Int) -> Range<Int> {
        let (start, overflow) = (page - 1).multipliedReportingOverflow(by: size)
        let first = overflow ? total : min(start, total)
        return first..<min(first + size, total)
    }

    /// Zero and nothing mean the default; a fraction is cut; nil is an error.
    private static func size(_ parameter: Request.Parameter?) -> Int? {
        guard let parameter else { return defaultSize }
        guard let text = parameter.text else { return nil }
        guard !text.isEmpty else { return defaultSize }
        guard let number = Double(text), number.isFinite, number <= Double(maxSize) else { return nil }
        let size = Int(max(number, -1))
        return size == 0 ? defaultSize : size
    }

    /// Any value but a positive number means the first page.
    private static func page(_ parameter: Request.Parameter?) -> Int {
        guard let page = parameter?.text.flatMap({ Int($0) }), page >= 1 else { return 1 }
        return page
    }

    private static func sort(_ parameter: Request.Parameter?) -> Sort? {
        guard let parameter else { return Sort(key: "created_at", isDescending: false) }
        guard let text = parameter.text else { return nil }
        let isDescending = text.hasPrefix("-")
        let key = isDescending ? String(text.dropFirst()) : text
        let known = ["created_at", "updated_at", "completed_at", "called_at", "favorited_at"]
        return known.contains(key) ? Sort(key: key, isDescending: isDescending) : nil
    }
}

extension Paging {
    /// The envelope of a page; its links drop everything but the number of the page, as Monica's do.
    func envelope(_ data: [JSON], total: Int, url: String, meta extra: JSON = [:]) -> JSON {
        let last = max(1, (total + size - 1) / size)
        let range = range(of: total)
        let meta: JSON = [
            "current_page": .int(page), "from": .number(range.isEmpty ? nil : range.lowerBound + 1),
            "last_page": .int(last), "links": .array(links(last: last, url: url)), "path": .string(url),
            "per_page": .int(size), "to": .number(range.isEmpty ? nil : range.upperBound), "total": .int(total),
        ]
        return [
            "data": .array(data),
            "links": [
                "first": link(1, url), "last": link(last, url), "prev": page > 1 ? link(page - 1, url) : nil,
                "next": page < last ? link(page + 1, url) : nil,
            ],
            "meta": meta.merging(extra),
        ]
    }

    private func links(last: Int, url: String) -> [JSON] {
        func entry(_ target: Int?, _ label: String, isActive: Bool = false) -> JSON {
            ["url": target.map { link($0, url) } ?? .null, "label": .string(label), "active": .bool(isActive)]
        }
        let pages = numbers(last: last).map { number in
            number.map { entry($0, "\($0)", isActive: $0 == page) } ?? entry(nil, "...")
        }
        return [entry(page > 1 ? page - 1 : nil, "❮ Previous")] + pages
            + [entry(page < last ? page + 1 : nil, "Next ❯")]
    }

    /// Laravel's window of page numbers, with nil for the dots.
    private func numbers(last: Int) -> [Int?] {
        guard last >= 14 else { return Array(1...last) }
        if page <= 7 { return Array(1...10) + [nil, last - 1, last] }
        if page > last - 7 { return [1, 2, nil] + Array((last - 9)...last) }
        return [1, 2, nil] + Array((page - 3)...(page + 3)) + [nil, last - 1, last]
    }

    private func link(_ page: Int, _ url: String) -> JSON {
        .string("\(url)?page=\(page)")
    }
}
