import CGtk

nonisolated extension Canvas {
    /// Draws one line of text in `font`, a description as Pango reads it ("Cantarell Bold 20px"), so that the middle
    /// of its ink comes to a point.
    ///
    /// In a process with windows only on the main thread, where GTK draws its own text: Cairo does not bear two
    /// threads that open fonts, and cannot be told to wait for GTK.
    public func text(_ string: String, font: String, centeredAt point: (x: Double, y: Double), colour: Colour) {
        TextLine.exclusively {
            let line = TextLine(string, font: font, context: context)
            let ink = line.ink
            save()
            translate(x: point.x - ink.x - ink.width / 2, y: point.y - ink.y - ink.height / 2)
            setSource(colour)
            line.draw(in: context)
            restore()
        }
    }
}
