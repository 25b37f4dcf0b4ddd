/// The square of a picture that a person chooses, and the quarter turns of the picture.
///
/// Lengths are pixels of the upright file. Places belong to the turned picture on the screen.
public nonisolated struct Crop: Hashable, Sendable {
    /// The largest zoom.
    private static let maxZoom = 10.0
    /// No smaller square is worth a photo, where the picture has more.
    private static let minSide = 64.0

    /// Of the turned picture.
    public private(set) var width: Double
    /// Of the turned picture.
    public private(set) var height: Double
    /// From the left edge of the turned picture to the square.
    public private(set) var left: Double
    /// From the top edge of the turned picture to the square.
    public private(set) var top: Double
    /// The edge of the square.
    public private(set) var side: Double
    /// Clockwise quarter turns, 0 to 3.
    public private(set) var turns = 0

    /// The square that shows most of a picture, with the upper third of a portrait.
    public init(width: Int, height: Int) {
        let square = PictureOrientation.upright.square(width: width, height: height)
        (self.width, self.height) = (Double(width), Double(height))
        (left, top, side) = (Double(square.left), Double(square.top), Double(square.side))
    }

    /// How much larger the picture is than where the square shows most of it.
    public var zoom: Double { shorter / side }

    /// The largest zoom of this picture.
    public var largestZoom: Double { max(1, min(Self.maxZoom, shorter / Self.minSide)) }

    private var shorter: Double { min(width, height) }

    /// Moves the square by parts of its edge.
    public mutating func move(x: Double, y: Double) {
        place(left: left + x * side, top: top + y * side)
    }

    /// Sets the zoom. A point of the square, in parts of its edge, stays where it is.
    public mutating func zoom(to zoom: Double, around point: (x: Double, y: Double) = (0.5, 0.5)) {
        let former = side
        side = shorter / min(max(zoom, 1), largestZoom)
        place(left: left + point.x * (former - side), top: top + point.y * (former - side))
    }

    /// Turns the picture by a quarter. The square shows the same part.
    public mutating func turn(clockwise: Bool) {
        turns = (turns + (clockwise ? 1 : 3)) % 4
        let (newLeft, newTop) = clockwise ? (height - top - side, left) : (top, width - left - side)
        (width, height) = (height, width)
        place(left: newLeft, top: newTop)
    }

    /// Shows as much of the turned picture as a square does.
    public mutating func showWhole() {
        let square = PictureOrientation.upright.square(width: Int(width), height: Int(height))
        side = Double(square.side)
        place(left: Double(square.left), top: Double(square.top))
    }

    /// The square in the picture without its turns.
    var unturned: Crop {
        var crop = self
        while crop.turns != 0 { crop.turn(clockwise: false) }
        return crop
    }

    private mutating func place(left: Double, top: Double) {
        self.left = min(max(left, 0), width - side)
        self.top = min(max(top, 0), height - side)
    }
}
