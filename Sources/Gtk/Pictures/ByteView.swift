import Foundation

/// Reads numbers from untrusted bytes; nil wherever the bytes end too early.
nonisolated struct ByteView {
    let buffer: UnsafeRawBufferPointer

    var count: Int { buffer.count }

    func byte(at index: Int) -> Int? {
        guard index >= 0, index < buffer.count else { return nil }
        return Int(buffer[index])
    }

    /// An unsigned big-endian number of `size` bytes.
    func big(_ size: Int, at index: Int) -> Int? {
        number(at: index, size: size, order: 0..<size)
    }

    /// An unsigned little-endian number of `size` bytes.
    func little(_ size: Int, at index: Int) -> Int? {
        number(at: index, size: size, order: (0..<size).reversed())
    }

    /// The sum of numbers from the file; nil where it overflows.
    static func sum(_ numbers: Int...) -> Int? {
        var sum = 0
        for number in numbers {
            let next = sum.addingReportingOverflow(number)
            guard !next.overflow else { return nil }
            sum = next.partialValue
        }
        return sum
    }

    /// The product of two numbers from the file; nil where it overflows.
    static func product(_ first: Int, _ second: Int) -> Int? {
        let product = first.multipliedReportingOverflow(by: second)
        return product.overflow ? nil : product.partialValue
    }

    func has(_ text: StaticString, at index: Int) -> Bool {
        guard index >= 0, index <= buffer.count, text.utf8CodeUnitCount <= buffer.count - index else { return false }
        return (0..<text.utf8CodeUnitCount).allSatisfy { buffer[index + $0] == text.utf8Start[$0] }
    }

    /// The first position of a byte of this value, from `index` on.
    func first(_ value: UInt8, from index: Int) -> Int? {
        guard index >= 0, index < buffer.count, let start = buffer.baseAddress,
            let found = memchr(start + index, Int32(value), buffer.count - index)
        else { return nil }
        return UnsafeRawPointer(found) - start
    }

    /// So many bytes from a position on, indexed from 0; nil if the bytes end before.
    func slice(at start: Int, count: Int) -> ByteView? {
        guard start >= 0, count >= 0, let end = Self.sum(start, count) else { return nil }
        return slice(start..<end)
    }

    /// The bytes of `range`, indexed from 0; nil if the bytes end before.
    func slice(_ range: Range<Int>) -> ByteView? {
        guard range.lowerBound >= 0, range.upperBound <= buffer.count else { return nil }
        return ByteView(buffer: UnsafeRawBufferPointer(rebasing: buffer[range]))
    }

    private func number(at index: Int, size: Int, order: some Sequence<Int>) -> Int? {
        guard index >= 0, index <= buffer.count, size <= buffer.count - index else { return nil }
        return order.reduce(0) { $0 << 8 | Int(buffer[index + $1]) }
    }
}
