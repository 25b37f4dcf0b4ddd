import Foundation
import Glibc
import Network
import Platform
import Testing

@testable import Avatars

struct DiskFolderTests {
    private let temporary: TemporaryFolder
    private let folder: DiskFolder

    init() throws {
        temporary = try TemporaryFolder()
        folder = DiskFolder(FolderPath(temporary.url.appending(component: "cache")), capacity: 100_000)
    }

    private func entry(_ text: String, bytes: Int = 1_000) -> DiskEntry {
        let picture = Data(text.utf8) + Data(repeating: 7, count: bytes)
        let expiry = Date(timeIntervalSince1970: 1_800_000_000)
        return DiskEntry(
            picture: picture, digest: SHA256Digest(of: picture),
            freshness: Freshness(expiry: expiry, entityTag: "\"é\"", lastModified: nil),
            square: DiskSquare(size: PictureSize(size: 50, scale: 2), pixels: Data(repeating: 9, count: 30)))
    }

    private var url: URL { temporary.url.appending(component: "cache") }

    private func path(_ name: String) -> URL { url.appending(component: name) }

    /// Pictures are named by digests.
    private func named(_ text: String) -> String { SHA256Digest(of: Data(text.utf8)).hex }

    private func setUse(_ name: String, secondsAgo: Int) {
        var times = [
            timespec(tv_sec: time(nil) - secondsAgo, tv_nsec: 0), timespec(tv_sec: time(nil) - secondsAgo, tv_nsec: 0),
        ]
        utimensat(AT_FDCWD, path(name).path, &times, 0)
    }

    @Test func whatIsStoredIsReadAgain() {
        folder.store(entry("ada"), named: named("ada"))
        #expect(folder.entry(named: named("ada")) == entry("ada"))
        folder.store(entry("older ada"), named: named("ada"))
        #expect(folder.entry(named: named("ada")) == entry("older ada"))
        #expect(folder.contains(named("ada")) && !folder.contains(named("bob")))
        folder.remove(named("ada"))
        #expect(folder.entry(named: named("ada")) == nil)
    }

    @Test func squaresHaveHalfOfTheFolder() throws {
        folder.trim()
        folder.store(entry("ada", bytes: 60_000), named: named("ada"))
        let square = try #require(entry("ada").square)
        folder.store(entry("bob"), named: named("bob"))
        #expect(folder.entry(named: named("bob"))?.square == nil)
        folder.add(square, of: entry("bob").digest, named: named("bob"))
        #expect(folder.entry(named: named("bob"))?.square == nil)
        // A replaced file counts no longer.
        folder.store(entry("ada"), named: named("ada"))
        folder.add(square, of: entry("bob").digest, named: named("bob"))
        #expect(folder.entry(named: named("bob")) == entry("bob"))
    }

    @Test func withoutRoomOnTheDiskNothingMoreIsStored() {
        folder.store(entry("ada"), named: named("ada"))
        let full = DiskFolder(FolderPath(temporary.url.appending(component: "cache")), capacity: 100_000) { false }
        full.store(entry("bob"), named: named("bob"))
        full.store(entry("other ada"), named: named("ada"))
        #expect(!full.contains(named("bob")))
        #expect(full.entry(named: named("ada")) == entry("ada"))
        full.remove(named("ada"))
        #expect(!full.contains(named("ada")))
    }

    @Test func nobodyElseCanReadTheFiles() throws {
        umask(0o022)
        folder.store(entry("ada"), named: named("ada"))
        #expect(TemporaryFolder.permissions(url) == 0o700)
        #expect(TemporaryFolder.permissions(path(named("ada"))) == 0o600)
        chmod(url.path, 0o755)
        folder.prepare()
        #expect(TemporaryFolder.permissions(url) == 0o700)
    }

    @Test func damagedEntriesAreMissesAndAreRemoved() throws {
        folder.store(entry("ada", bytes: 300), named: named("ada"))
        let whole = try Data(contentsOf: path(named("ada")))
        var damaged = (0..<whole.count).map { whole.prefix($0) }
        for index in whole.indices {
            var copy = whole
            copy[index] ^= 0x40
            damaged.append(copy)
        }
        damaged += [whole + Data([0]), Data(repeating: 0xFF, count: 1_000)]
        for data in damaged {
            try data.write(to: path(named("ada")))
            #expect(folder.entry(named: named("ada")) == nil)
            #expect(data.isEmpty || !FileManager.default.fileExists(atPath: path(named("ada")).path))
        }
        try whole.write(to: path(named("bob")))
        #expect(folder.entry(named: named("bob")) == nil)
    }

