import Foundation
import Gtk

/// A page on which a picture can be dropped. While one is over it, the page says so.
final class PhotoDrop {
    let root: Widget
    /// Whether a picture is taken now.
    var isWelcome: () -> Bool = { false }
    var onDrop: ((Task<Result<Data, PhotoProblem>, Never>) -> Void)?

    private let hint = StatusPage(icon: "image-x-generic-symbolic", title: tr("Change Photo"))

    init(over page: Widget) {
        let overlay = Overlay(page)
        hint.addClass("photo-drop")
        hint.isVisible = false
        hint.canTarget = false
        overlay.add(hint)
        root = overlay
        root.addClass("photo-page")
        root.onPictureDropped(
            isWelcome: { [weak self] in self?.isWelcome() ?? false },
            onHover: { [weak self] in self?.hint.isVisible = $0 },
            { [weak self] dropped in
                self?.hint.isVisible = false
                self?.onDrop?(dropped)
            })
    }
}
