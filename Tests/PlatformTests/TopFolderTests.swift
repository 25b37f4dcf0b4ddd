import Foundation
import Glibc
import Testing

@testable import Platform

struct TopFolderTests {
    private static let account = String(repeating: "0a", count: 32)

    private let home: Home

    init() throws {
        home = try Home()
    }

    private var url: URL { home.url.appending(path: "cameo", directoryHint: .isDirectory) }

    @Test func aNewOneIsThePrograms() throws {
        let top = TopFolder(url)
        _ = try top.make()
        #expect(home.mode("cameo") == 0o700)
        top.removeIfEmpty()
        #expect(home.mode("cameo") == nil)
    }

    @Test func oneOfAnEarlierVersionIsAdopted() throws {
        mkdir(url.path, 0o755)
        try Data("{}".utf8).write(to: url.appending(component: "account.json"))
        mkdir(url.appending(component: Self.account).path, 0o700)
        let top = TopFolder(url)
        _ = try top.make()
        #expect(home.mode("cameo") == 0o700)
        top.removeIfEmpty()
        #expect(home.mode("cameo/account.json") != nil, "what has something in it stays")
    }

    @Test func somebodyElsesFolderStaysOpenAsItIs() throws {
        let documents = home.url.appending(component: "Documents")
        mkdir(documents.path, 0o755)
        chmod(documents.path, 0o755)
        try Data("dear".utf8).write(to: documents.appending(component: "letter"))
        symlink(documents.path, home.url.appending(component: "cameo").path)
        let top = TopFolder(url)
        let folder = try FolderPath(top, [Self.account]).open(creating: true)
        try folder.replace("file", with: Data("x".utf8))
        #expect(home.mode("Documents") == 0o755)
        #expect(home.mode("Documents/\(Self.account)") == 0o700)
        try folder.remove("file")
        FolderPath(top, [Self.account]).removeIfEmpty()
        top.removeIfEmpty()
        #expect(try FileManager.default.contentsOfDirectory(atPath: documents.path) == ["letter"])
        #expect(home.folderLinks("cameo"))
    }

    @Test func anEmptyFolderBehindALinkIsUsedAgain() throws {
        mkdir(home.url.appending(component: "big").path, 0o755)
        symlink(home.url.appending(component: "big").path, home.url.appending(component: "cameo").path)
        let top = TopFolder(url)
        for _ in 1...2 {
            _ = try top.make()
            #expect(home.mode("big") == 0o700)
            top.removeIfEmpty()
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: home.url.appending(component: "big").path) == [])
        }
        #expect(home.folderLinks("cameo"))
    }

    @Test func theWayDownHasNoLinks() throws {
        let top = TopFolder(url)
        _ = try top.make()
        mkdir(home.url.appending(component: "Documents").path, 0o755)
        symlink(home.url.appending(component: "Documents").path, url.appending(component: Self.account).path)
        #expect(throws: SystemError(code: ENOTDIR)) {
            try FolderPath(top, [Self.account, "avatars"]).open(creating: true)
        }
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: home.url.appending(component: "Documents").path) == [])
    }
}

extension Home {
    /// Whether a link is at a path.
    fileprivate func folderLinks(_ path: String) -> Bool {
        (try? folder())?.entry(path) == .link
    }
}
