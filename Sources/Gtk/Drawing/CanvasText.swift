import CGtk

nonisolated extension Canvas {
    /// Draws one line of text, with the middle of its ink at a point. `font` is a Pango font description ("Cantarell Bold
    /// 20px").
    ///
    /// In a process with windows, only for the main thread, where GTK draws its own text. Cairo does not support two threads
    /// that open fonts, and cannot wait for GTK.
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
