import Foundation
import Glibc
import Platform
import Testing

@testable import Avatars

struct DiskFolderTests {
    private let temporary: TemporaryFolder
    private let folder: DiskFolder

    init() throws {
        temporary = try TemporaryFolder()
        folder = DiskFolder(folder: temporary.url.appending(component: "cache"), capacity: 100_000)
    }

    private func entry(_ text: String, bytes: Int = 1_000) -> DiskEntry {
        let picture = Data(text.utf8) + Data(repeating: 7, count: bytes)
        let expiry = Date(timeIntervalSince1970: 1_800_000_000)
        return DiskEntry(
            picture: picture, digest: SHA256Digest(of: picture),
            freshness: Freshness(expiry: expiry, entityTag: "\"é\"", lastModified: nil))
    }

    private func path(_ name: String) -> URL { folder.folder.appending(component: name) }

    private func setUse(_ name: String, secondsAgo: Int) {
        var times = [
            timespec(tv_sec: time(nil) - secondsAgo, tv_nsec: 0), timespec(tv_sec: time(nil) - secondsAgo, tv_nsec: 0),
        ]
        utimensat(AT_FDCWD, path(name).path, &times, 0)
    }

    @Test func whatIsStoredIsReadAgain() {
        folder.store(entry("ada"), named: "ada")
        #expect(folder.entry(named: "ada") == entry("ada"))
        folder.store(entry("older ada"), named: "ada")
        #expect(folder.entry(named: "ada") == entry("older ada"))
        #expect(folder.contains("ada") && !folder.contains("bob"))
        folder.remove("ada")
        #expect(folder.entry(named: "ada") == nil)
    }

    @Test func withoutRoomOnTheDiskNothingMoreIsStored() {
        folder.store(entry("ada"), named: "ada")
        let full = DiskFolder(folder: folder.folder, capacity: 100_000) { false }
        full.store(entry("bob"), named: "bob")
        full.store(entry("other ada"), named: "ada")
        #expect(!full.contains("bob"))
        #expect(full.entry(named: "ada") == entry("ada"))
        full.remove("ada")
        #expect(!full.contains("ada"))
    }

    @Test func nobodyElseCanReadTheFiles() throws {
        umask(0o022)
        folder.store(entry("ada"), named: "ada")
        #expect(TemporaryFolder.permissions(folder.folder) == 0o700)
        #expect(TemporaryFolder.permissions(path("ada")) == 0o600)
        chmod(folder.folder.path, 0o755)
        folder.prepare()
        #expect(TemporaryFolder.permissions(folder.folder) == 0o700)
    }

    @Test func damagedEntriesAreMissesAndAreRemoved() throws {
        folder.store(entry("ada", bytes: 300), named: "ada")
        let whole = try Data(contentsOf: path("ada"))
        var damaged = (0..<whole.count).map { whole.prefix($0) }
        for index in whole.indices {
            var copy = whole
            copy[index] ^= 0x40
            damaged.append(copy)
        }
        damaged += [whole + Data([0]), Data(repeating: 0xFF, count: 1_000)]
        for data in damaged {
            try data.write(to: path("ada"))
            #expect(folder.entry(named: "ada") == nil)
            #expect(data.isEmpty || !FileManager.default.fileExists(atPath: path("ada").path))
        }
        try whole.write(to: path("bob"))
        #expect(folder.entry(named: "bob") == nil)
    }

    @Test func hugeFilesAndLinksAreNotRead() throws {
        folder.store(entry("ada"), named: "ada")
        symlink(path("ada").path, path("link").path)
        #expect(folder.entry(named: "link") == nil)
        truncate(path("ada").path, 1 << 30)
        #expect(folder.entry(named: "ada") == nil)
        mkdir(path("folder").path, 0o700)
        #expect(folder.entry(named: "folder") == nil)
    }

    @Test func theLeastRecentlyUsedGoWhenTheFolderIsFull() {
        folder.prepare()
        for number in 0..<9 {
            folder.store(entry("\(number)", bytes: 10_000), named: "\(number)")
            setUse("\(number)", secondsAgo: 100 - number)
        }
        #expect(folder.entry(named: "0") != nil)
        folder.store(entry("9", bytes: 10_000), named: "9")
        let left = (0..<10).filter { folder.contains("\($0)") }
        #expect(left == [0, 5, 6, 7, 8, 9])
    }

    @Test func whatOthersStoredCountsToo() {
        let other = DiskFolder(folder: folder.folder, capacity: 100_000)
        folder.prepare()
        for number in 0..<9 { other.store(entry("\(number)", bytes: 10_000), named: "\(number)") }
        other.store(entry("9", bytes: 1_000), named: "9")
        folder.store(entry("10", bytes: 20_000), named: "10")
        folder.prepare()
        #expect((0...10).count { folder.contains("\($0)") } < 8)
    }

    @Test func whatADeadWriterLeftIsRemovedAfterAWhile() throws {
        folder.store(entry("ada"), named: "ada")
        for name in [".new-1-1", ".new-1-2"] { try Data([1]).write(to: path(name)) }
        setUse(".new-1-1", secondsAgo: 3_600)
        folder.prepare()
        #expect(temporary.files().map(\.lastPathComponent) == [".new-1-2", "ada"])
    }

    @Test func clearingRemovesEverythingAndSaysWhatItCouldNot() throws {
        #expect(folder.clear() == [])
        folder.store(entry("ada"), named: "ada")
        try Data([1]).write(to: path(".new-1-2"))
        mkdir(path("inner").path, 0o700)
        try Data([1]).write(to: path("inner").appending(component: "file"))
        #expect(folder.clear() == [])
        #expect(!FileManager.default.fileExists(atPath: folder.folder.path))
        folder.store(entry("ada"), named: "ada")
        #expect(folder.entry(named: "ada") == entry("ada"))
    }

    @Test func clearingSaysWhatItCouldNotRemove() {
        // Files that not even root can remove.
        let stubborn = DiskFolder(folder: URL(filePath: "/proc/self/fdinfo"), capacity: 1_000)
        #expect(stubborn.clear().contains { $0.lastPathComponent == "0" })
    }

    @Test func whereNothingCanBeStoredNothingBreaks() {
        let nowhere = DiskFolder(folder: URL(filePath: "/proc/nowhere/cache"), capacity: 1_000)
        nowhere.prepare()
        nowhere.store(entry("ada"), named: "ada")
        #expect(nowhere.entry(named: "ada") == nil)
        #expect(nowhere.clear() == [])
    }
}
