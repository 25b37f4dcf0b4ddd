import CGtk
public import Foundation
import GLib

/// Takes pictures from the clipboard, from drops, and from files of this computer. They are bytes until `ChosenPicture`
/// checks them. No address is fetched.
@MainActor
public enum PictureIntake {
    static let pictureTypes = ["image/png", "image/jpeg", "image/webp", "image/gif", "image/bmp"]
    private static let addresses = "text/uri-list"
    private static let maxAddresses = 1 << 20
    private static let part = 1 << 20
    /// Another program may never end its answer.
    private static let maxDuration = Duration.seconds(30)
    private static let files = WorkQueue(label: "chosen files", width: 1)

    /// The picture on the clipboard.
    public static func paste() async throws(PhotoProblem) -> Data {
        guard let display = gdk_display_get_default(), let clipboard = gdk_display_get_clipboard(display),
            let type = type(
                among: gdk_clipboard_get_formats(clipboard), asOffered: gdk_clipboard_is_local(clipboard) != 0)
        else { throw .nothing }
        return try await paste(type, from: clipboard)
    }

    static func paste(_ type: ContentType, from clipboard: OpaquePointer) async throws(PhotoProblem) -> Data {
        try await take(type) { cancellable, done, data in
            var types = [UnsafePointer(type.copy), nil]
            gdk_clipboard_read_async(clipboard, &types, G_PRIORITY_DEFAULT, cancellable, done, data)
        } finish: { result, error in
            gdk_clipboard_read_finish(clipboard, result, nil, error)
        }
    }

    /// The usual end of the name of a picture's file, by its first bytes.
    public static func fileExtension(of file: Data) -> String {
        let name = moduleName(of: file)
        return name == "jpeg" ? "jpg" : name
    }

    private static func moduleName(of file: Data) -> String {
        let format = file.prefix(64).withUnsafeBytes { PictureFormat(ByteView(buffer: $0)) } ?? .jpeg
        return format.module
    }

    /// Puts a picture on the clipboard: the whole file, and a PNG for programs that take no other type.
    public static func copy(_ picture: ChosenPicture) async throws(PhotoProblem) {
        let file = picture.file.data
        var contents = [(type: "image/\(moduleName(of: file))", bytes: file)]
        let png = "image/png"
        if contents[0].type != png { contents.append((type: png, bytes: try await picture.pngData())) }
        copy(contents)
    }

    /// Puts a content on the clipboard that programs can take in several types.
    static func copy(_ contents: [(type: String, bytes: Data)]) {
        guard let display = gdk_display_get_default() else { return }
        var providers: [UnsafeMutablePointer<GdkContentProvider>?] = []
        for content in contents {
            guard let bytes = content.bytes.makeGBytes() else { continue }
            defer { g_bytes_unref(bytes) }
            guard let provider = gdk_content_provider_new_for_bytes(content.type, bytes) else { continue }
            providers.append(provider)
        }
        // The union takes over the references to its parts.
        guard let all = gdk_content_provider_new_union(&providers, gsize(providers.count)) else { return }
        gdk_clipboard_set_content(gdk_display_get_clipboard(display), all)
        g_object_unref(UnsafeMutableRawPointer(all))
    }

    /// The bytes of a file of this computer.
    public static func read(path: String) async throws(PhotoProblem) -> Data {
        let result = await files.run(atMost: maxDuration) {
            Result { () throws(PhotoProblem) in try LocalFile.read(path, atMost: CheckedPhoto.maxBytes) }
        }
        guard let result else { throw .unreadable }
        return try result.get()
    }

    /// The type of the taken content.
    struct ContentType {
        let name: String
        /// For C, as long as this lives.
        let copy: UnsafeMutablePointer<CChar>

        init?(_ name: String) {
            // GLib keeps such names for ever.
            guard let copy = g_intern_string(name) else { return nil }
            self.name = name
            self.copy = UnsafeMutablePointer(mutating: copy)
        }

        var isAddresses: Bool { name == addresses }
    }

    /// Bytes of a picture rather than addresses. A picture of another type comes last: its bytes are refused with a reason.
    /// A copy by this program offers the best type first. Another program may offer a worse JPEG beside its PNG.
    static func type(among formats: OpaquePointer?, asOffered: Bool = false) -> ContentType? {
        guard let formats else { return nil }
        var count: gsize = 0
        let names = gdk_content_formats_get_mime_types(formats, &count)
        let offered = UnsafeBufferPointer(start: names, count: Int(count)).compactMap { $0.map { String(cString: $0) } }
        let taken = pictureTypes + [addresses]
        let known = asOffered ? offered.first { taken.contains($0) } : taken.first { offered.contains($0) }
        return (known ?? offered.first { $0.hasPrefix("image/") }).flatMap(ContentType.init)
    }

    /// Reads the content that another program gives.
    static func take(
        _ type: ContentType,
        start: @escaping (UnsafeMutablePointer<GCancellable>, GAsyncReadyCallback, UnsafeMutableRawPointer) -> Void,
        finish:
            @escaping @MainActor (OpaquePointer?, UnsafeMutablePointer<UnsafeMutablePointer<GError>?>)
            -> UnsafeMutablePointer<GInputStream>?
    ) async throws(PhotoProblem) -> Data {
        let limit = type.isAddresses ? maxAddresses : CheckedPhoto.maxBytes
        let cancellable = Cancellable()
        let timer = Task {
            // Cancelled while asleep: everything was read.
            if (try? await Task.sleep(for: maxDuration)) != nil { cancellable.cancel() }
        }
        defer { timer.cancel() }
        var bytes = Data()
        do throws(GLibError) {
            let made = try await gioOperation(cancellable: cancellable, start: start, finish: finish)
            if let made {
                let stream = Object(adopting: UnsafeMutableRawPointer(made))
                bytes = try await read(stream, atMost: limit, cancellable: cancellable)
            }
        } catch {
            throw .unreadable
        }
        guard bytes.count <= limit else { throw .tooLarge }
        return type.isAddresses ? try await file(named: bytes) : bytes
    }

    /// All of a stream, or more than the limit.
    private static func read(
        _ stream: Object, atMost limit: Int, cancellable: Cancellable
    ) async throws(GLibError) -> Data {
        var all = Data()
        while all.count <= limit {
            let bytes = try await gioOperation(cancellable: cancellable) { cancellable, done, data in
                g_input_stream_read_bytes_async(
                    stream.cast(), gsize(part), G_PRIORITY_DEFAULT, cancellable, done, data)
            } finish: { result, error in
                g_input_stream_read_bytes_finish(stream.cast(), result, error)
            }
            guard let bytes else { break }
            defer { g_bytes_unref(bytes) }
            guard g_bytes_get_size(bytes) > 0 else { break }
            all.append(Data(copying: bytes))
        }
        return all
    }

    /// The bytes of the first file that a list of addresses (RFC 2483) names.
    private static func file(named list: Data) async throws(PhotoProblem) -> Data {
        guard let path = localPath(in: list) else { throw .address }
        return try await read(path: path)
    }

    static func localPath(in list: Data) -> String? {
        let lines = String(decoding: list, as: UTF8.self).split(whereSeparator: \.isNewline)
        guard let address = lines.first(where: { !$0.hasPrefix("#") }) else { return nil }
        var host: UnsafeMutablePointer<CChar>?
        guard let path = g_filename_from_uri(String(address), &host, nil) else { return nil }
        defer {
            g_free(path)
            g_free(host)
        }
        // Only the files of this computer.
        guard host.map({ String(cString: $0) == "localhost" }) ?? true else { return nil }
        return String(cString: path)
    }
}
