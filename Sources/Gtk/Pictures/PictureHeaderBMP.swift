nonisolated extension PictureHeader {
    /// The largest colour table of any depth.
    private static let maxColours = 256

    static func bmp(_ bytes: ByteView) -> PictureHeader? {
        guard let pixels = bytes.little(4, at: 10), let headerSize = bytes.little(4, at: 14) else { return nil }
        let isOld = headerSize == 12
        guard isOld || (40...124).contains(headerSize),
            let width = isOld ? bytes.little(2, at: 18) : bytes.little(4, at: 18),
            let signedHeight = isOld ? bytes.little(2, at: 20) : bytes.little(4, at: 22),
            let depth = bytes.little(2, at: isOld ? 24 : 28),
            let compression = isOld ? 0 : bytes.little(4, at: 30),
            let colours = isOld ? 0 : bytes.little(4, at: 46),
            // gdk-pixbuf allocates the colours and all bytes before the pixels, before it reads either. A file of a kilobyte
            // made it request 4 GB.
            colours <= maxColours, pixels <= bytes.count,
            [1, 4, 8, 16, 24, 32].contains(depth), width <= Int(Int32.max)
        else { return nil }
        // A negative height means that the first row is at the top.
        let height = isOld ? signedHeight : Int(Int32(truncatingIfNeeded: signedHeight).magnitude)
        let isRunLengthEncoded = compression == 1 || compression == 2
        // A file of a few bytes may contain the largest possible numbers.
        guard let bits = ByteView.product(width, depth).flatMap({ ByteView.sum($0, 31) }),
            let size = ByteView.product(bits / 32 * 4, height), let end = ByteView.sum(pixels, size),
            isRunLengthEncoded || end <= bytes.count
        else { return nil }
        var header = PictureHeader(format: .bmp, width: width, height: height)
        header.pieces = [0..<bytes.count]
        return header
    }
}
