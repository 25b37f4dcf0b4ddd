public import Foundation
import Glibc
import Synchronization

/// Records the current work in a file, so that stored data cannot end the program at each start. Data that has ended it twice
/// is left out from then on.
///
/// The file is mapped into memory. A note is a store into this memory, and outlives the process without a system call. When a
/// signal of a programming error arrives, its handler counts the thread's latest work. A kill or a power cut counts nothing.
/// The file has only digests, no names: changed data is tried again.
public nonisolated final class CrashNotes: Sendable {
    /// Data that has ended the program this often is left out.
    static let maxCrashes = 2

    let page: CrashPage
    /// The free slots of the page, one bit each.
    private let free = Mutex<UInt32>((1 << CrashPage.slots) - 1)
    private let guilty: Set<UInt64>
    /// The order of notes, which tells a thread's latest one.
    private static let order = Atomic<UInt64>(0)

    /// Opens notes in a file of an existing folder. Nil when the file cannot be opened, or another process has it: then nothing
    /// is noted.
    @concurrent
    public static func open(_ file: URL) async -> CrashNotes? {
        CrashNotes(file)
    }

    /// The same as `open`; blocks.
    init?(_ file: URL) {
        guard let page = CrashPage(file) else { return nil }
        self.page = page
        guilty = page.keys(countedAtLeast: UInt64(Self.maxCrashes))
        CrashSignals.watch(page)
    }

    /// The subject of a note; `describe` gets a digest for the data that identifies it.
    public func subject(_ describe: (inout Digest) -> Void) -> Subject {
        var digest = Digest()
        describe(&digest)
        return Subject(notes: self, key: digest.key)
    }

    fileprivate func isGuilty(_ key: UInt64) -> Bool {
        !guilty.isEmpty && guilty.contains(key)
    }

    fileprivate func begin(_ key: UInt64) -> Int? {
        CrashSignals.prepareThread()
        let slot = free.withLock { free -> Int? in
            guard free != 0 else { return nil }
            let slot = free.trailingZeroBitCount
            free &= ~(1 << UInt32(slot))
            return slot
        }
        guard let slot else { return nil }
        page.note(
            key, in: slot, thread: CrashSignals.thread, order: Self.order.add(1, ordering: .relaxed).newValue)
        return slot
    }

    fileprivate func end(_ slot: Int?) {
        guard let slot else { return }
        page.clear(slot)
        free.withLock { $0 |= 1 << UInt32(slot) }
    }
}

nonisolated extension CrashNotes {
    /// The identity of a subject: a quick hash, not a cryptographic one.
    public struct Digest {
        private var hash: UInt64 = 0xcbf2_9ce4_8422_2325

        /// Adds a number.
        public mutating func add(_ number: Int) {
            add(word: UInt64(bitPattern: Int64(number)))
        }

        /// Adds a text; nil differs from an empty text.
        public mutating func add(_ text: String?) {
            guard var text else { return add(word: .max) }
            text.withUTF8 { add(UnsafeRawBufferPointer($0)) }
        }

        /// Adds bytes.
        public mutating func add(_ data: Data) {
            data.withUnsafeBytes { add($0) }
        }

        private mutating func add(_ bytes: UnsafeRawBufferPointer) {
            add(word: UInt64(bytes.count))
            var place = 0
            while place + 8 <= bytes.count {
                add(word: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
                place += 8
            }
            var rest: UInt64 = 0
            while place < bytes.count {
                rest = rest << 8 | UInt64(bytes[place])
                place += 1
            }
            add(word: rest)
        }

        private mutating func add(word: UInt64) {
            hash = (hash ^ word) &* 0x9e37_79b9_7f4a_7c15
            hash ^= hash >> 29
        }

        /// 0 is no key.
        fileprivate var key: UInt64 { hash == 0 ? 1 : hash }
    }

    /// A piece of work that may end the program.
    public struct Subject: Sendable, Equatable {
        fileprivate let notes: CrashNotes
        fileprivate let key: UInt64

        /// Whether the subject has ended the program twice, and is to be left out.
        public var isGuilty: Bool { notes.isGuilty(key) }

        /// Runs work on the subject. A crash during it counts.
        public func noting<Value, Failure: Error>(_ body: () throws(Failure) -> Value) throws(Failure) -> Value {
            let slot = notes.begin(key)
            defer { notes.end(slot) }
            return try body()
        }

        /// Notes work on the subject, on this thread, until the note is released.
        public func note() -> Note { Note(self) }

        public static func == (left: Subject, right: Subject) -> Bool { left.key == right.key }
    }

    /// Work without a single end in the code, such as GTK's work in the next frames.
    public final class Note: Sendable {
        private let notes: CrashNotes
        private let slot: Int?

        fileprivate init(_ subject: Subject) {
            notes = subject.notes
            slot = notes.begin(subject.key)
        }

        deinit {
            notes.end(slot)
        }
    }
}
