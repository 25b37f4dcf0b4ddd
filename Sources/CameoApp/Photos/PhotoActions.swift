import Avatars
import Contacts
import Foundation
import Gtk
import Model
import Network

/// Shows and changes the photos of the contact on a page, and of the form in its place.
final class PhotoActions {
    /// The pages of photos over the page.
    let pages: PagePhotos
    private weak var page: DetailPage?

    init(in pages: Stack) {
        self.pages = PagePhotos(in: pages)
    }

    /// Takes the choices of a page.
    func connect(to page: DetailPage) {
        self.page = page
        let (detail, editor) = (page.detail, page.editor)
        detail.photo.onChoice = { [weak self] in self?.choose($0) }
        detail.photo.connect(to: page.root)
        detail.avatar.onPhotoChange = { [weak self] in self?.offer() }
        editor.page.photo.menu.onChoice = { [weak self] in self?.chooseForForm($0) }
        editor.avatar = { [weak page] contact in
            guard let page, page.contactID.map(Int64.init) == contact.rawValue, let detail = page.detail.shown,
                let shown = page.shown
            else { return nil }
            return (detail.avatar, shown.contact.avatar)
        }
        pages.drop.isWelcome = { [weak self] in
            guard let self, let page = self.page, !self.pages.isOpen else { return false }
            // Another page may lie over the contact.
            return self.openForm.map { !$0.menu.offered.isEmpty } ?? (!page.isCovered && self.ofPage != nil)
        }
        pages.drop.onDrop = { [weak self] in
            if let purpose = self?.purpose { self?.pages.cropping.take($0, for: purpose) }
        }
        pages.cropping.onProblem = { [weak page] in page?.say($0) }
        pages.onMade = { [weak self] in self?.connect($0) }
        detail.photos.onSay = { [weak page] in page?.say($0) }
        detail.photos.onOpen = { [weak self] in self?.showPhotos($0, at: $1) }
    }

    /// Offers the ways that the contact on the page has.
    func offer() {
        // While another contact comes, the avatar is still that of the former one.
        guard let page, page.shown == nil || page.shownContact != nil else { return }
        var offered: Set<PhotoMenu.Choice> = []
        let avatar = page.shown?.contact.avatar
        let source = avatar?.effectiveSource ?? .default
        let hasPhotos = self.hasPhotos(avatar)
        // A picture of another host may not come. Its initials show nothing more.
        if hasPhotos || avatar?.shouldLoadAvatar == true && page.detail.avatar.showsPhoto { offered.insert(.show) }
        if page.isOneOfItsOwn {
            offered.formUnion([.chooseFile, .paste, .chooseAmong])
            if source != .gravatar { offered.insert(.gravatar) }
            if source != .default { offered.insert(.initials) }
            if hasPhotos { offered.insert(.remove) }
        } else if page.shown?.contact.isPartial == false, !hasPhotos {
            // The photo of an avatar leads to the others.
            offered.insert(.showAll)
        }
        page.detail.photo.offered = offered
        page.detail.photos.show(hasPhotos ? page.shownContact : nil, avatar: avatar, from: page.session?.album)
    }

    /// The server counts no photos. The avatar tells that there is one.
    private func hasPhotos(_ avatar: AvatarInfo?) -> Bool {
        avatar.map { $0.shouldLoadAvatar && [.photo, .pending].contains($0.effectiveSource) } ?? false
    }

    private func connect(_ large: PhotoPage) {
        large.window = page?.editor.window
        large.onSay = { [weak self] in self?.page?.say($0) }
        large.onUse = { [weak self] photo in
            self?.pages.close()
            if let form = self?.openForm {
                form.choose(photo.isAvatar ? nil : .photo(photo))
            } else {
                self?.set(.photo(photo))
            }
        }
        large.onDelete = { [weak self] photo in
            self?.pages.close()
            self?.page?.detail.photos.reset()
            self?.change(tr("Photo deleted")) { outbox, id throws(ContactStoreError) in
                try await outbox.removePhoto(photo, of: id)
            }
        }
    }

