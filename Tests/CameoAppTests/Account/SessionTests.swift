import Avatars
import Contacts
import DemoServer
import DemoServerFaults
import Gtk
import Model
import Network
import Soup
import TestSupport
import XCTest

@testable import CameoApp

/// Requests of a session to a server when a person opens a contact.
final class SessionTests: XCTestCase {
    func testAnOpenedContactCostsNoRequestMoreThanItsSections() {
        onMainLoop {
            let demo = try await DemoAccount(.init(contacts: 40, rateLimit: nil))
            let (server, session) = (demo.server, demo.session)
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
            await demo.end()
        }
    }

    func testAContactOpenedAgainCostsOneRequestUntilAPersonAsksForNews() {
        onMainLoop {
            let demo = try await DemoAccount(.init(contacts: 10, rateLimit: nil))
            let (server, session) = (demo.server, demo.session)
            let contact = try await Self.contactWithSections(session)
            server.forgetRequests()
            _ = await session.refreshContact(id: contact.id)
            XCTAssertEqual(server.requestCount("/api/contacts/\(contact.id)*"), 1)
            session.refresh()
            _ = await session.refreshContact(id: contact.id)
            let more = Self.sections(of: contact).count
            XCTAssertEqual(server.requestCount("/api/contacts/\(contact.id)*"), 2 + more)
            await demo.end()
        }
    }

    func testWhatFailsLeavesWhatIsStored() {
        onMainLoop {
            let demo = try await DemoAccount(.init(contacts: 10, rateLimit: nil))
            let (server, session) = (demo.server, demo.session)
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
            // A synchronisation may just have stored a related contact.
            XCTAssertEqual(after?.contact, before?.contact)
            XCTAssertEqual(after?.sections, before?.sections)
            await demo.end()
        }
    }

    func testTheReturnOfTheNetworkBringsWhatIsNew() {
        onMainLoop(limit: .seconds(30)) {
            let demo = try await DemoAccount()
            try await demo.synchronise()
            let (names, continuation) = AsyncStream<String?>.makeStream()
            let observation = demo.session.store.observeContact(
                id: 3, onFailure: { _ in }, onChange: { continuation.yield($0?.contact.firstName) })
            demo.server.renameContact(3, first: "Quite", last: "New")
            demo.session.networkReturned()
            // Without it, this lasts until the test's limit.
            for await name in names where name == "Quite" { break }
            observation.cancel()
            await demo.end()
        }
    }

    func testARefreshAsksAgainForThePicturesOnTheScreen() {
        onMainLoop(limit: .seconds(30)) {
            let demo = try await DemoAccount(.init(contacts: 3, rateLimit: nil))
            let face = try XCTUnwrap(Picture(width: 8, height: 8, pixels: .init(repeating: ~0, count: 64)).pngData())
            let server = try DemoServer(.init(contacts: 1))
            server.setMode(.notMonica)
            server.inject(.body(face, type: "image/png"), at: "/*")
            let subjects = (1...2).map { id in
                AvatarSubject(
                    contactID: id, info: AvatarInfo(url: "\(server.address)/\(id)", source: .init(rawValue: "plugin")))
            }
            let states = subjects.map { demo.session.avatars.state(for: $0.picture, size: 50, scale: 1) }
            for state in states { state.want() }
            await until("the pictures are there") { states.allSatisfy { $0.current.image != nil } }
            states[1].release()
            demo.session.refresh()
            await until("the visible one is asked for again") { server.requestCount("/1") == 2 }
            XCTAssertEqual(server.requestCount("/2"), 1)
            await demo.end()
        }
    }

    func testTheListComesFirstWhileContactsComeForTheFirstTime() {
        onMainLoop {
            let demo = try await DemoAccount(.init(contacts: 3, rateLimit: nil))
            let (synchroniser, transport) = (demo.session.synchroniser, demo.session.transport)
            let onFirstFill = synchroniser.onFirstFill
            var comesFirst: [Bool] = []
            synchroniser.onFirstFill = {
                onFirstFill?($0)
                comesFirst.append(transport.listComesFirst)
            }
            try await demo.synchronise()
            XCTAssertEqual(comesFirst, [true, false])
            try await demo.synchronise()
            XCTAssertEqual(comesFirst, [true, false, false])
            await demo.end()
        }
    }

    func testEachRefreshAsksForTheChoicesOfForms() {
        onMainLoop(limit: .seconds(30)) {
            let demo = try await DemoAccount(.init(contacts: 3, rateLimit: nil))
            for count in 1...3 {
                demo.session.refresh()
                await until("they are read") { demo.server.requestCount("/api/contactfieldtypes") == count }
            }
            await demo.end()
        }
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
        throw ServerError.notFound
    }
}
