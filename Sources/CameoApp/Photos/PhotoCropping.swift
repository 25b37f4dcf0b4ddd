import Foundation
import Gtk
import Model

/// From a picture that a person chooses, pastes or drops to a file that can be sent. In between the person crops it.
final class PhotoCropping {
    private(set) lazy var page = makePage()
    /// The page is to show, or to go.
    var onShow: ((Bool) -> Void)?
    var onProblem: ((String) -> Void)?
    /// Whether the page shows.
    private(set) var isOpen = false

    /// The use of the photo, and the name of its contact.
    struct Purpose {
        let name: String
        /// Gets the file, and the picture in it.
        let use: (PhotoFile, Picture) -> Void
    }

    /// A square that was cut from a picture, and the file of it.
    private struct Photo: Sendable {
        let square: Picture
        let file: PhotoFile
    }

    private var purpose: Purpose?
    private var work: Task<Void, Never>?
    /// The proposed square. It is made while the person looks at it, since many people take it.
    private var proposal: (crop: Crop, photo: Task<Result<Photo, PhotoProblem>, Never>)?

    /// Asks for a file.
    func choose(over window: ApplicationWindow?, for purpose: Purpose) {
        begin(purpose) { () throws(PhotoProblem) in
            let path = try await FileDialog.choosePicture(
                over: window, title: tr("Choose a Photo"), filter: tr("Pictures"))
            guard let path else { return nil }
            return try await PictureIntake.read(path: path)
        }
    }

    /// Takes the picture on the clipboard.
    func paste(for purpose: Purpose) {
        begin(purpose) { () throws(PhotoProblem) in try await PictureIntake.paste() }
    }

    /// Takes a dropped picture, once it is read.
    func take(_ dropped: Task<Result<Data, PhotoProblem>, Never>, for purpose: Purpose) {
        begin(purpose) { () throws(PhotoProblem) in try await dropped.value.get() }
    }

    /// Leaves the former photo; false if nothing was begun.
    @discardableResult
    func cancel() -> Bool {
        work?.cancel()
        work = nil
        proposal?.photo.cancel()
        proposal = nil
        purpose = nil
        guard isOpen else { return false }
        isOpen = false
        page.clear()
        onShow?(false)
        return true
    }

    private func begin(_ purpose: Purpose, _ read: @escaping () async throws(PhotoProblem) -> Data?) {
        guard !isOpen else { return }
        cancel()
        work = Task { [weak self] in
            do throws(PhotoProblem) {
                guard let data = try await read(), !Task.isCancelled else { return }
                let picture = try await ChosenPicture.open(data)
                guard !Task.isCancelled else { return }
                self?.show(picture, for: purpose)
            } catch {
                if !Task.isCancelled { self?.onProblem?(error.sentence) }
            }
        }
    }

    private func show(_ picture: ChosenPicture, for purpose: Purpose) {
        self.purpose = purpose
        isOpen = true
        page.show(picture, name: purpose.name)
        onShow?(true)
        page.focus()
        let crop = Crop(width: picture.width, height: picture.height)
        // At once: the main actor has its next turn after the first frame.
        proposal = (crop, Task.immediate { await Self.photo(of: picture, crop) })
    }

    private func makePage() -> CropPage {
        let page = CropPage()
        page.onCancel = { [weak self] in self?.cancel() }
        page.onUse = { [weak self] in self?.finish($0, $1) }
        return page
    }

    private func finish(_ picture: ChosenPicture, _ crop: Crop) {
        guard let purpose else { return }
        page.isBusy = true
        let proposed = proposal?.crop == crop ? proposal?.photo : nil
        work = Task { [weak self] in
            let made = if let proposed { await proposed.value } else { await Self.photo(of: picture, crop) }
            guard !Task.isCancelled else { return }
            switch made {
            case .success(let photo):
                self?.cancel()
                purpose.use(photo.file, photo.square)
            case .failure(let problem):
                self?.page.isBusy = false
                self?.onProblem?(problem.sentence)
            }
        }
    }

    private static func photo(of picture: ChosenPicture, _ crop: Crop) async -> Result<Photo, PhotoProblem> {
        do throws(PhotoProblem) {
            let square = try await picture.cropped(to: crop, atMost: PhotoEncoder.maxPixels)
            let photo = try await PhotoEncoder.encode(square)
            guard let file = PhotoFile(bytes: photo.bytes, format: photo.isPNG ? .png : .jpeg) else {
                throw .tooLarge
            }
            return .success(Photo(square: square, file: file))
        } catch {
            return .failure(error)
        }
    }
}
