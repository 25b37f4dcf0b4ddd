import Foundation

/// Files that look like pictures to a reader of only the beginning and the end.
enum SampleFiles {
    private static let starts: [String: [UInt8]] = [
        "png": [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], "gif": Array("GIF87a".utf8),
        "bmp": [0x42, 0x4D, 0, 0, 0, 0], "webp": Array("RIFF".utf8) + [0, 0, 0, 0] + Array("WEBP".utf8),
        "svg": Array("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8),
        "avif": [0, 0, 0, 0x20] + Array("ftypavif".utf8),
        "txt": Array("hello".utf8),
        "jpg": [0xFF, 0xD8, 0xFF, 0xE1, 0, 8] + Array("Exif".utf8) + [0, 0, 0xFF, 0xDA],
    ]
    private static let ends: [String: [UInt8]] = [
        "png": Array("IEND".utf8) + [0xAE, 0x42, 0x60, 0x82], "gif": [0x3B], "jpg": [0xFF, 0xD9],
    ]

    static func data(ending: String, size: Int) -> Data {
        let (start, end) = (starts[ending] ?? [], ends[ending] ?? [])
        let filling = [UInt8](repeating: 0x20, count: max(0, size - start.count - end.count))
        return Data((start + filling + end).prefix(max(size, 0)))
    }

    /// The body that a recording describes: `multipart/form-data: contact_id=97, photo=@a.png (Content-Type image/png, 667
    /// bytes)`.
    static func form(_ description: String, boundary: String) -> Data {
        var body = Data()
        let text = description.replacing("multipart/form-data: ", with: "")
        let file = text.firstMatch(of: /(\w+)=@(.*) \(Content-Type ([^,]+), (\d+) bytes\)/)
        let fields = file.map { String(text[..<$0.range.lowerBound]) } ?? text
        for field in fields.split(separator: ",") {
            let parts = field.trimmingCharacters(in: .whitespaces).split(separator: "=").map(String.init)
            guard parts.count == 2 else { continue }
            body += Data(
                "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(parts[0])\"\r\n\r\n\(parts[1])\r\n".utf8)
        }
        if let file {
            let (key, name, type) = (file.output.1, file.output.2, file.output.3)
            // Twenty kilobytes show as much as twenty megabytes.
            let size = (Int(file.output.4) ?? 0) % 1_000_000
            let head = "Content-Disposition: form-data; name=\"\(key)\"; filename=\"\(name)\"\r\nContent-Type: \(type)"
            body += Data("--\(boundary)\r\n\(head)\r\n\r\n".utf8)
            body += content(String(name), String(type), size) + Data("\r\n".utf8)
        }
        return body + Data("--\(boundary)--\r\n".utf8)
    }

    private static func content(_ name: String, _ type: String, _ size: Int) -> Data {
        switch name {
        case "trunc.png": return data(ending: "png", size: 5_000).prefix(size)
        case "x.jpg": return data(ending: "png", size: size)
        case "text.jpg": return data(ending: "txt", size: size)
        case let name where name.hasSuffix(".png"): return data(ending: "png", size: size)
        default: return data(ending: name.split(separator: ".").last.map(String.init) ?? "", size: size)
        }
    }
}