    private func choose(_ choice: PhotoMenu.Choice) {
        // The key is for the page that shows.
        guard let page, !page.isCovered else { return }
        switch choice {
        // A picture of Gravatar stands alone.
        case .show: showPhotos(besides: hasPhotos(page.shown?.contact.avatar))
        case .showAll, .chooseAmong: showPhotos()
        case .chooseFile, .paste: takePhoto(by: choice, for: ofPage)
        case .gravatar: set(.gravatar)
        case .initials: set(.initials)
        case .remove: set(.removal(of: nil), tr("Photo deleted"))
        }
    }

    private func chooseForForm(_ choice: PhotoMenu.Choice) {
        guard let form = openForm else { return }
        switch choice {
        case .show, .showAll: break
        case .chooseAmong: showPhotos()
        case .chooseFile, .paste: takePhoto(by: choice, for: ofForm)
        case .gravatar: form.choose(.gravatar)
        case .initials: form.choose(.initials)
        case .remove: form.remove()
        }
    }

    /// The photo of the form in the page's place; nil while the page shows.
    private var openForm: FormPhoto? { page?.editor.isOpen == true ? page?.editor.page.photo : nil }

    private func takePhoto(by choice: PhotoMenu.Choice, for purpose: PhotoCropping.Purpose?) {
        guard let purpose else { return }
        if choice == .paste {
            pages.cropping.paste(for: purpose)
        } else {
            pages.cropping.choose(over: page?.editor.window, for: purpose)
        }
    }

    private var purpose: PhotoCropping.Purpose? { openForm == nil ? ofPage : ofForm }

    private var ofForm: PhotoCropping.Purpose {
        let isNew = page?.editor.page.view?.model.form.isNew ?? true
        let name = isNew ? tr("New Contact") : page?.detail.shownName ?? ""
        return PhotoCropping.Purpose(name: name) { [weak page] file, _ in
            page?.editor.page.photo.choose(.file(file))
        }
    }

    private var ofPage: PhotoCropping.Purpose? {
        guard let page, page.isOneOfItsOwn else { return nil }
        let avatar = page.detail.avatar
        return PhotoCropping.Purpose(name: page.detail.shownName) { [weak self] file, square in
            // Storing takes longer than a frame.
            Task { await avatar.showEarly(square) }
            self?.change { outbox, id throws(ContactStoreError) in
                do throws(ContactStoreError) {
                    return try await outbox.setAvatar(.file(file), of: id)
                } catch {
                    avatar.endEarly()
                    throw error
                }
            }
        }
    }

    /// Shows photos that were read already, or else reads all of the contact, or shows its avatar alone.
    private func showPhotos(_ found: [ContactPhoto] = [], at place: Int = 0, besides: Bool = true) {
        guard let page, let session = page.session, let id = page.contactID else { return }
        pages.large.use = openForm == nil ? page.isOneOfItsOwn ? .ofPage : .none : .ofForm
        let (picture, avatars) = (page.detail.shown?.avatar.picture ?? .none, session.avatars)
        pages.showPhotos(
            of: ContactID(Int64(id)), name: page.detail.shownName,
            kept: { await avatars.kept(picture) },
            fetched: { () throws(ServerError) in try await avatars.fetched(picture) },
            from: besides ? session.album : nil, found: found, at: place)
    }

    private func set(_ choice: AvatarChoice, _ sentence: String = tr("Saved")) {
        change(sentence) { outbox, id throws(ContactStoreError) in try await outbox.setAvatar(choice, of: id) }
    }

    private func change(
        _ sentence: String = tr("Saved"),
        _ change: @escaping (Outbox, ContactID) async throws(ContactStoreError) -> Receipt?
    ) {
        guard let page, page.isOneOfItsOwn, let outbox = page.session?.outbox, let id = page.contactID else { return }
        let changes = page.changes
        Task {
            await changes.carryOut { () throws(ContactStoreError) in
                if let receipt = try await change(outbox, ContactID(Int64(id))) {
                    changes.saySaved(receipt, sentence)
                }
            }
        }
    }
}
