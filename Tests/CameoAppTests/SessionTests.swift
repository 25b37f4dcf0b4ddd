import Contacts
import DemoServer
import Foundation
import GLib
import MonicaAPI
import XCTest

@testable import CameoApp

/// What a session asks a server for when a person opens a contact.
final class SessionTests: XCTestCase {
    func testAnOpenedContactCostsNoRequestMoreThanItsSections() throws {
        let server = try DemoServer(DemoServerConfiguration(contacts: 40, rateLimit: nil))
        onMainLoop {
            let session = try Self.session(with: server)
            for id in 1...40 {
                server.forgetRequests()
                let fresh = await session.refreshContact(id: id)
                let contact = try XCTUnwrap(fresh)
                let expected = ["/api/contacts/\(id)"] + Self.sections(of: contact).map { "/api/contacts/\(id)/\($0)" }
                XCTAssertEqual(server.requests.map(\.path).sorted(), expected.sorted())
                let stored = try await session.store.storedContact(id: id)
                XCTAssertEqual(stored?.sections.calls.count, contact.statistics?.calls)
                XCTAssertEqual(stored?.sections.notes(on: contact).count, contact.statistics?.notes)
            }
            _ = await session.end()
        }
    }

    func testAContactOpenedAgainCostsOneRequestUntilAPersonAsksForNews() throws {
        let server = try DemoServer(DemoServerConfiguration(contacts: 10, rateLimit: nil))
        onMainLoop {
            let session = try Self.session(with: server)
            let contact = try await Self.contactWithSections(session)
            server.forgetRequests()
            _ = await session.refreshContact(id: contact.id)
            XCTAssertEqual(server.requestCount("/api/contacts/\(contact.id)*"), 1)
            session.refresh()
            _ = await session.refreshContact(id: contact.id)
            let more = Self.sections(of: contact).count
            XCTAssertEqual(server.requestCount("/api/contacts/\(contact.id)*"), 2 + more)
            _ = await session.end()
        }
    }

    func testWhatFailsLeavesWhatIsStored() throws {
        let server = try DemoServer(DemoServerConfiguration(contacts: 10, rateLimit: nil))
        onMainLoop {
            let session = try Self.session(with: server)
            let contact = try await Self.contactWithSections(session)
            let before = try await session.store.storedContact(id: contact.id)
            server.inject(.status(500), at: "/api/contacts/\(contact.id)/*")
            session.refresh()
            let fresh = await session.refreshContact(id: contact.id)
            XCTAssertNotNil(fresh)
            server.stop()
            let offline = await session.refreshContact(id: contact.id)
            XCTAssertNil(offline)
            let after = try await session.store.storedContact(id: contact.id)
            XCTAssertEqual(after, before)
            _ = await session.end()
        }
    }

    @MainActor
    private static func session(with server: DemoServer) throws -> Session {
        let account = Account(
            server: try ServerAddress(server.address.absoluteString), userID: 1, userName: nil,
            trustedFingerprint: nil, tokenExpiry: nil, loadsExternalPictures: false)
        return Session(
            account: account, token: try Token(server.token), store: try ContactStore.inMemory(), pictures: nil)
    }

    /// The sections that the server has to be asked for.
    private static func sections(of contact: Contact) -> [ContactSection] {
        ContactSection.allCases.filter { section in
            let count = contact.statistics?.count(in: section) ?? 0
            return count > (section == .notes ? contact.notes.count : 0)
        }
    }

    /// One with several sections, which are stored.
    @MainActor
    private static func contactWithSections(_ session: Session) async throws -> Contact {
        for id in 1...10 {
            if let contact = await session.refreshContact(id: id), sections(of: contact).count >= 3 { return contact }
        }
        throw MonicaError.notFound
    }
}

/// Runs asynchronous code on the main actor while GLib's loop turns, and fails when it takes longer than the limit.
private func onMainLoop(limit: Duration = .seconds(30), _ body: @escaping @MainActor () async throws -> Void) {
    MainActor.assumeIsolated {
        MainLoop.attachMainActor()
        var result: Result<Void, any Error>?
        let task = Task {
            do {
                result = .success(try await body())
            } catch {
                result = .failure(error)
            }
        }
        if !MainLoop.run(atMost: limit, until: { result != nil }) {
            task.cancel()
            XCTFail("not done within \(limit)")
        }
        if case .failure(let error) = result { XCTFail("\(error)") }
    }
}
