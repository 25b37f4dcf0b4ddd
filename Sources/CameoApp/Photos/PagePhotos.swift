import Contacts
import Foundation
import Gtk
import Model
import Network

/// The cropper and the photos shown large, as pages over the contact or its form.
final class PagePhotos {
    private enum Page: String {
        case cropping, photos
    }

    let root: Widget
    let cropping = PhotoCropping()
    let drop: PhotoDrop
    /// Made when it is first shown.
    private(set) lazy var large = makeLarge()
    /// Connects the page of photos when it is made.
    var onMade: ((PhotoPage) -> Void)?
    /// One of the pages shows, or none any more.
    var onOpen: ((Bool) -> Void)?
    /// Whether these pages stand alone in a narrow window.
    var fillsWindow = false { didSet { showWindowButtons() } }

    private let pages: Stack
    /// The page below.
    private var former: String?
    /// Had the focus, on the page below or elsewhere in the window.
    private var left: Widget?
    private var shown: Page? { didSet { if isOpen != (oldValue != nil) { onOpen?(isOpen) } } }
    private var made: Set<Page> = []

    init(in pages: Stack) {
        self.pages = pages
        drop = PhotoDrop(over: pages)
        root = drop.root
        cropping.onShow = { [weak self] in
            // A picture that is read slowly can come while the photos show.
            self?.closeLarge()
            if $0 { self?.show(.cropping) } else { self?.hide() }
        }
    }

    /// Whether one of the pages shows.
    var isOpen: Bool { shown != nil }

    /// Shows the photos of a contact, as `PhotoPage.show` does.
    func showPhotos(
        of contact: ContactID, name: String, kept: @escaping () async -> Data?,
        fetched: @escaping () async throws(ServerError) -> Data? = { nil }, from album: PhotoAlbum?,
        found: [ContactPhoto] = [], at place: Int = 0
    ) {
        guard !isOpen else { return }
        large.show(contact, name: name, kept: kept, fetched: fetched, from: album, found: found, at: place)
        show(.photos)
        large.focus()
    }

    /// Goes back to the page below; false if none of the pages showed.
    @discardableResult
    func close() -> Bool {
        cropping.cancel() || closeLarge()
    }

    @discardableResult
    private func closeLarge() -> Bool {
        guard shown == .photos else { return false }
        hide()
        large.clear()
        return true
    }

    /// Gives the focus to the picture that shows.
    func focus() {
        switch shown {
        case .cropping: cropping.page.focus()
        case .photos: large.focus()
        case nil: break
        }
    }

    private func show(_ page: Page) {
        former = pages.visiblePage
        left = pages.focusedWidget?.outsidePopovers
        if made.insert(page).inserted {
            pages.add(page == .cropping ? cropping.page.root : large.root, named: page.rawValue)
        }
        shown = page
        showWindowButtons()
        // GTK leaves the transition out where the person wants none.
        pages.crossfades = page == .photos
        pages.visiblePage = page.rawValue
        pages.crossfades = false
    }

    private func hide() {
        let hadFocus = pages.containsFocus || pages.focusedWidget == nil
        shown = nil
        if let former { pages.visiblePage = former }
        if hadFocus {
            if let left, left.isMapped { left.takeFocus() } else { pages.focusFirst() }
        }
        (former, left) = (nil, nil)
    }

    private func makeLarge() -> PhotoPage {
        let page = PhotoPage()
        page.onBack = { [weak self] in self?.close() }
        onMade?(page)
        return page
    }

    private func showWindowButtons() {
        if made.contains(.cropping) {
            cropping.page.hasTitle = !fillsWindow
            cropping.page.header.showsStartButtons = false
            cropping.page.header.showsEndButtons = !fillsWindow
        }
        if made.contains(.photos) { large.header.showsStartButtons = fillsWindow }
    }
}
