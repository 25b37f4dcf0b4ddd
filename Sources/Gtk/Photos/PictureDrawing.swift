import CGtk

extension ChosenPicture {
    /// Draws the picture with `scale` application pixels for each of its file's, and its top left corner at a place. The corner
    /// is that of the turned picture.
    func draw(at x: Double, _ y: Double, scale: Double, turns: Int = 0, pixelScale: Int, on snapshot: OpaquePointer) {
        let (across, down) = (Double(width) * scale, Double(height) * scale)
        gtk_snapshot_save(snapshot)
        defer { gtk_snapshot_restore(snapshot) }
        // A turned picture begins at another corner.
        let corner = [(0, 0), (down, 0), (across, down), (0, across)][turns]
        var place = graphene_point_t(x: Float(x + corner.0), y: Float(y + corner.1))
        gtk_snapshot_translate(snapshot, &place)
        gtk_snapshot_rotate(snapshot, Float(turns * 90))
        var bounds = DrawnRect(x: 0, y: 0, width: across, height: down).graphene
        gtk_snapshot_append_texture(snapshot, level(atLeast: Int(across * Double(pixelScale))).texture, &bounds)
    }

    /// The smallest copy of the shown picture that is so many pixels wide, else the largest.
    public func level(atLeast pixels: Int) -> Picture {
        levels.last { $0.width >= pixels } ?? levels[0]
    }
}
