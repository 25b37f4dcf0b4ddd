import Foundation
import Glibc
import Testing

@testable import Platform

struct PrivateFolderTests {
    private let home: Home

    init() throws {
        home = try Home()
    }

    @Test func foldersAndFilesAreMadeForTheUserAlone() throws {
        let folder = try PrivateFolder.make(home.url.appending(components: "a", "b"))
        try folder.replace("file", with: Data("content".utf8))
        try folder.create("empty")
        #expect(home.mode("a") == 0o700 && home.mode("a/b") == 0o700)
        #expect(home.mode("a/b/file") == 0o600 && home.mode("a/b/empty") == 0o600)
        #expect(try folder.read("file", maxBytes: 7) == Data("content".utf8))
        #expect(try folder.names().sorted() == ["empty", "file"])
        #expect(folder.entry("file") == .file(bytes: 7))
    }

    @Test func aFileThatIsReplacedIsNeverOpenToOthers() throws {
        let folder = try home.folder()
        try Data("old".utf8).write(to: home.url.appending(component: "file"))
        chmod(home.url.appending(component: "file").path, 0o644)
        try folder.replace("file", with: Data("new".utf8))
        #expect(home.mode("file") == 0o600)
        #expect(try folder.names() == ["file"], "nothing stays beside it")
    }

    @Test func nothingIsReadOrWrittenThroughALink() throws {
        let folder = try home.folder()
        let letter = home.url.appending(component: "letter")
        try Data("dear".utf8).write(to: letter)
        symlink(letter.path, home.url.appending(component: "link").path)
        #expect(throws: SystemError(code: ELOOP)) { try folder.read("link", maxBytes: 100) }
        #expect(throws: SystemError(code: ELOOP)) { try folder.restrict("link") }
        try folder.replace("link", with: Data("mine".utf8))
        #expect(try Data(contentsOf: letter) == Data("dear".utf8))
        #expect(folder.entry("link") == .file(bytes: 4))
        symlink(home.url.path, home.url.appending(component: "here").path)
        #expect(throws: SystemError(code: ENOTDIR)) { try folder.folder("here") }
        #expect(throws: (any Error).self) { try PrivateFolder.make(home.url.appending(component: "here")) }
        #expect(folder.entry("here") == .link)
        #expect(try folder.remove("here"))
        #expect(try Data(contentsOf: letter) == Data("dear".utf8))
    }

    @Test func aPipeInThePlaceOfAFileHoldsNobodyUp() throws {
        let folder = try home.folder()
        mkfifo(home.url.appending(component: "pipe").path, 0o600)
        #expect(throws: SystemError(code: EFBIG)) { try folder.read("pipe", maxBytes: 100) }
        #expect(folder.entry("pipe") == .foreign)
    }

    @Test func whatIsDoneIsDoneInTheFolderThatWasOpened() throws {
        let folder = try home.folder().folder("mine", creating: true)
        try folder.replace("file", with: Data("x".utf8))
        let documents = home.url.appending(component: "Documents")
        mkdir(documents.path, 0o755)
        try Data("dear".utf8).write(to: documents.appending(component: "file"))
        // Another process puts a link in the folder's place meanwhile.
        rename(home.url.appending(component: "mine").path, home.url.appending(component: "moved").path)
        symlink(documents.path, home.url.appending(component: "mine").path)
        try folder.remove("file")
        #expect(try folder.names() == [])
        #expect(FileManager.default.fileExists(atPath: documents.appending(component: "file").path))
    }

    @Test func aRemovedFolderIsKnownAsSuch() throws {
        let folder = try home.folder().folder("mine", creating: true)
        #expect(!folder.isRemoved)
        #expect(try home.folder().removeFolder("mine"))
        #expect(folder.isRemoved)
        #expect(throws: SystemError(code: ENOENT)) { try folder.replace("file", with: Data([1])) }
    }
}

/// A folder that goes with its test.
final class Home: Sendable {
    let url: URL

    init() throws {
        let path = FileManager.default.temporaryDirectory.appending(component: "platform-\(UUID().uuidString)").path
        guard mkdir(path, 0o755) == 0 else { throw SystemError(code: errno) }
        url = URL(filePath: path, directoryHint: .isDirectory)
    }

    deinit {
        // Leftover files lie in the system's folder for temporary files.
        try? FileManager.default.removeItem(at: url)
    }

    func folder() throws -> PrivateFolder { try PrivateFolder.open(following: url.path) }

    /// The permissions of something below it, such as 0o600.
    func mode(_ path: String) -> Int? {
        var status = stat()
        return lstat(url.appending(path: path).path, &status) == 0 ? Int(status.st_mode & 0o7777) : nil
    }
}
