import Contacts
import Foundation
import Monica
import Network
import Platform
import Testing

@testable import CameoApp

@Suite struct AccountTests {
    private func account(_ address: String = "https://monica.example.org/sub", userID: Int = 7) throws -> Account {
        Account(
            server: try ServerAddress(address), userID: userID, userName: "Ada", trustedFingerprint: nil,
            tokenExpiry: nil, loadsExternalPictures: false)
    }

    private func temporaryFile() -> URL {
        FileManager.default.temporaryDirectory.appending(path: "cameo-tests-\(UUID())/account.json")
    }

    @Test func theSamePersonOnTheSameServerHasTheSameID() throws {
        #expect(try account().id == account("monica.example.org/sub/").id)
        #expect(try account().id != account(userID: 8).id)
        #expect(try account().id != account("https://monica.example.org").id)
        #expect(try account().id.count == 64)
    }

    @Test func anAccountComesBackFromItsFileWhichOnlyTheUserReads() async throws {
        let file = AccountFile(url: temporaryFile())
        defer { try? FileManager.default.removeItem(at: file.url.deletingLastPathComponent()) }
        let account = try account()
        try await file.save(account)
        try await file.save(account)
        #expect(await file.load() == account)
        func permissions(_ url: URL) throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int
        }
        #expect(try permissions(file.url) == 0o600)
        #expect(try permissions(file.url.deletingLastPathComponent()) == 0o700)
        try await file.remove()
        #expect(await file.load() == nil)
        try await file.remove()
    }

    @Test func anAccountNamesItsKindOfServerAndIsMonicasWithout() throws {
        let kinds = ServerKinds(MonicaKind())
        let old = #"{"server":"https://h","userID":1,"loadsExternalPictures":true}"#
        var account = try JSONDecoder().decode(Account.self, from: Data(old.utf8))
        #expect(kinds.kind(of: account)?.name == "monica")
        account.serverKind = "monica"
        #expect(kinds.kind(of: try JSONDecoder().decode(Account.self, from: account.encoded()))?.name == "monica")
        account.serverKind = "another"
        #expect(kinds.kind(of: try JSONDecoder().decode(Account.self, from: account.encoded())) == nil)
    }

    @Test(arguments: ["", "{", "[]", #"{"server": 3}"#, #"{"server":"not an address","userID":1}"#])
    func aDamagedFileMeansSigningInAgain(text: String) async throws {
        let file = AccountFile(url: temporaryFile())
        defer { try? FileManager.default.removeItem(at: file.url.deletingLastPathComponent()) }
        try FileManager.default.createDirectory(
            at: file.url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file.url)
        #expect(await file.load() == nil)
    }

    @Test func aReadOnlyFolderIsAnErrorAndNoCrash() async throws {
        let file = AccountFile(url: URL(filePath: "/proc/cameo/account.json"))
        let account = try account()
        await #expect(throws: (any Error).self) { try await file.save(account) }
    }

    @Test func placesFollowTheBaseDirectorySpecification() {
        let directories = AppDirectories(environment: [
            "HOME": "/home/a", "XDG_DATA_HOME": "/data", "XDG_CACHE_HOME": "relative/is/ignored",
        ])
        #expect(directories.accountFile.path == "/data/cameo/account.json")
        #expect(directories.pictures(of: "id").url.path == "/home/a/.cache/cameo/id/avatars")
    }
}