    @Test func hugeFilesAndLinksAreNotRead() throws {
        folder.store(entry("ada"), named: named("ada"))
        symlink(path(named("ada")).path, path(named("link")).path)
        #expect(folder.entry(named: named("link")) == nil)
        truncate(path(named("ada")).path, 1 << 30)
        #expect(folder.entry(named: named("ada")) == nil)
        mkdir(path(named("folder")).path, 0o700)
        #expect(folder.entry(named: named("folder")) == nil)
    }

    @Test func theLeastRecentlyUsedGoWhenTheFolderIsFull() {
        folder.prepare()
        for number in 0..<9 {
            folder.store(entry("\(number)", bytes: 10_000), named: named("\(number)"))
            setUse(named("\(number)"), secondsAgo: 100 - number)
        }
        #expect(folder.entry(named: named("0")) != nil)
        folder.store(entry("9", bytes: 10_000), named: named("9"))
        let left = (0..<10).filter { folder.contains(named("\($0)")) }
        #expect(left == [0, 5, 6, 7, 8, 9])
    }

    @Test func whatOthersStoredCountsToo() {
        let other = DiskFolder(FolderPath(url), capacity: 100_000)
        folder.prepare()
        for number in 0..<9 { other.store(entry("\(number)", bytes: 10_000), named: named("\(number)")) }
        other.store(entry("9", bytes: 1_000), named: named("9"))
        folder.store(entry("10", bytes: 20_000), named: named("10"))
        folder.prepare()
        #expect((0...10).count { folder.contains(named("\($0)")) } < 8)
    }

    @Test func whatADeadWriterLeftIsRemovedAfterAWhile() throws {
        folder.store(entry("ada"), named: named("ada"))
        for name in [".new-1-1", ".new-1-2"] { try Data([1]).write(to: path(name)) }
        setUse(".new-1-1", secondsAgo: 3_600)
        folder.prepare()
        #expect(temporary.files().map(\.lastPathComponent) == [".new-1-2", named("ada")])
    }

    @Test func clearingRemovesAllPicturesAndTheFolder() throws {
        #expect(folder.clear() == [])
        folder.store(entry("ada"), named: named("ada"))
        try Data([1]).write(to: path(".new-1-2"))
        #expect(folder.clear() == [])
        #expect(!FileManager.default.fileExists(atPath: url.path))
        folder.store(entry("ada"), named: named("ada"))
        #expect(folder.entry(named: named("ada")) == entry("ada"))
    }

    @Test func clearingSaysWhatItCouldNotRemove() {
        folder.store(entry("ada"), named: named("ada"))
        mkdir(path(named("folder")).path, 0o700)
        #expect(folder.clear().map(\.lastPathComponent) == [named("folder")])
        #expect(!folder.contains(named("ada")))
    }

    @Test func strangersFilesStayAsTheyAre() throws {
        folder.store(entry("ada"), named: named("ada"))
        let letter = path("letter.txt")
        try Data("dear".utf8).write(to: letter)
        chmod(letter.path, 0o640)
        setUse("letter.txt", secondsAgo: 1_000)
        for number in 0..<12 { folder.store(entry("\(number)", bytes: 10_000), named: named("\(number)")) }
        folder.prepare()
        #expect(folder.clear() == [])
        #expect(try Data(contentsOf: letter) == Data("dear".utf8))
        #expect(TemporaryFolder.permissions(letter) == 0o640)
        #expect(temporary.files().map(\.lastPathComponent) == ["letter.txt"])
    }

    @Test func aLinkInThePlaceOfTheFolderIsNotFollowed() throws {
        let documents = temporary.url.appending(component: "Documents")
        mkdir(documents.path, 0o755)
        chmod(documents.path, 0o755)
        let letter = documents.appending(component: named("a letter of that name"))
        try Data("dear".utf8).write(to: letter)
        symlink(documents.path, url.path)
        folder.prepare()
        folder.store(entry("ada"), named: named("ada"))
        #expect(folder.clear() == [])
        #expect(temporary.files("Documents").map(\.lastPathComponent) == [letter.lastPathComponent])
        #expect(TemporaryFolder.permissions(documents) == 0o755)
    }

    @Test func whereNothingCanBeStoredNothingBreaks() {
        let nowhere = DiskFolder(FolderPath(URL(filePath: "/proc/nowhere/cache")), capacity: 1_000)
        nowhere.prepare()
        nowhere.store(entry("ada"), named: named("ada"))
        #expect(nowhere.entry(named: named("ada")) == nil)
        #expect(nowhere.clear() == [])
    }
}
