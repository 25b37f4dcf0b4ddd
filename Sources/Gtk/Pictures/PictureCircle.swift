nonisolated extension Picture {
    /// The centre of the picture as a disc of `diameter` application pixels, with the rim that initials have too.
    public func circle(diameter: Int, scale: Int, rim: DiscRim) -> Picture {
        let square = resampled(to: diameter * scale)
        let canvas = Canvas(width: diameter, height: diameter, scale: scale)
        canvas.disc(diameter: Double(diameter), rim: rim) { canvas.draw(square) }
        return canvas.picture()
    }
}
