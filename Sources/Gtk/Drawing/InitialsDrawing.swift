import CGtk

/// A disc with letters or, without any, a person's figure: the picture of a contact without a photo.
///
/// Equal drawings give equal pictures, so all users can share one picture.
public nonisolated struct InitialsDrawing: Hashable, Sendable {
    /// The letters; nil for the figure, which also replaces letters that leave no ink.
    public var letters: String?
    /// The colour of the disc.
    public var fill: Colour
    /// The colour of the letters, or of the figure.
    public var letterColour: Colour
    /// The line along the edge.
    public var rim: DiscRim
    /// In application pixels.
    public var diameter: Int
    /// Device pixels for one application pixel.
    public var scale: Int
    /// The font family of the letters, which are semibold. Pango replaces it for characters that it lacks.
    public var fontFamily: String
    /// The size of the letters in application pixels, unless they have to shrink to fit.
    public var fontSize: Double

    /// A drawing; nil for `letters` stands for the figure of a person.
    public init(
        letters: String?, fill: Colour, letterColour: Colour, rim: DiscRim, diameter: Int, scale: Int,
        fontFamily: String, fontSize: Double
    ) {
        self.letters = letters
        self.fill = fill
        self.letterColour = letterColour
        self.rim = rim
        self.diameter = diameter
        self.scale = scale
        self.fontFamily = fontFamily
        self.fontSize = fontSize
    }

    /// Draws the picture, `diameter * scale` pixels on each side. A picture of a row takes less than a tenth of a millisecond.
    ///
    /// On the main thread, because GTK draws text there, and Cairo does not support two threads that open fonts.
    @MainActor public func picture() -> Picture {
        let canvas = Canvas(width: diameter, height: diameter, scale: scale)
        let middle = Double(diameter) / 2
        canvas.disc(diameter: Double(diameter), rim: rim) {
            canvas.rectangle(x: 0, y: 0, width: 2 * middle, height: 2 * middle)
            canvas.fill(fill)
            canvas.translate(x: middle, y: middle)
            let isDrawn = TextLine.exclusively { drawLetters(on: canvas) }
            if !isDrawn { drawFigure(on: canvas) }
        }
        return canvas.picture()
    }
}

private nonisolated extension InitialsDrawing {
    /// The share of the diameter that the diagonal of the letters may take. In a small disc letters need more of it.
    var maxInk: Double { diameter < 24 ? 0.84 : 0.75 }
    /// A grapheme may have any number of marks, and each mark costs time.
    static let maxScalars = 32
    /// Letters of this height in device pixels get a whole number of pixels as their height and position. Without sharp upper
    /// and lower edges they are hard to read. Larger letters look sharp anyway, and smaller ones would change too much.
    static let sharpenedHeights = 4.0..<16.0

    /// Draws the letters, their ink around the origin; false if they have none.
    func drawLetters(on canvas: Canvas) -> Bool {
        guard let letters, !letters.isEmpty else { return false }
        let text = String(String.UnicodeScalarView(letters.unicodeScalars.prefix(Self.maxScalars)))
        let line = TextLine(text, semibold: fontFamily, size: fontSize, context: canvas.context)
        let ink = line.ink
        guard ink.width > 0, ink.height > 0 else { return false }

        let diagonal = (ink.width * ink.width + ink.height * ink.height).squareRoot()
        let largest = maxInk * Double(diameter) / diagonal
        var factor = min(1, largest)
        var top = -ink.height * factor / 2
        let pixels = ink.height * factor * Double(scale)
        if Self.sharpenedHeights.contains(pixels) {
            let whole = pixels.rounded(factor < largest ? .toNearestOrAwayFromZero : .down)
            factor *= whole / pixels
            let middle = Double(diameter * scale) / 2
            top = ((middle - whole / 2).rounded(.down) - middle) / Double(scale)
        }

        canvas.save()
        canvas.translate(x: -(ink.x + ink.width / 2) * factor, y: top - ink.y * factor)
        canvas.scale(x: factor, y: factor)
        canvas.setSource(letterColour)
        line.draw(in: canvas.context)
        canvas.restore()
        return true
    }

    /// Draws a head and shoulders around the origin, as high as letters with their accents.
    func drawFigure(on canvas: Canvas) {
        canvas.save()
        canvas.scale(x: fontSize, y: fontSize)
        canvas.circle(centerX: 0, centerY: -0.25, radius: 0.25)
        canvas.move(x: -0.45, y: 0.42)
        canvas.curve(x1: -0.45, y1: 0.2, x2: -0.28, y2: 0.08, x3: 0, y3: 0.08)
        canvas.curve(x1: 0.28, y1: 0.08, x2: 0.45, y2: 0.2, x3: 0.45, y3: 0.42)
        canvas.curve(x1: 0.45, y1: 0.47, x2: 0.42, y2: 0.5, x3: 0.37, y3: 0.5)
        canvas.line(x: -0.37, y: 0.5)
        canvas.curve(x1: -0.42, y1: 0.5, x2: -0.45, y2: 0.47, x3: -0.45, y3: 0.42)
        canvas.closePath()
        canvas.fill(letterColour)
        canvas.restore()
    }
}
