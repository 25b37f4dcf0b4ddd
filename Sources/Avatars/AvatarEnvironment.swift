public import Foundation
public import Model
public import Network
public import Platform

extension AvatarStore {
    /// What the store works with; the program brings textures and HTTP, tests bring numbers and fakes.
    public struct Environment {
        /// Decodes a picture to an upright square of some device pixels, or more that come as easily, off the main thread.
        public typealias Decode = @concurrent @Sendable (Data, Int) async throws(ImageLoadError) -> Picture
        /// Makes what a view shows of a decoded picture, off the main thread: `size` in application pixels, `scale` device
        /// pixels for each of them.
        public typealias Resample =
            @concurrent @Sendable (_ decode: Picture, _ size: Int, _ scale: Int) async -> Picture
        /// Encodes a picture for the disk with at most `pixels` on each side, off the main thread; nil if that fails.
        public typealias Encode = @concurrent @Sendable (_ decode: Picture, _ pixels: Int) async -> Data?

        /// Gets a picture by its request. The priority is read again whenever the request may move in a queue.
        public typealias Fetch = (
            PictureReference, HTTPRequest, _ priority: @escaping () -> RequestPriority
        ) async throws(ServerError) -> PictureAnswer

        /// How a picture is asked for; nil for one inside a contact's copy, and for one that has no usable address. Only
        /// requests to the account's own server carry credentials.
        public var request: (PictureReference) -> HTTPRequest?
        /// Gets what is neither in memory nor on disk nor in a contact's copy.
        public var fetch: Fetch
        /// Called when everything that failed is to be asked for again: what was learned of the server may be wrong.
        public var forgetFailures: () -> Void = {}
        /// The whole `data:` URL of a contact of which lists hold only the digest.
        public var inlineURL: (Int) async -> String?
        /// The bytes of a photo that waits to be sent, by the name of its file.
        public var pendingPhoto: @Sendable (String) async -> Data? = { _ in nil }
        /// Decodes what came; throws `invalidData` for what is no picture.
        public var decode: Decode
        /// Makes the exact size that a view shows.
        public var resample: Resample
        /// Bytes that a picture takes in memory.
        public var cost: @Sendable (Picture) -> Int
        /// Pictures on disk; nil keeps nothing there.
        public var disk: Disk?
        /// The clock by which stored pictures get old.
        public var now: () -> Date = { Date.now }

        /// What every store needs; the clock can be replaced afterwards.
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
    }

    /// Where and how pictures are kept on disk.
    public struct Disk {
        /// A folder for this account's pictures and nothing else.
        public var folder: FolderPath
        /// The account's identifier, part of every file's name.
        public var account: String
        /// Makes what is written; `decode` reads it again.
        public var encode: Environment.Encode
        /// Whether the disk has room for what can be had again: without it, nothing is stored. May block.
        public var hasRoom: @Sendable () -> Bool = { true }

        /// A place on disk for one account.
        public init(folder: FolderPath, account: String, encode: @escaping Environment.Encode) {
            self.folder = folder
            self.account = account
            self.encode = encode
        }
    }
}
