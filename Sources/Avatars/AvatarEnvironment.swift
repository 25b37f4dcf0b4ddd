public import Foundation
public import Model
public import Network
public import Platform

extension AvatarStore {
    /// The closures that the store depends on. The program provides textures and HTTP, tests provide numbers and fakes.
    public struct Environment {
        /// Decodes a picture to an upright square of some device pixels, or more that come as easily, off the main thread.
        public typealias Decode = @concurrent @Sendable (Data, Int) async throws(ImageLoadError) -> Picture
        /// Makes a view's picture from a decoded one, off the main thread. `size` is in application pixels, `scale` the device
        /// pixels for each of them.
        public typealias Resample =
            @concurrent @Sendable (_ decode: Picture, _ size: Int, _ scale: Int) async -> Picture
        /// A decode, a view's picture made of it, and the square behind that picture, which `Disk.disc` takes.
        public typealias Decoded = (decode: Picture, exact: Picture, square: Data?)
        /// Decodes a picture as `Decode` does, and makes a view's picture of it as `Resample` does, without a change of thread
        /// in between. The number of pixels comes before the view's size and scale.
        public typealias DecodeForView =
            (Data, Int, _ size: Int, _ scale: Int) async throws(ImageLoadError) -> Decoded
        /// Encodes a picture for the disk with at most `pixels` on each side, off the main thread; nil if that fails.
        public typealias Encode = @concurrent @Sendable (_ decode: Picture, _ pixels: Int) async -> Data?

        /// Gets a picture by its request. The priority is read again whenever the request may move in a queue.
        public typealias Fetch = (
            PictureReference, HTTPRequest, _ priority: @escaping () -> RequestPriority
        ) async throws(ServerError) -> PictureAnswer

        /// The request for a picture; nil for a picture inside a contact's copy, or without a usable address. Only requests to
        /// the account's own server carry credentials.
        public var request: (PictureReference) -> HTTPRequest?
        /// Loads a picture that is neither in memory nor on disk nor in a contact's copy.
        public var fetch: Fetch
        /// Called before all failed requests are repeated: the knowledge of the server may be out of date.
        public var forgetFailures: () -> Void = {}
        /// The whole `data:` URL of a contact of which lists hold only the digest.
        public var inlineURL: (Int) async -> String?
        /// The bytes of a photo that waits to be sent, by the name of its file.
        public var pendingPhoto: @Sendable (String) async -> Data? = { _ in nil }
        /// Decodes the bytes of a picture; throws `invalidData` for bytes that are no picture.
        public var decode: Decode
        /// Makes the exact size that a view shows.
        public var resample: Resample
        /// Does the work of `decode` and `resample` at once; nil leaves it to these two.
        public var decodeForView: DecodeForView?
        /// Bytes that a picture takes in memory.
        public var cost: @Sendable (Picture) -> Int
        /// Pictures on disk; nil keeps nothing there.
        public var disk: Disk?
        /// The clock for the age of stored pictures.
        public var now: () -> Date = { Date.now }

        /// An environment with the closures that every store needs. The clock can be replaced afterwards.
        public init(
            request: @escaping (PictureReference) -> HTTPRequest?, fetch: @escaping Fetch,
            inlineURL: @escaping (Int) async -> String?, decode: @escaping Decode, resample: @escaping Resample,
            cost: @escaping @Sendable (Picture) -> Int, disk: Disk? = nil
        ) {
            self.request = request
            self.fetch = fetch
            self.inlineURL = inlineURL
            self.decode = decode
            self.resample = resample
            self.cost = cost
            self.disk = disk
        }

        /// The decode of a picture, and a view's picture of some size.
        func pictures(of data: Data, in size: PictureSize) async throws(ImageLoadError) -> Decoded {
            if let decodeForView { return try await decodeForView(data, size.decoded, size.size, size.scale) }
            let decode = try await decode(data, size.decoded)
            return (decode, await resample(decode, size.size, size.scale), nil)
        }
    }

    /// Where and how pictures are kept on disk.
    public struct Disk {
        /// A folder for this account's pictures and nothing else.
        public var folder: FolderPath
        /// The account's identifier, part of every file's name.
        public var account: String
        /// Encodes a picture for the disk; `decode` reads the result.
        public var encode: Environment.Encode
        /// Makes a view's picture of a kept square; nil for anything but such a square. May take some time.
        public var disc: @Sendable (_ square: Data, _ size: Int, _ scale: Int) -> Picture? = { _, _, _ in nil }
        /// Whether the disk has room for pictures that can be loaded again; without room, nothing is stored. May block.
        public var hasRoom: @Sendable () -> Bool = { true }

        /// A place on disk for one account.
        public init(folder: FolderPath, account: String, encode: @escaping Environment.Encode) {
            self.folder = folder
            self.account = account
            self.encode = encode
        }
    }
}
