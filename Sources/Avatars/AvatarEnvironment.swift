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

        /// How a picture is asked for; nil for one inside a contact's copy, and for one that has no usable address. Only
        /// requests to the account's own server carry credentials.
        public var request: (PictureReference) -> HTTPRequest?
        /// For pictures by their URLs; it adds the token for the account's own origin and for no other.
        public var transport: any HTTPTransport
        /// For photos inside the API's answers.
        public var photos: PhotoLists
        /// The whole `data:` URL of a contact of which lists hold only the digest.
        public var inlineURL: (Int) async -> String?
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
        /// Waits, as long as a busy server asks for.
        public var sleep: (Duration) async throws -> Void = { try await Task.sleep(for: $0) }

        /// What every store needs; the clock can be replaced afterwards.
        public init(
            request: @escaping (PictureReference) -> HTTPRequest?, transport: any HTTPTransport, photos: PhotoLists,
            inlineURL: @escaping (Int) async -> String?, decode: @escaping Decode, resample: @escaping Resample,
            cost: @escaping @Sendable (Picture) -> Int, disk: Disk? = nil
        ) {
            self.request = request
            self.transport = transport
            self.photos = photos
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
