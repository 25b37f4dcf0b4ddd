import CGtk
import Foundation
import GLib

/// Shows a picture behind a square frame that stays in the middle. The person moves, zooms and turns the picture.
@MainActor
public final class CropView {
    /// Around the frame, in application pixels.
    private static let margin = 24.0
    private static let wheelStep = 1.1
    private static let keyStep = 1.25
    /// Of a double click.
    private static let closeUp = 2.0

    /// The widget that takes the focus and the keys.
    public var root: Widget { view }
    /// The chosen square changed.
    public var onChange: (() -> Void)?
    /// The chosen square; nil without a picture.
    public private(set) var crop: Crop?
    private let view: DrawnView
    private let drawn = DrawnCrop()
    private var previews: [DrawnView] = []
    private var steps: [Crop] = []
    private var lastChange: Change?
    /// The square at the start of a gesture.
    private var start: Crop?

    /// A continuous change. All of it counts as one step.
    private enum Change {
        case wheel, scale
    }

    /// A view without a picture.
    public init() {
        view = DrawnView { [drawn] snapshot, width, height in
            drawn.draw(in: DrawnRect(x: 0, y: 0, width: width, height: height), margin: Self.margin, on: snapshot)
        }
        view.isFocusable = true
        gtk_widget_set_focus_on_click(view.widget, 1)
        view.addClass("crop-view")
        view.onScaleFactorChange { [weak self] in self?.redraw() }
        view.onPress { [weak self] in self?.view.takeFocus() }
        view.onDragAndPinch(
            begin: { [weak self] in self?.begin() }, move: { [weak self] in self?.drag(x: $0, y: $1) },
            zoom: { [weak self] ratio in
                guard let start = self?.start else { return }
                self?.show(start, changed: { $0.zoom(to: start.zoom * ratio) })
            })
        view.onWheel { [weak self] steps in
            guard let self, let crop = self.crop else { return }
            self.note(.wheel)
            self.change { $0.zoom(to: crop.zoom * pow(Self.wheelStep, steps)) }
        }
        view.onDoubleClick { [weak self] in self?.doubleClick(x: $0, y: $1) }
        view.onKeyPressed { [weak self] in self?.press($0) ?? false }
    }

    /// Shows a picture, with a first proposal of the square; nil for none.
    public func show(_ picture: ChosenPicture?) {
        drawn.picture = picture
        crop = picture.map { Crop(width: $0.width, height: $0.height) }
        (steps, lastChange, start) = ([], nil, nil)
        drawn.crop = crop
        redraw()
        onChange?()
    }

    /// A round view of the chosen square; `size` is its diameter in application pixels.
    public func makePreview(size: Int) -> Widget {
        let preview = DrawnView { [drawn] snapshot, width, height in
            drawn.drawRound(in: DrawnRect(x: 0, y: 0, width: width, height: height), on: snapshot)
        }
        preview.setMinimumSize(width: size, height: size)
        preview.horizontalAlignment = .center
        preview.verticalAlignment = .center
        preview.setAccessibleHidden()
        previews.append(preview)
        return preview
    }

    /// Whether there is a step to take back.
    public var canUndo: Bool { steps.contains { $0 != crop } }

    /// Takes the last step back; false if there is none.
    @discardableResult
    public func undo() -> Bool {
        while let last = steps.popLast() {
            // A press without a move changed nothing.
            if last == crop { continue }
            lastChange = nil
            set(last)
            return true
        }
        return false
    }

    /// Takes the step of a key; false for other keys.
    public func press(_ key: Key) -> Bool {
        PictureCommand(key).map(perform) ?? false
    }

    /// Takes a step, as a key does; false without a picture.
    @discardableResult
    public func perform(_ command: PictureCommand) -> Bool {
        guard let crop else { return false }
        begin()
        change { changed in
            switch command {
            case .move(let x, let y): changed.move(x: x, y: y)
            case .zoomIn: changed.zoom(to: crop.zoom * Self.keyStep)
            case .zoomOut: changed.zoom(to: crop.zoom / Self.keyStep)
            case .whole: changed.showWhole()
            case .turn(let clockwise): changed.turn(clockwise: clockwise)
            }
        }
        return true
    }

    /// Sets the zoom, as a scale does that is dragged.
    public func zoom(to zoom: Double) {
        note(.scale)
        change { $0.zoom(to: zoom) }
    }
}

