import Contacts
import DemoServer
import DemoServerFaults
import Foundation
import Model
import Network
import TestSupport
import XCTest

@testable import CameoApp

/// A server that has moved is known again by its user and its contacts; any other is another account.
final class NewAddressTests: XCTestCase {
    func testTheSameUserWithTheSameContactsKeepsTheAccount() {
        onMainLoop {
            let lab = try await MovingLab()
            let moved = try DemoServer(.copy(12))
            let (account, _) = try await lab.attempt(on: moved).run()
            XCTAssertEqual(account.id, lab.account.id)
            XCTAssertEqual(account.server.url, moved.address)
            XCTAssertNotEqual(account.tokenOwner, lab.account.tokenOwner)
            let paths = moved.requests.map(\.path)
            XCTAssertEqual(paths.prefix(4), ["/api", "/api/contacts", "/api", "/api/me"])
            XCTAssertEqual(Set(paths.dropFirst(4)).count, 10, "ten of the twelve, each once")
            XCTAssertEqual(paths.count, 14)
            // Another move later on.
            let again = try DemoServer(.copy(12))
            let (third, _) = try await lab.attempt(on: again, from: account).run()
            XCTAssertEqual(third.id, lab.account.id)
            await lab.end()
        }
    }

    func testAContactThatWasDeletedMeanwhileIsNoHindrance() {
        onMainLoop {
            let lab = try await MovingLab()
            let moved = try DemoServer(.copy(12))
            for id in [1, 4, 9] { moved.deleteContact(id) }
            let (account, _) = try await lab.attempt(on: moved).run()
            XCTAssertEqual(account.id, lab.account.id)
            await lab.end()
        }
    }

    func testAnotherUserIsAnotherAccount() {
        onMainLoop {
            let lab = try await MovingLab()
            var configuration = DemoServerConfiguration.copy(12)
            configuration.seed = 5
            let other = try DemoServer(configuration)
            let error = await lab.reason(on: other)
            XCTAssertEqual(error, .otherPerson)
            XCTAssertEqual(other.requests.map(\.path), ["/api", "/api/contacts", "/api", "/api/me"])
            await lab.end()
        }
    }

    func testOtherContactsAreAnotherAccount() {
        onMainLoop {
            let lab = try await MovingLab()
            let moved = try DemoServer(.copy(12))
            let moment = Date(timeIntervalSince1970: 1e9)
            // Made at another time, not there at all, and not readable.
            let unlike: [[KnownContact]?] = [
                (1...12).map { KnownContact(number: $0, createdAt: moment) },
                (900...911).map { KnownContact(number: $0, createdAt: moment) }, nil,
            ]
            for known in unlike {
                var attempt = lab.attempt(on: moved)
                attempt.knownContacts = { _ in known }
                let error = await MovingLab.reason(of: attempt)
                XCTAssertEqual(error, .otherPerson)
            }
            await lab.end()
        }
    }

    func testWithoutAnAnswerNothingIsDecided() {
        onMainLoop {
            let lab = try await MovingLab()
            let moved = try DemoServer(.copy(12))
            moved.inject(.status(500), at: "/api/contacts/*")
            let error = await lab.reason(on: moved)
            XCTAssertEqual(error, .server(.server(status: 500)))
            await lab.end()
        }
    }

    func testAnotherUserAtTheSameAddressIsNoticedToo() {
        onMainLoop {
            let lab = try await MovingLab()
            var stored = lab.account
            let (account, _) = try await lab.attempt(on: lab.server, from: stored).run()
            XCTAssertEqual(account.id, stored.id)
            XCTAssertNil(account.keptID)
            stored.userUUID = "4a87bd54-2116-47e5-9d5c-f4df186f7678"
            let error = await MovingLab.reason(of: lab.attempt(on: lab.server, from: stored))
            XCTAssertEqual(error, .otherPerson)
            await lab.end()
        }
    }

    /// The server was set up anew. Its first user is another person.
    func testWhereNothingIsKnownOfTheUserTheContactsTell() {
        onMainLoop {
            let lab = try await MovingLab()
            var stored = lab.account
            (stored.userUUID, stored.userCreated) = (nil, nil)
            let (account, _) = try await lab.attempt(on: lab.server, from: stored).run()
            XCTAssertEqual(account.id, stored.id)
            var attempt = lab.attempt(on: lab.server, from: stored)
            attempt.knownContacts = { _ in
                (1...12).map { KnownContact(number: $0, createdAt: Date(timeIntervalSince1970: 1e9)) }
            }
            var error = await MovingLab.reason(of: attempt)
            XCTAssertEqual(error, .otherPerson)
            // Nor does a missing UUID hide that the user is another one.
            stored.userCreated = Date(timeIntervalSince1970: 1e9)
            error = await MovingLab.reason(of: lab.attempt(on: lab.server, from: stored))
            XCTAssertEqual(error, .otherPerson)
            await lab.end()
        }
    }

