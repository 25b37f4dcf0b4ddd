import CGtk
import Foundation
import GLib

/// Shows a whole picture, as large as fits or larger. The person zooms and moves it.
@MainActor
public final class PhotoView {
    private static let maxZoom = 8.0
    private static let wheelStep = 1.1
    private static let keyStep = 1.25
    private static let closeUp = 2.0

    /// The widget that takes the focus and the keys.
    public var root: Widget { view }
    /// Another zoom: 1 where the whole picture fits.
    public var onZoom: ((Double) -> Void)?
    private let view: DrawnView
    private let shown = ShownPhoto()
    private var start: (zoom: Double, x: Double, y: Double) = (1, 0, 0)

    /// A view without a picture.
    public init() {
        view = DrawnView { [shown] snapshot, width, height in shown.draw(width: width, height: height, on: snapshot) }
        view.isFocusable = true
        view.addClass("photo-view")
        view.onPress { [weak self] in self?.view.takeFocus() }
        view.onDragAndPinch(
            begin: { [weak self] in self?.begin() },
            move: { [weak self] x, y in
                guard let self else { return }
                self.move(toX: self.start.x + x, y: self.start.y + y)
            },
            zoom: { [weak self] ratio in
                guard let self else { return }
                self.zoom(to: self.start.zoom * ratio)
            })
        view.onWheel { [weak self] in self?.zoom(by: pow(Self.wheelStep, $0)) }
        view.onDoubleClick { [weak self] _, _ in
            guard let self else { return }
            self.zoom(to: self.shown.zoom > 1 ? 1 : Self.closeUp)
        }
    }

    /// The shown picture; nil for none.
    public var picture: ChosenPicture? { shown.picture }

    /// Shows a picture as large as it fits; nil for none.
    public func show(_ picture: ChosenPicture?) {
        shown.picture = picture
        (shown.zoom, shown.x, shown.y) = (1, 0, 0)
        onZoom?(1)
        redraw()
    }

    /// Zooms by a key; false for other keys.
    public func press(_ key: Key) -> Bool {
        switch PictureCommand(key) {
        case .zoomIn: zoom(by: Self.keyStep)
        case .zoomOut: zoom(by: 1 / Self.keyStep)
        case .whole: zoom(to: 1)
        case .move(let x, let y) where shown.zoom > 1:
            move(toX: shown.x - x * Double(view.width), y: shown.y - y * Double(view.height))
        case .move, .turn, nil: return false
        }
        return true
    }

    private func begin() {
        start = (shown.zoom, shown.x, shown.y)
    }

    private func zoom(by factor: Double) {
        zoom(to: shown.zoom * factor)
    }

    private func zoom(to zoom: Double) {
        let new = min(max(zoom, 1), Self.maxZoom)
        let ratio = new / shown.zoom
        shown.zoom = new
        onZoom?(new)
        move(toX: shown.x * ratio, y: shown.y * ratio)
    }

    private func move(toX x: Double, y: Double) {
        (shown.x, shown.y) = (x, y)
        shown.keepInSight(width: Double(view.width), height: Double(view.height))
        redraw()
    }

    private func redraw() {
        shown.pixelScale = view.scaleFactor
        view.redraw()
    }
}

/// The drawing of the view.
@MainActor
private final class ShownPhoto {
    var picture: ChosenPicture?
    /// 1 where all of the picture fits.
    var zoom = 1.0
    /// From the middle of the view to that of the picture, in application pixels.
    var x = 0.0
    var y = 0.0
    var pixelScale = 1

    func keepInSight(width: Double, height: Double) {
        guard let picture else { return }
        let scale = scale(of: picture, width: width, height: height)
        let (across, down) = (Double(picture.width) * scale, Double(picture.height) * scale)
        let (farX, farY) = (max(across - width, 0) / 2, max(down - height, 0) / 2)
        (x, y) = (min(max(x, -farX), farX), min(max(y, -farY), farY))
    }

    func draw(width: Double, height: Double, on snapshot: OpaquePointer) {
        guard let picture else { return }
        let scale = scale(of: picture, width: width, height: height)
        let (across, down) = (Double(picture.width) * scale, Double(picture.height) * scale)
        picture.draw(
            at: (width - across) / 2 + x, (height - down) / 2 + y, scale: scale, pixelScale: pixelScale, on: snapshot)
    }

    private func scale(of picture: ChosenPicture, width: Double, height: Double) -> Double {
        min(width / Double(picture.width), height / Double(picture.height)) * zoom
    }
}