private extension CropView {
    /// Begins a new step.
    func begin() {
        guard let crop else { return }
        lastChange = nil
        start = crop
        if steps.last != crop { steps.append(crop) }
    }

    /// Begins a new step unless the last change was of the same kind.
    private func note(_ change: Change) {
        guard lastChange != change else { return }
        begin()
        lastChange = change
    }

    func drag(x: Double, y: Double) {
        guard let start else { return }
        let frame = DrawnCrop.frame(width: Double(view.width), height: Double(view.height), margin: Self.margin)
        show(start) { $0.move(x: -x / frame.width, y: -y / frame.width) }
    }

    func doubleClick(x: Double, y: Double) {
        begin()
        let frame = DrawnCrop.frame(width: Double(view.width), height: Double(view.height), margin: Self.margin)
        change { crop in
            if crop.zoom > 1 { return crop.showWhole() }
            crop.zoom(to: Self.closeUp, around: ((x - frame.x) / frame.width, (y - frame.y) / frame.width))
        }
    }

    func show(_ start: Crop, changed: (inout Crop) -> Void) {
        var crop = start
        changed(&crop)
        set(crop)
    }

    func change(_ change: (inout Crop) -> Void) {
        if let crop { show(crop, changed: change) }
    }

    func set(_ new: Crop) {
        // A step that changed nothing is none.
        guard new != crop else { return }
        crop = new
        drawn.crop = new
        redraw()
        onChange?()
    }

    func redraw() {
        drawn.pixelScale = view.scaleFactor
        for view in [view] + previews { view.redraw() }
    }
}

/// The drawing of the view and its previews.
@MainActor
private final class DrawnCrop {
    private static let dim = Colour(red: 0, green: 0, blue: 0, alpha: 0.6)
    private static let edge = 2.0

    var picture: ChosenPicture?
    var crop: Crop?
    var pixelScale = 1

    static func frame(width: Double, height: Double, margin: Double) -> DrawnRect {
        let side = max(min(width, height) - 2 * margin, 1)
        return DrawnRect(
            x: ((width - side) / 2).rounded(), y: ((height - side) / 2).rounded(), width: side, height: side)
    }

    /// Draws the picture, dimmed outside of the frame.
    func draw(in area: DrawnRect, margin: Double, on snapshot: OpaquePointer) {
        let frame = Self.frame(width: area.width, height: area.height, margin: margin)
        drawPicture(in: frame, on: snapshot)
        guard picture != nil else { return }
        let (right, bottom) = (frame.x + frame.width, frame.y + frame.height)
        for outside in [
            DrawnRect(x: 0, y: 0, width: area.width, height: frame.y),
            DrawnRect(x: 0, y: bottom, width: area.width, height: area.height - bottom),
            DrawnRect(x: 0, y: frame.y, width: frame.x, height: frame.height),
            DrawnRect(x: right, y: frame.y, width: area.width - right, height: frame.height),
        ] { outside.fill(Self.dim, on: snapshot) }
        let edge = Self.edge
        for line in [
            DrawnRect(x: frame.x - edge, y: frame.y - edge, width: frame.width + 2 * edge, height: edge),
            DrawnRect(x: frame.x - edge, y: bottom, width: frame.width + 2 * edge, height: edge),
            DrawnRect(x: frame.x - edge, y: frame.y, width: edge, height: frame.height),
            DrawnRect(x: right, y: frame.y, width: edge, height: frame.height),
        ] { line.fill(.white, on: snapshot) }
    }

    /// Draws the chosen square as a disc.
    func drawRound(in area: DrawnRect, on snapshot: OpaquePointer) {
        let frame = Self.frame(width: area.width, height: area.height, margin: 0)
        var disc = GskRoundedRect()
        var bounds = frame.graphene
        gsk_rounded_rect_init_from_rect(&disc, &bounds, Float(frame.width / 2))
        gtk_snapshot_push_rounded_clip(snapshot, &disc)
        drawPicture(in: frame, on: snapshot)
        gtk_snapshot_pop(snapshot)
    }

    private func drawPicture(in frame: DrawnRect, on snapshot: OpaquePointer) {
        guard let picture, let crop else { return }
        let scale = frame.width / crop.side
        picture.draw(
            at: frame.x - crop.left * scale, frame.y - crop.top * scale, scale: scale, turns: crop.turns,
            pixelScale: pixelScale, on: snapshot)
    }
}
