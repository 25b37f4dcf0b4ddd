import Foundation
import Glibc
import Synchronization

/// The mapped file of `CrashNotes`: the current work, and the number of crashes of each subject.
nonisolated final class CrashPage: Sendable {
    typealias Words = UnsafeMutablePointer<Atomic<UInt64>>

    /// The number of simultaneous notes; further ones are ignored.
    static let slots = 16
    /// The number of records. A new one replaces the oldest.
    private static let records = 200
    private static let size = 4096

    /// "CAMEO" and the version of this layout.
    private static let mark: UInt64 = 0x4341_4d45_4f00_0001
    private static let nextRecord = 1
    /// Each slot has a key, a thread and an order.
    private static let firstSlot = 8
    private static let slotWords = 3
    /// Each record has a key and a count.
    private static let firstRecord = 64
    private static let recordWords = 2

    /// The mapped memory of `size` bytes, valid as long as this object. All accesses are atomic.
    nonisolated(unsafe) let words: Words
    private let descriptor: Int32

    /// Makes the file if needed. Nil if this process cannot have it for itself.
    init?(_ file: URL) {
        let descriptor = open(file.path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { return nil }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, let words = Self.map(descriptor) else {
            close(descriptor)
            return nil
        }
        self.descriptor = descriptor
        self.words = words
        if load(0) != Self.mark {
            for word in 0..<Self.size / 8 { store(0, word) }
            store(Self.mark, 0)
        }
        for slot in 0..<Self.slots { clear(slot) }
    }

    deinit {
        CrashSignals.forget(self)
        munmap(words, Self.size)
        close(descriptor)
    }

    private static func map(_ descriptor: Int32) -> Words? {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            status.st_size == off_t(size) || ftruncate(descriptor, 0) == 0,
            // Without room on the disk, a store into the page would be a crash of its own.
            posix_fallocate(descriptor, 0, off_t(size)) == 0,
            let memory = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0), memory != MAP_FAILED
        else { return nil }
        return memory.bindMemory(to: Atomic<UInt64>.self, capacity: size / 8)
    }

    func note(_ key: UInt64, in slot: Int, thread: UInt64, order: UInt64) {
        let place = Self.firstSlot + slot * Self.slotWords
        store(thread, place + 1)
        store(order, place + 2)
        store(key, place)
    }

    func clear(_ slot: Int) {
        store(0, Self.firstSlot + slot * Self.slotWords)
    }

    /// The subjects that ended the program at least `count` times.
    func keys(countedAtLeast count: UInt64) -> Set<UInt64> {
        let places = (0..<Self.records).map { Self.firstRecord + $0 * Self.recordWords }
        return Set(places.filter { load($0 + 1) >= count }.map { load($0) }.filter { $0 != 0 })
    }

    /// Counts a crash for the current work of a thread. Runs in a signal handler: no memory, no locks, no system calls.
    static func count(in words: Words, thread: UInt64) {
        var (key, latest): (UInt64, UInt64) = (0, 0)
        var slot = 0
        while slot < slots {
            let place = firstSlot + slot * slotWords
            slot += 1
            let noted = words[place].load(ordering: .acquiring)
            let order = words[place + 2].load(ordering: .relaxed)
            guard noted != 0, order >= latest, words[place + 1].load(ordering: .relaxed) == thread else { continue }
            (key, latest) = (noted, order)
        }
        guard key != 0 else { return }
        var record = 0
        while record < records {
            let place = firstRecord + record * recordWords
            record += 1
            guard words[place].load(ordering: .relaxed) == key else { continue }
            words[place + 1].store(words[place + 1].load(ordering: .relaxed) &+ 1, ordering: .relaxed)
            return
        }
        let next = words[nextRecord].load(ordering: .relaxed)
        let place = firstRecord + Int(truncatingIfNeeded: next % UInt64(records)) * recordWords
        words[place].store(key, ordering: .relaxed)
        words[place + 1].store(1, ordering: .relaxed)
        words[nextRecord].store(next &+ 1, ordering: .relaxed)
    }

    private func load(_ word: Int) -> UInt64 {
        words[word].load(ordering: .acquiring)
    }

    private func store(_ value: UInt64, _ word: Int) {
        words[word].store(value, ordering: .releasing)
    }
}
