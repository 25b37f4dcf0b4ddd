import CGtk
import Foundation
import Testing

@testable import Gtk

/// Pictures that drawings are compared with, in `References`.
///
/// With `CAMEO_WRITE_REFERENCES=1` in the environment, tests write their drawings there instead. Look at them then.
enum References {
    private static let isWriting = ProcessInfo.processInfo.environment["CAMEO_WRITE_REFERENCES"] == "1"

    /// Fails if the picture differs from the reference. Versions of Cairo and FreeType differ by a few of 255 steps
    /// along edges. A letter that moves by half a pixel, or another shape, differs by 60 and more. Tests never write a
    /// reference from elsewhere, made by another program.
    static func expect(
        _ picture: Picture, equals name: String, isFromElsewhere: Bool = false,
        location: SourceLocation = #_sourceLocation
    ) throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("References/\(name).png")
        if isWriting, !isFromElsewhere {
            try picture.encoded(as: "png", options: ["compression": "9"], keepingAlpha: true)?.write(to: file)
        }
        let difference = picture.difference(to: try read(file))
        guard difference.largest > 30 || difference.mean > 0.5 else { return }
        let actual = FileManager.default.temporaryDirectory.appendingPathComponent("\(name).png")
        try picture.pngData()?.write(to: actual)
        Issue.record("differs from \(name).png by \(difference): see \(actual.path)", sourceLocation: location)
    }

    /// Not through our own decoder, which reads squares.
    static func read(_ file: URL) throws -> Picture {
        let surface = cairo_image_surface_create_from_png(file.path)
        defer { cairo_surface_destroy(surface) }
        let (width, height) = (cairo_image_surface_get_width(surface), cairo_image_surface_get_height(surface))
        let data = try #require(cairo_image_surface_get_data(surface), "\(file.path) cannot be read")
        let bytes = try #require(g_bytes_new(data, gsize(width * height * 4)))
        return Picture(adopting: bytes, width: Int(width), height: Int(height))
    }

    /// Rows of pictures as one.
    static func sheet(_ rows: [[Picture]]) -> Picture {
        let width = rows.map { $0.reduce(0) { $0 + $1.width } }.max() ?? 1
        let heights = rows.map { $0.map(\.height).max() ?? 0 }
        let height = heights.reduce(0, +)
        var pixels = [UInt32](repeating: 0, count: width * height)
        var top = 0
        for (row, rowHeight) in zip(rows, heights) {
            var left = 0
            for picture in row {
                picture.withPixels { source in
                    for y in 0..<picture.height {
                        for x in 0..<picture.width {
                            pixels[(top + y) * width + left + x] = source[y * picture.width + x]
                        }
                    }
                }
                left += picture.width
            }
            top += rowHeight
        }
        return Picture(width: width, height: height, pixels: pixels)
    }
}
