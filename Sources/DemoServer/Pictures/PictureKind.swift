import Foundation

/// The kind of an uploaded file by its first bytes. The server accepts these kinds as pictures.
enum PictureKind: Sendable {
    case jpeg, png, gif, bmp, webp
    /// Taken, and never readable.
    case svg

    init?(_ data: Data) {
        func begins(_ bytes: [UInt8], at offset: Int = 0) -> Bool { data.dropFirst(offset).starts(with: bytes) }
        if begins([0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if begins([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if begins(Array("GIF8".utf8)) {
            self = .gif
        } else if begins(Array("BM".utf8)) {
            self = .bmp
        } else if begins(Array("RIFF".utf8)), begins(Array("WEBP".utf8), at: 8) {
            self = .webp
        } else if data.prefix(1024).range(of: Data("<svg".utf8)) != nil {
            self = .svg
        } else {
            return nil
        }
    }

    var fileExtension: String {
        switch self {
        case .jpeg: "jpg"
        case .png: "png"
        case .gif: "gif"
        case .bmp: "bmp"
        case .webp: "webp"
        case .svg: "svg"
        }
    }

    var mimeType: String {
        switch self {
        case .jpeg: "image/jpeg"
        case .bmp: "image/x-ms-bmp"
        case .svg: "image/svg+xml"
        default: "image/\(fileExtension)"
        }
    }

    /// The `data:` URL of a picture in the API; nil for an unreadable picture.
    func dataURL(_ data: Data) -> String? {
        reencoded(data).map { "data:\(mimeType);base64,\($0.base64EncodedString())" }
    }

    /// The picture as the server encodes it again: without a JPEG's EXIF block, and so without its orientation.
    func reencoded(_ data: Data) -> Data? {
        guard isWhole(data) else { return nil }
        return self == .jpeg ? EXIF.removed(from: data) : data
    }

    /// Whether the file has its end.
    private func isWhole(_ data: Data) -> Bool {
        let bytes = [UInt8](data)
        func little(_ offset: Int) -> Int {
            guard bytes.count >= offset + 4 else { return .max }
            return bytes[offset..<offset + 4].reversed().reduce(0) { $0 << 8 | Int($1) }
        }
        switch self {
        case .jpeg: return data.suffix(64).range(of: Data([0xFF, 0xD9])) != nil
        case .png: return data.suffix(64).range(of: Data("IEND".utf8)) != nil
        case .gif: return data.suffix(64).contains(0x3B)
        case .bmp: return little(2) <= data.count
        case .webp: return little(4) <= data.count - 8
        case .svg: return false
        }
    }
}

extension EXIF {
    /// A JPEG without its APP1 segments.
    static func removed(from jpeg: Data) -> Data {
        let bytes = [UInt8](jpeg)
        var kept = Data(bytes.prefix(2))
        var place = 2
        while place + 4 <= bytes.count, bytes[place] == 0xFF, bytes[place + 1] != 0xDA {
            let end = place + 2 + Int(bytes[place + 2]) << 8 + Int(bytes[place + 3])
            guard end <= bytes.count else { break }
            if bytes[place + 1] != 0xE1 { kept += bytes[place..<end] }
            place = end
        }
        return kept + bytes[place...]
    }
}
