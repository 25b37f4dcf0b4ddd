/// The way through a list of photos, page by page and round the broken ones.
///
/// One photo with a file that the server cannot read makes the answer for its whole page an error. The sweep halves
/// such a page until the photo is alone, and leaves this photo out.
struct PhotoSweep: Sendable {
    /// A page of the list; the number counts from 1.
    struct Page: Hashable, Sendable {
        let number: Int
        let size: Int

        /// Photos before this page.
        var start: Int { (number - 1) * size }
    }

    /// Photos in a whole page: a power of two, so that halves are pages too.
    let pageSize: Int
    /// The pages to request; the last page is next.
    private var open: [Page]
    /// Photos in the whole list, once known.
    private var total: Int?
    private var brokenInARow = 0

    init(pageSize: Int) {
        self.pageSize = pageSize
        open = [Page(number: 1, size: pageSize)]
    }

    /// The next page to request; nil at the end of the list, and after `hasGivenUp`.
    var next: Page? { hasGivenUp ? nil : open.last { page in total.map { page.start < $0 } ?? true } }

    /// A whole page of broken photos means that the server is broken, not they.
    var hasGivenUp: Bool { brokenInARow >= pageSize }

    /// Whole pages that are left; nil while the length of the list is unknown.
    var remainingPages: Int? {
        guard let total else { return nil }
        guard let next else { return 0 }
        // Whole pages, and one page for the remaining photos: a sum could overflow.
        let rest = total - next.start
        return rest / pageSize + (rest.isMultiple(of: pageSize) ? 0 : 1)
    }

    /// Takes the answer for the next page: how many photos it had, and how many the server says there are in all.
    mutating func succeed(count: Int, total: Int? = nil) {
        guard let page = takeNext() else { return }
        brokenInARow = 0
        if let total {
            self.total = max(0, total)
        } else if count < page.size {
            self.total = page.start + count
        }
    }

    /// Takes the failure of the next page.
    mutating func fail() {
        guard let page = takeNext() else { return }
        guard page.size > 1 else {
            brokenInARow += 1
            return
        }
        let half = page.size / 2
        open.append(Page(number: 2 * page.number, size: half))
        open.append(Page(number: 2 * page.number - 1, size: half))
    }
}

private nonisolated extension PhotoSweep {
    /// Takes the next page out. Another whole page follows a whole one.
    mutating func takeNext() -> Page? {
        guard let next, let index = open.lastIndex(of: next) else { return nil }
        open.removeSubrange(index...)
        if next.size == pageSize { open.append(Page(number: next.number + 1, size: pageSize)) }
        return next
    }
}
