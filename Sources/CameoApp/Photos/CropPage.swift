import Foundation
import Gtk
import Platform

/// The page on which a person chooses the square of a picture that becomes a contact's photo.
final class CropPage {
    /// Of the previews: as on a contact's page, and as in the list.
    private static let previewSizes = [120, 50]
    private static let leastView = 64
    /// A screen reader says where the square is once it rests.
    private static let rest = Duration.milliseconds(300)

    let root: Widget
    let header = HeaderBar()
    var onCancel: (() -> Void)?
    var onUse: ((ChosenPicture, Crop) -> Void)?

    /// Whether the header has a title. A narrow window has room for the two ways out alone.
    var hasTitle = true { didSet { title.isVisible = hasTitle } }

    private let title = Squeezer(WindowTitle(tr("Crop Photo")))
    private let view = CropView()
    private let scale = ZoomScale(label: tr("Zoom"))
    private let cancel = Button(mnemonic: tr("_Cancel"))
    private let use = Button(mnemonic: tr("_Use Photo"))
    private var picture: ChosenPicture?
    private var resting: Task<Void, Never>?

    init() {
        use.addClass("suggested-action")
        cancel.ellipsizesLabel(leaving: 5)
        use.ellipsizesLabel(leaving: 9)
        for button in [cancel, use] { button.addClass("form-way") }
        header.addClass("flat")
        header.setTitle(title)
        header.packStart(cancel)
        header.packEnd(use)
        view.root.setMinimumSize(width: Self.leastView, height: Self.leastView)
        let body = AsideBox(view.root, aside: Self.previewSizes.map(view.makePreview))
        body.expandsVertically = true
        body.setMargins(top: 6, bottom: 12, start: 12, end: 12)
        let tools = Box(.horizontal, spacing: 6)
        tools.setMargins(bottom: 12, start: 12, end: 12)
        let box = Box(.vertical)
        for child in [header, body, tools] as [Widget] { box.append(child) }
        root = box
        let (left, right, smaller, larger) = (
            Button(icon: "object-rotate-left-symbolic", tooltip: tr("Rotate Left")),
            Button(icon: "object-rotate-right-symbolic", tooltip: tr("Rotate Right")),
            Button(icon: "list-remove-symbolic", tooltip: tr("Zoom Out")),
            Button(icon: "list-add-symbolic", tooltip: tr("Zoom In"))
        )
        for child in [left, right, smaller, scale, larger] as [Widget] { tools.append(child) }
        let commands: [(Button, PictureCommand)] = [
            (left, .turn(clockwise: false)), (right, .turn(clockwise: true)), (smaller, .zoomOut), (larger, .zoomIn),
        ]
        for (button, command) in commands {
            button.addClass("flat")
            button.onClicked { [weak self] in self?.view.perform(command) }
        }
        scale.onZoom { [weak self] in self?.view.zoom(to: $0) }
        view.onChange = { [weak self] in self?.changed() }
        cancel.onClicked { [weak self] in self?.onCancel?() }
        use.onClicked { [weak self] in self?.finish() }
        root.onUnusedKey { [weak self] in self?.press($0) ?? false }
    }

    /// Shows a picture for the photo of a contact.
    func show(_ picture: ChosenPicture, name: String) {
        self.picture = picture
        isBusy = false
        view.root.setAccessibleLabel(tr("%1$s avatar photo", name))
        view.show(picture)
    }

    /// Lets go of the picture.
    func clear() {
        picture = nil
        resting?.cancel()
        view.show(nil)
        view.root.setAccessibleLabel("")
        view.root.setAccessibleDescription(nil)
    }

    /// Gives the focus to the picture.
    func focus() {
        view.root.grabFocus()
    }

    /// Takes the last step back; false if there is none.
    @discardableResult
    func undo() -> Bool { view.undo() }

    /// The photo is being made: it is not made twice.
    var isBusy = false { didSet { use.takesInput = !isBusy } }

    private func finish() {
        guard !isBusy, let picture, let crop = view.crop else { return }
        onUse?(picture, crop)
    }

    private func press(_ key: Key) -> Bool {
        if key.isEscape {
            onCancel?()
            return true
        }
        if key.isReturn {
            finish()
            return true
        }
        // A scale has its own use for arrows.
        return !key.isArrow && view.press(key)
    }

    private func changed() {
        guard let crop = view.crop else { return }
        scale.show(crop.zoom, atMost: crop.largestZoom)
        resting?.cancel()
        resting = Task { [weak self] in
            // Cancelled while asleep: it moved on.
            guard await Task.hasSlept(for: Self.rest), let self else { return }
            self.view.root.setAccessibleDescription(crop.sentence)
            self.view.root.announce(crop.sentence)
        }
    }
}

extension Crop {
    /// Whole percent.
    static var percent: FloatingPointFormatStyle<Double>.Percent {
        .percent.precision(.fractionLength(0)).locale(.ofNumbers)
    }

    /// Where the square is, for a screen reader.
    var sentence: String {
        func percent(_ part: Double) -> String { part.formatted(Self.percent) }
        return tr("Left %1$s, top %2$s, zoom %3$s", percent(left / width), percent(top / height), percent(zoom))
    }
}
