import Foundation
import Model
import Network
import Platform
import Testing

@testable import Avatars

@MainActor
struct MemoryCacheTests {
    private func cache(count: Int = 3, bytes: Int = 1_000_000, decodes: Int? = nil) -> MemoryCache<Face> {
        MemoryCache(countLimit: count, byteLimit: bytes, decodeByteLimit: decodes) { $0.pixels * $0.pixels * 4 }
    }

    private func key(_ url: String, contactID: Int = 1, pixels: Int = 110) -> AvatarCacheKey {
        let info = AvatarInfo(url: url, source: .gravatar)
        return AvatarCacheKey(picture: PictureReference(info, contactID: contactID), pixels: pixels)
    }

    private func insert(_ name: String, into cache: MemoryCache<Face>, url: String? = nil, pixels: Int = 110) {
        let content = DecodeID(digest: SHA256Digest(of: Data(name.utf8)), pixels: pixels)
        let face = Face(name, pixels: pixels, decoded: pixels)
        cache.insert(face, of: content, for: key(url ?? name, pixels: pixels))
    }

    private func content(_ name: String) -> DecodeID {
        .init(digest: SHA256Digest(of: Data(name.utf8)), pixels: 110)
    }

    @Test func theUsualSizesAreThoseOfAListOfSomeThousand() {
        let usual = AvatarCacheConfiguration.default
        #expect(usual.memoryCacheLimit == 1_000 && usual.memoryCapacityBytes == 50 << 20)
        #expect(usual.diskCapacityBytes == 150 << 20 && usual.diskPixels == 240)
    }

    @Test func aStoreKeepsNoMoreBytesThanItMay() async throws {
        let limit = 2 * 110 * 110 * 4
        let fixture = try Fixture(configuration: AvatarCacheConfiguration(memoryCapacityBytes: limit))
        fixture.transport.rule = { .face($0.url.lastPathComponent) }
        for id in 0..<20 { fixture.state(id, "https://pictures.example/\(id)").want() }
        await eventually { fixture.decodes.count == 20 && fixture.store.flights.isEmpty }
        #expect((1...limit).contains(fixture.store.memoryUse.bytes))
    }

    @Test func theLeastRecentlyUsedGoesFirst() {
        let cache = cache()
        for name in ["a", "b", "c"] { insert(name, into: cache) }
        _ = cache.decode(for: key("a"))
        insert("d", into: cache)
        #expect(cache.decode(for: key("b")) == nil)
        for name in ["a", "c", "d"] { #expect(cache.decode(for: key(name))?.picture.name == name) }
        #expect(cache.count == 3)
    }

    @Test func bytesAreBoundedAndCounted() {
        let one = 110 * 110 * 4
        let cache = cache(count: 100, bytes: 2 * one + one / 2, decodes: 2 * one)
        for name in ["a", "b", "c"] { insert(name, into: cache) }
        #expect(cache.bytes == 2 * one)
        #expect(cache.decode(for: key("a")) == nil)
        let (small, large) = (PictureSize(size: 50, scale: 1), PictureSize(size: 50, scale: 2))
        cache.insert(Face("c", pixels: 50, decoded: 110), shown: small, madeFrom: content("c"))
        #expect(cache.bytes == 2 * one + 50 * 50 * 4)
        cache.insert(Face("c", pixels: 100, decoded: 110), shown: large, madeFrom: content("c"))
        #expect(cache.bytes == one + 50 * 50 * 4 + 100 * 100 * 4)
        #expect(cache.picture(for: key("c"), shown: small)?.pixels == 50)
        cache.removeResampled()
        #expect(cache.picture(for: key("c"), shown: small) == nil)
        #expect(cache.bytes == one)
        cache.removeAll()
        #expect(cache.bytes == 0 && cache.count == 0)
    }

    @Test func onlyTheLastUsedKeepWhatTheyWereMadeFrom() {
        let one = 110 * 110 * 4
        let cache = cache(count: 100, bytes: 8 * 2 * one)
        let shown = PictureSize(size: 50, scale: 1)
        for name in ["a", "b", "c"] {
            insert(name, into: cache)
            cache.insert(Face(name, pixels: 50, decoded: 110), shown: shown, madeFrom: content(name))
        }
        #expect(cache.decode(for: key("a")) == nil)
        #expect(cache.decode(of: content("a"), adding: key("a")) == nil)
        #expect(cache.picture(for: key("a"), shown: shown)?.name == "a")
        for name in ["b", "c"] { #expect(cache.decode(for: key(name))?.picture.name == name) }
        #expect(cache.decodeBytes == 2 * one)
        #expect(cache.bytes == 2 * one + 3 * 50 * 50 * 4)
        // A new decode joins the existing entry.
        insert("a", into: cache)
        #expect(cache.decode(for: key("a"))?.picture.name == "a")
        #expect(cache.count == 3)
        #expect(cache.bytes == 2 * one + 3 * 50 * 50 * 4)
        cache.removeResampled()
        #expect(cache.count == 2, "of one there was nothing else")
        #expect(cache.bytes == 2 * one)
        cache.removeAll()
        #expect(cache.bytes == 0 && cache.decodeBytes == 0)
    }

    @Test func aPictureLargerThanTheCacheIsNotKept() {
        let cache = cache(bytes: 1_000)
        insert("a", into: cache)
        #expect(cache.count == 0 && cache.bytes == 0)
    }

    @Test func equalBytesAtOneSizeAreStoredOnce() {
        let cache = cache()
        for number in 0..<10 { insert("same", into: cache, url: "https://pictures.example/\(number)") }
        #expect(cache.count == 1)
        #expect(cache.bytes == 110 * 110 * 4)
        insert("same", into: cache, url: "https://pictures.example/0", pixels: 165)
        #expect(cache.count == 2)
        for number in 0..<10 {
            #expect(cache.decode(for: key("https://pictures.example/\(number)"))?.picture.name == "same")
        }
    }

    @Test func oneOfTwoURLsCanBeForgotten() {
        let cache = cache()
        insert("same", into: cache, url: "a")
        insert("same", into: cache, url: "b")
        cache.remove(key("a").picture)
        #expect(cache.decode(for: key("a")) == nil)
        #expect(cache.decode(for: key("b"))?.picture.name == "same")
        cache.remove(key("b").picture)
        #expect(cache.bytes == 0 && cache.count == 0)
    }

    @Test func aURLWithNewBytesLeadsToThem() {
        let cache = cache()
        insert("old", into: cache, url: "a")
        insert("new", into: cache, url: "a")
        #expect(cache.decode(for: key("a"))?.picture.name == "new")
        #expect(cache.count == 1)
    }

    @Test func theNumberOfURLsOfOnePictureIsBounded() {
        let cache = cache()
        for number in 0..<1_000 { insert("same", into: cache, url: "\(number)") }
        let known = (0..<1_000).filter { cache.decode(for: key("\($0)")) != nil }
        #expect(known.count == 64)
        #expect(known.last == 999)
    }

    @Test func picturesInsideURLsBelongToTheirContact() {
        #expect(key("data:;digest=1", contactID: 1) != key("data:;digest=1", contactID: 2))
        #expect(key("https://pictures.example/1", contactID: 1) == key("https://pictures.example/1", contactID: 2))
    }
}
