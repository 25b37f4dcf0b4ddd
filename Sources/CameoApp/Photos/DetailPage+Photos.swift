import Avatars
import Contacts
import Foundation
import Gtk
import Model
import Network

/// The photo of the contact on the page, and of the form in its place.
extension DetailPage {
    func connectPhotos() {
        detail.photo.onChoice = { [weak self] in self?.choose($0) }
        detail.photo.connect(to: root)
        editor.page.photo.menu.onChoice = { [weak self] choice in
            guard let self else { return }
            if choice == .remove { return self.editor.page.photo.choose(nil) }
            self.takePhoto(by: choice, for: self.purposeOfForm)
        }
        editor.avatar = { [weak self] in
            self?.contactID.map(Int64.init) == $0.rawValue ? self?.detail.shown?.avatar : nil
        }
        photos.drop.isWelcome = { [weak self] in self?.photoPurpose != nil && self?.photos.isOpen == false }
        photos.drop.onDrop = { [weak self] in
            if let purpose = self?.photoPurpose { self?.photos.cropping.take($0, for: purpose) }
        }
        photos.cropping.onProblem = { [weak self] in self?.say($0) }
        photos.onMade = { [weak self] in self?.connect($0) }
        detail.photos.onSay = { [weak self] in self?.say($0) }
        detail.photos.onOpen = { [weak self] in self?.showPhotos($0, at: $1) }
    }

    /// Offers the ways that the contact on the page has.
    func offerPhoto() {
        var offered: Set<PhotoMenu.Choice> = []
        let avatar = shown?.contact.avatar
        if avatar?.shouldLoadAvatar == true { offered.insert(.show) }
        if isOneOfItsOwn {
            offered.formUnion([.chooseFile, .paste, .chooseAmong])
            let source = avatar?.effectiveSource ?? .default
            if source != .gravatar { offered.insert(.gravatar) }
            if source != .default { offered.insert(.initials) }
            if avatar?.shouldLoadAvatar == true, [.photo, .pending].contains(source) { offered.insert(.remove) }
        }
        detail.photo.offered = offered
        // The server counts no photos. The avatar tells that there is one.
        let hasPhotos = [.photo, .pending].contains(avatar?.effectiveSource ?? .default)
        detail.photos.show(hasPhotos ? shownContact : nil, from: session?.album)
    }

    private func connect(_ page: PhotoPage) {
        page.window = editor.window
        page.onSay = { [weak self] in self?.say($0) }
        page.onUse = { [weak self] photo in
            self?.photos.close()
            self?.changePhoto { outbox, id throws(ContactStoreError) in
                try await outbox.setAvatar(.photo(photo), of: id)
            }
        }
        page.onDelete = { [weak self] photo in
            self?.photos.close()
            self?.detail.photos.reset()
            self?.removePhoto(photo)
        }
    }

    private func choose(_ choice: PhotoMenu.Choice) {
        // The key is for the page that shows.
        guard !isCovered else { return }
        switch choice {
        case .show, .chooseAmong: showPhotos()
        case .chooseFile, .paste: if let purposeOfPage { takePhoto(by: choice, for: purposeOfPage) }
        case .gravatar:
            changePhoto { outbox, id throws(ContactStoreError) in try await outbox.setAvatar(.gravatar, of: id) }
        case .initials:
            changePhoto { outbox, id throws(ContactStoreError) in try await outbox.setAvatar(.initials, of: id) }
        case .remove:
            changePhoto(tr("Photo deleted")) { outbox, id throws(ContactStoreError) in
                try await outbox.removeAvatar(of: id)
            }
        }
    }

    private func takePhoto(by choice: PhotoMenu.Choice, for purpose: PhotoCropping.Purpose) {
        if choice == .paste {
            photos.cropping.paste(for: purpose)
        } else {
            photos.cropping.choose(over: editor.window, for: purpose)
        }
    }

    private var photoPurpose: PhotoCropping.Purpose? { editor.isOpen ? purposeOfForm : purposeOfPage }

    private var purposeOfForm: PhotoCropping.Purpose {
        PhotoCropping.Purpose(name: detail.shownName) { [weak self] file, _ in self?.editor.page.photo.choose(file) }
    }

    private var purposeOfPage: PhotoCropping.Purpose? {
        guard isOneOfItsOwn else { return nil }
        return PhotoCropping.Purpose(name: detail.shownName) { [weak self] file, square in
            // Storing takes longer than a frame.
            Task { await self?.detail.avatar.showEarly(square) }
            self?.changePhoto { outbox, id throws(ContactStoreError) in
                do throws(ContactStoreError) {
                    return try await outbox.setPhoto(file, of: id)
                } catch {
                    self?.detail.avatar.endEarly()
                    throw error
                }
            }
        }
    }

    /// Shows photos that were read already, or else reads all of the contact.
    private func showPhotos(_ found: [ContactPhoto] = [], at place: Int = 0) {
        guard let session, let id = contactID else { return }
        photos.large.mayWrite = isOneOfItsOwn
        let (picture, avatars) = (detail.shown?.avatar.picture ?? .none, session.avatars)
        photos.showPhotos(
            of: ContactID(Int64(id)), name: detail.shownName, kept: { await avatars.kept(picture) },
            from: session.album,
            found: found, at: place)
    }

    private func changePhoto(
        _ sentence: String = tr("Saved"),
        _ change: @escaping (Outbox, ContactID) async throws(ContactStoreError) -> Receipt?
    ) {
        guard isOneOfItsOwn, let outbox = session?.outbox, let id = contactID else { return }
        Task { [weak self] in
            await self?.carryOut { () throws(ContactStoreError) in
                if let receipt = try await change(outbox, ContactID(Int64(id))) { self?.saySaved([receipt], sentence) }
            }
        }
    }

    private func removePhoto(_ photo: ContactPhoto) {
        changePhoto(tr("Photo deleted")) { outbox, id throws(ContactStoreError) in
            try await outbox.removePhoto(photo, of: id)
        }
    }
}
