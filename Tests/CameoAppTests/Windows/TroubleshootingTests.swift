import Avatars
import Contacts
import DemoServer
import DemoServerFaults
import Foundation
import GLib
import Gtk
import Model
import TestSupport
import XCTest

@testable import CameoApp

/// A person copies this text into a report of a problem. The text helps, and names no person.
final class TroubleshootingTests: XCTestCase {
    func testItCountsAndNamesNobody() {
        onDisplay(limit: .seconds(30)) {
            let demo = try await DemoAccount()
            demo.server.inject(.status(500), at: "/api/contacts/1")
            try await demo.synchronise()
            _ = await demo.session.refreshContact(id: 1)
            let contacts = try await demo.session.store.summaries()
            let states = demo.photoStates(of: contacts, size: 50)
            for state in states { state.want() }
            await until("the photos are there") { states.allSatisfy { $0.current.image != nil } }

            let text = Troubleshooting.text(session: demo.session)
            XCTAssertTrue(text.hasPrefix("Cameo \(Cameo.version)\nGTK 4."))
            let answers = try XCTUnwrap(text.split(separator: "\n").first { $0.hasPrefix("Answers: ") })
            XCTAssertTrue(answers.contains("500: 1"))
            XCTAssertTrue(answers.contains("200: "))
            XCTAssertTrue(text.contains("Photos come by: api"))
            let names = contacts.flatMap { [$0.displayName, $0.firstName ?? "", $0.lastName ?? "", $0.nickname ?? ""] }
            let secrets = names + [demo.server.token, "127.0.0.1", String(demo.server.address.port ?? 0)]
            for secret in secrets where secret.count > 3 {
                XCTAssertFalse(text.contains(secret), "it tells of \(secret):\n\(text)")
            }
            await demo.end()
        }
    }

    func testFailuresAreToldByKindAndWithoutAnAddress() {
        onDisplay(limit: .seconds(30)) {
            let demo = try await DemoAccount()
            demo.server.stop()
            await demo.session.synchroniser.run()
            let text = Troubleshooting.text(session: demo.session)
            XCTAssertTrue(text.contains("Requests without an answer: unreachable: "), text)
            XCTAssertFalse(text.contains("127.0.0.1"))
            await demo.end()
            XCTAssertTrue(Troubleshooting.text(session: nil).contains("Logged out"))
        }
    }
}
