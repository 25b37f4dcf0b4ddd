import Contacts
import Foundation
import Model
import Monica
import TestSupport
import XCTest

@testable import CameoApp

/// A form without typed text changes nothing, for each kind of contact.
final class NoChangeFormTests: XCTestCase {
    /// One contact of so many is tried, fewer in the usual run; with CAMEO_EDITS=all every one.
    private static var step: Int {
        let environment = ProcessInfo.processInfo.environment
        return environment["CAMEO_EDITS"] == "all" ? 1 : environment["CAMEO_TESTS"] == "usual" ? 40 : 8
    }
    /// No contact of the demo has such a number.
    private static let firstRecorded = 100_000

    func testRowsThatNobodyTouchedChangeNothing() {
        onDisplay(limit: .seconds(600)) {
            let lab = try await EditorLab(contacts: 200)
            let recorded = try Self.recorded()
            XCTAssertGreaterThan(recorded.count, 40)
            XCTAssertTrue(recorded.contains(where: \.isPartial))
            try await lab.demo.session.store.upsert(recorded)
            let all = Array(1...200) + recorded.map(\.id)
            for id in stride(from: 0, to: all.count, by: Self.step).map({ all[$0] }) {
                await lab.open(Int64(id))
                let form = try XCTUnwrap(lab.model?.form)
                XCTAssertTrue(form.save.isEmpty, "\(id)")
                XCTAssertFalse(lab.editor.isTouched, "\(id)")
                XCTAssertEqual(form.issues(), [:], "\(id)")
                // Going through it is no change either.
                let fields = form.order(nameOrder: [.firstName, .lastName])
                for field in fields where lab.editor.page.view?.inputs.contains(where: { $0.owns(field) }) == true {
                    lab.editor.page.view?.focus(field)
                }
                let isSaved = await lab.editor.save()
                XCTAssertTrue(isSaved, "\(id)")
            }
            let changes = try await lab.changes()
            XCTAssertEqual(changes.map(\.contact), [])
            await lab.end()
        }
    }

    /// The contacts in all recorded answers, each with a number of its own.
    private static func recorded() throws -> [Contact] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../MonicaTests/Recorded")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        var found: [Contact] = []
        for file in files.sorted(by: { $0.path < $1.path }) where file.pathExtension == "json" {
            let answer = try? JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any]
            let data = answer?["data"]
            for object in (data as? [[String: Any]]) ?? [(data as? [String: Any]) ?? [:]] {
                guard object["object"] as? String == "contact", object["is_partial"] is Bool else { continue }
                var object = object
                object["id"] = firstRecorded + found.count
                found.append(try Contact(json: JSONSerialization.data(withJSONObject: object)))
            }
        }
        return found
    }
}