    func testAnAccountOfTheFormerFormOpensAndLearnsWhoItsUserIs() {
        onMainLoop {
            let lab = try await MovingLab()
            // As 0.1.0 stored it.
            let json = """
                {"loadsExternalPictures": true, "server": "\(lab.server.address)", "tokenMayBeInKeyring": true, "userID": 1}
                """
            let former = try JSONDecoder().decode(Account.self, from: Data(json.utf8))
            XCTAssertEqual(former.id, lab.account.id)
            // Until the program has asked for the user, a sign-in does not recognise the account.
            let moved = try DemoServer(.copy(12))
            let error = await MovingLab.reason(of: lab.attempt(on: moved, from: former))
            XCTAssertEqual(error, .otherPerson)

            let session = Session(
                account: former, token: try Token(lab.server.token), store: try ContactStore.inMemory(), pictures: nil)
            var changes = 0
            session.onAccountChange = { changes += 1 }
            session.synchronise()
            await until("the user is known") { changes == 1 }
            XCTAssertEqual(session.account.userUUID, lab.account.userUUID)
            let stored = try JSONDecoder().decode(Account.self, from: session.account.encoded())
            XCTAssertEqual(stored, session.account)
            let (account, _) = try await lab.attempt(on: moved, from: stored).run()
            XCTAssertEqual(account.id, former.id)
            await session.end()
            await lab.end()
        }
    }

    func testAnIDThatIsNoneLeadsNowhere() throws {
        let account = try JSONDecoder().decode(
            Account.self,
            from: Data(
                #"{"loadsExternalPictures": true, "server": "https://a.org", "userID": 1, "keptID": "../.."}"#.utf8))
        XCTAssertEqual(account.id.count, 64)
    }

    func testTheProgramGoesOnWithItsChangesUnderTheNewAddress() {
        withStoredAccount { cameo, former in
            await until("the keyring gave the token") { cameo.session?.token != nil }
            let before = try XCTUnwrap(cameo.session)
            await until("the user is known") { before.account.userCreated != nil }
            await cameo.saving?.value
            former.stop()
            try await before.outbox?.set(.job, to: "Smith", of: 3)

            var configuration = DemoServerConfiguration(contacts: 40, rateLimit: nil)
            configuration.token = "for-the-new-address"
            let moved = try DemoServer(configuration)
            let window = try XCTUnwrap(cameo.window)
            cameo.renew(at: .address)
            var attempt = SignIn(
                address: moved.address.absoluteString, token: moved.token, loadsExternalPictures: true,
                renews: before.account)
            attempt.knownContacts = window.signIn.knownContacts
            let (account, token) = try await attempt.run()
            await cameo.signedIn(account, token: token)
            XCTAssertEqual(window.page, .contacts)
            XCTAssertEqual(cameo.session?.account.id, before.account.id)
            XCTAssertEqual(cameo.session?.account.server.url, moved.address)
            await until("the change is there") {
                moved.requests.contains { $0.path == "/api/contacts/3/work" && $0.method == "PUT" }
            }
            XCTAssertTrue(
                moved.requests.allSatisfy { [.none, .bearer(isValid: true)].contains($0.authorization) },
                "the former token stays where it was")
            let kept = await AccountFile(url: cameo.directories.accountFile).load()
            XCTAssertEqual(kept, cameo.session?.account)
            let keyring = AccountKeyring()
            guard case .found(let stored) = await keyring.token(of: account) else { return XCTFail("no token") }
            XCTAssertEqual(stored, token)
            guard case .none = await keyring.token(of: before.account) else { return XCTFail("the former stayed") }
            moved.stop()
        }
    }
}

/// A person with stored contacts.
@MainActor
private struct MovingLab {
    let server: DemoServer
    let account: Account
    let store: ContactStore

    init() async throws {
        server = try DemoServer(.copy(12))
        let (account, token) = try await SignIn(
            address: server.address.absoluteString, token: server.token, loadsExternalPictures: true
        ).run()
        self.account = account
        store = try ContactStore.inMemory()
        let session = Session(account: account, token: token, store: store, pictures: nil)
        await session.synchroniser.run()
    }

    func attempt(on server: DemoServer, from former: Account? = nil) -> SignIn {
        server.forgetRequests()
        var attempt = SignIn(
            address: server.address.absoluteString, token: server.token, loadsExternalPictures: true,
            renews: former ?? account)
        attempt.knownContacts = { try? await store.knownContacts(atMost: $0) }
        return attempt
    }

    func reason(on server: DemoServer) async -> SignInError? {
        await Self.reason(of: attempt(on: server))
    }

    static func reason(of attempt: SignIn) async -> SignInError? {
        do throws(SignInError) {
            _ = try await attempt.run()
            return nil
        } catch {
            return error
        }
    }

    func end() async {
        try? await store.close()
        server.stop()
    }
}

extension DemoServerConfiguration {
    /// Servers with the same contacts.
    fileprivate static func copy(_ contacts: Int) -> DemoServerConfiguration {
        DemoServerConfiguration(contacts: contacts, rateLimit: nil)
    }
}
