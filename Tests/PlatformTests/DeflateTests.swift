import Foundation
import Platform
import Testing

struct DeflateTests {
    private let text = Data(String(repeating: "One contact after the other. ", count: 400).utf8)

    @Test func whatIsCompressedComesBack() throws {
        let compressed = try #require(Deflate.compressed(text))
        #expect(compressed.count * 20 < text.count)
        #expect(Deflate.decompressed(compressed, count: text.count) == text)
        let noise = Data((0..<10_000).map { _ in UInt8.random(in: 0...255) })
        #expect(Deflate.decompressed(try #require(Deflate.compressed(noise)), count: noise.count) == noise)
    }

    @Test func aSliceIsItsOwnBytes() throws {
        let compressed = try #require(Deflate.compressed(text[100..<300]))
        let inside = Data([1, 2, 3]) + compressed
        #expect(Deflate.decompressed(inside.dropFirst(3), count: 200) == text[100..<300])
    }

    @Test func anotherLengthIsNone() throws {
        let compressed = try #require(Deflate.compressed(text))
        for count in [-1, 0, 1, text.count - 1, text.count + 1, .max] {
            #expect(Deflate.decompressed(compressed, count: count) == nil)
        }
        #expect(Deflate.decompressed(Data(), count: 5) == nil)
    }

    @Test func whatIsDamagedIsNothing() throws {
        let compressed = try #require(Deflate.compressed(text))
        for place in compressed.indices {
            var damaged = compressed
            damaged[place] ^= 0xff
            #expect(Deflate.decompressed(damaged, count: text.count) == nil)
        }
        #expect(Deflate.decompressed(compressed.dropLast(), count: text.count) == nil)
        #expect(Deflate.decompressed(compressed + Data([0]), count: text.count) == nil)
    }
}
