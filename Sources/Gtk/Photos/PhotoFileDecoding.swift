import CGtk
import Foundation

/// The file of a picture that a person chose, checked before anything of it is decoded.
nonisolated struct CheckedPhoto: Sendable {
    /// As many bytes are taken at most.
    static let maxBytes = 64 << 20
    /// Where the decoder scales a JPEG while it decodes, in pixels.
    private static let maxScaled = 256 << 20
    /// Of everything else, which is held whole, in pixels.
    private static let maxWhole = 64 << 20
    /// No scaled picture is larger, in pixels.
    private static let maxDecoded = 16 << 20

    /// In pixels, as stored.
    let width: Int
    let height: Int
    let orientation: PictureOrientation
    let data: Data
    private let header: PictureHeader
    private let isScaled: Bool

    init(_ data: Data) throws(PhotoProblem) {
        guard data.count <= Self.maxBytes else { throw .tooLarge }
        do throws(PictureError) {
            header = try data.withUnsafeBytes { buffer in
                Result { () throws(PictureError) in try PictureHeader.read(ByteView(buffer: buffer)) }
            }.get()
            isScaled = try DecoderProbe.scalesJPEG() && header.isScaledWhileDecoding
        } catch {
            throw PhotoProblem(error)
        }
        self.data = data
        (width, height, orientation) = (header.width, header.height, header.orientation)
        guard let pixels = ByteView.product(width, height), pixels <= (isScaled ? Self.maxScaled : Self.maxWhole)
        else { throw .tooLarge }
    }

    /// By how much the decoder makes the picture smaller, so that it has at most so many pixels.
    func divisor(forAtMost pixels: Int) -> Int {
        guard isScaled else { return 1 }
        return [1, 2, 4].first { size(dividedBy: $0) <= pixels } ?? 8
    }

    /// By how much the decoder makes the picture smaller, so that a square of it has at least so many pixels on each side.
    func divisor(square side: Double, atLeast pixels: Int) -> Int {
        let enough = [8, 4, 2].first { side / Double($0) >= Double(pixels) } ?? 1
        return max(divisor(forAtMost: Self.maxDecoded), isScaled ? enough : 1)
    }

    /// Decodes the picture, and calls `body` with its rows as they are stored.
    func decode<Value>(dividedBy divisor: Int, _ body: (PixbufRows) -> Value) throws(PhotoProblem) -> Value {
        let size = ((width + divisor - 1) / divisor, (height + divisor - 1) / divisor)
        func decoded() throws(PictureError) -> Value {
            let result = data.withUnsafeBytes { buffer in
                Result { () throws(PictureError) in
                    try PixbufLoader.decode(header, of: ByteView(buffer: buffer), size: size)
                }
            }
            let pixbuf = try result.get()
            defer { g_object_unref(UnsafeMutableRawPointer(pixbuf)) }
            return body(try PixbufRows(pixbuf))
        }
        do throws(PictureError) {
            guard !isScaled else { return try decoded() }
            return try PictureDecoder.gate.hold(width * height) { () throws(PictureError) in try decoded() }
        } catch {
            throw PhotoProblem(error)
        }
    }

    private func size(dividedBy divisor: Int) -> Int {
        (width + divisor - 1) / divisor * ((height + divisor - 1) / divisor)
    }
}

nonisolated extension PixbufRows {
    /// All pixels, each the mean of a square of `factor` × `factor`.
    func shrunk(by factor: Int) -> (pixels: [UInt32], width: Int, height: Int) {
        let (columns, lines) = (max(width / factor, 1), max(height / factor, 1))
        let (across, down) = (min(factor, width), min(factor, height))
        let share = 1 / Float(across * down)
        let pixels = withUnsafeTemporaryAllocation(of: SquareResampler.Pixel.self, capacity: width + columns) {
            memory in
            memory.initialize(repeating: .zero)
            let row = UnsafeMutableBufferPointer(rebasing: memory[..<width])
            let sums = UnsafeMutableBufferPointer(rebasing: memory[width...])
            return [UInt32](unsafeUninitializedCapacity: columns * lines) { result, count in
                for line in 0..<lines {
                    sums.update(repeating: .zero)
                    for part in 0..<down {
                        read(row: line * down + part, from: 0, into: row)
                        for column in 0..<columns {
                            for place in column * across..<(column + 1) * across { sums[column] += row[place] }
                        }
                    }
                    for column in 0..<columns {
                        result[line * columns + column] = SquareResampler.packed(sums[column] * share)
                    }
                }
                count = columns * lines
            }
        }
        return (pixels, columns, lines)
    }
}
