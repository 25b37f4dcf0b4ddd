import Contacts
import Foundation
import GLib
import Gtk
import Model
import TestSupport
import XCTest

@testable import CameoApp

/// A form of a hostile contact opens without holding up the window. Saving it changes nothing that it does not show.
final class FormBoundTests: XCTestCase {
    /// Beyond the longest turn of any form, with all its texts too long. The tests are not optimised: the real program has a
    /// quarter of this for one such text (`test_hostile_forms.py`).
    private static let maxMore = Duration.milliseconds(400) * sanitizerSlowdown
    static let pieces = [
        "one word": "m", "marks": "\u{301}", "directions": "\u{202e}a\u{202c}", "ligatures": "ffi", "lines": "\n",
        "tabs": "\t", "emoji": "👨‍👩‍👧‍👦", "flags": "🇫🇷", "mixed": "aа中👍",
    ]

    /// All texts of a contact made of a piece.
    private static func contact(of piece: String, length: Int) -> EditableContact {
        let text = String(repeating: piece, count: length / piece.unicodeScalars.count)
        var values: [ContactKey: ContactValue] = [:]
        for key in ContactKey.allCases where ![.birthday, .death, .metOn, .metThrough].contains(key) {
            values[key] = .text(text)
        }
        let address = AddressValue(
            name: text, street: text, city: text, province: text, postalCode: text, country: text)
        return FormLab.contact(
            values,
            parts: [
                FormLab.field(text, labels: [text]), FormLab.field(text, type: FormLab.phone), .address(address),
                .relationship(RelationshipValue(type: RemoteID(text), other: FormLab.bob.id)),
            ], tags: [text])
    }

    /// Menus of a form with such words only.
    private static func choices(of piece: String, length: Int) -> FormChoices {
        let text = String(repeating: piece, count: length / piece.unicodeScalars.count)
        let numbers = (1...30).map { RemoteID("\($0)") }
        return FormChoices(
            genders: numbers.map { GenderChoice(id: $0, title: text, type: nil) },
            fieldTypes: numbers.map { FieldTypeChoice(id: $0, title: text, kind: .other) },
            relationshipTypes: numbers.map { RelationshipTypeChoice(id: $0, key: text) })
    }

    func testNoTextHoldsUpTheForm() {
        onDisplay {
            let lab = FormBoundLab()
            // The usual run tries three pieces of each form.
            let isUsual = ProcessInfo.processInfo.environment["CAMEO_TESTS"] == "usual"
            let kinds = isUsual ? ["marks", "directions", "mixed"] : Self.pieces.keys.sorted()
            for (name, piece) in Self.pieces where kinds.contains(name) {
                let contact = Self.contact(of: piece, length: 20_000)
                lab.surroundings.choices = Self.choices(of: piece, length: 20_000)
                let bob = FormPerson(id: FormLab.bob.id, name: String(repeating: piece, count: 5_000))
                let form = FormLab.form(contact, people: [bob])
                XCTAssertFalse(form.isTouched, name)
                let longest = lab.longestTurn(showing: form)
                print("longest turn, form of \(name): \(longest)")
                XCTAssertLessThan(longest, lab.usual + Self.maxMore, name)
                let isBlank = piece.allSatisfy(\.isWhitespace)
                let sentence = "Too long to edit here: open it on the server"
                XCTAssertEqual(lab.texts.contains(sentence), !isBlank, name)
                XCTAssertFalse(lab.model?.form.isTouched ?? true, "\(name): nobody typed")
                lab.model?.edit(.value(.job)) { $0[text: .job] = "Cook" }
                XCTAssertEqual(lab.model?.form.issues(), [:], name)
                XCTAssertEqual(lab.model?.form.save.edits.count, 1, "\(name): the rest stays as it is")
            }
            lab.close()
        }
    }

    func testNoSuggestionHoldsUpTheForm() throws {
        try onDisplay {
            let lab = FormBoundLab()
            let usual = try lab.longestTurn(suggesting: "some words")
            for (name, piece) in Self.pieces {
                let text = String(repeating: piece, count: 20_000 / piece.unicodeScalars.count)
                let longest = try lab.longestTurn(suggesting: text)
                print("longest turn, suggestions of \(name): \(longest)")
                XCTAssertLessThan(longest, usual + Self.maxMore, name)
            }
            lab.close()
        }
    }

    func testThousandsOfRowsHoldUpNothing() {
        onDisplay {
            let lab = FormBoundLab()
            let address = PartValue.address(AddressValue(street: "Street", city: "Town"))
            let relation = PartValue.relationship(RelationshipValue(type: RemoteID("5"), other: FormLab.bob.id))
            for part in [FormLab.field("a@example.org", labels: ["Home"]), address, relation] {
                let contact = FormLab.contact(parts: Array(repeating: part, count: 5_000))
                let form = FormLab.form(contact, people: FormLab.everybody)
                let longest = lab.longestTurn(showing: form)
                print("longest turn, 5,000 parts: \(longest)")
                XCTAssertLessThan(longest, lab.usual + Self.maxMore)
                XCTAssertTrue(lab.texts.contains("Too many to edit here: the others stay as they are"))
                XCTAssertEqual(lab.model?.form.save.isEmpty, true)
            }
            let tags = (1...5_000).map { "Tag \($0)" }
            let longest = lab.longestTurn(showing: FormLab.form(FormLab.contact(tags: tags)))
            print("longest turn, 5,000 tags: \(longest)")
            XCTAssertLessThan(longest, lab.usual + Self.maxMore)
            lab.model?.edit(.tags) { $0.tags.removeFirst() }
            XCTAssertEqual(lab.model?.form.save.wanted, [SlotState(.tag("Tag 1"), nil)])
            lab.close()
        }
    }
}

/// One form after the other on the screen.
@MainActor
private final class FormBoundLab {
    private let box = Box(.vertical)
    private let window: TestWindow
    private var view: FormView?
    var surroundings = FormSurroundings()
    /// The longest turn of a form of one of everything.
    private(set) var usual = Duration.zero

    init() {
        window = TestWindow(box, width: 600, height: 800)
        // The fonts come from the disk at their first use.
        let all = "x 👨‍👩‍👧‍👦 🇫🇷 क्षत्रिय مرحبا 漢字仮名 а 👍 e\u{301}\u{302}\u{303} ffi"
        _ = longestTurn(showing: FormLab.form(FormLab.contact([.nickname: .text(all), .description: .text(all)])))
        usual = longestTurn(showing: FormLab.form(FormLab.rich, people: FormLab.everybody))
    }

    var model: FormModel? { view?.model }
    var texts: [String] { view?.root.texts ?? [] }

    func longestTurn(showing form: ContactForm) -> Duration {
        if let view { box.remove(view.root) }
        view = nil
        let first = busyTime {
            let view = FormView(FormModel(form), surroundings: surroundings, pictures: AvatarPictures())
            box.append(view.root)
            self.view = view
        }
        var frames = 0
        @MainActor func isWhole() -> Bool { view?.isFilling == false && view?.groupsBelow.isEmpty == true }
        @MainActor func count() {
            frames += 1
            if frames < 5 || !isWhole() { box.afterNextFrame { count() } }
        }
        box.afterNextFrame { count() }
        let rest = TestSupport.longestTurn(until: "it is drawn") { frames >= 5 && isWhole() }
        return max(first, rest)
    }

    /// The longest turn while people and tags with such a name are suggested.
    func longestTurn(suggesting name: String) throws -> Duration {
        let entry = try XCTUnwrap(try contactEntries(of: [["id": 1, "complete_name": name]]).first)
        let person = FormPerson(id: .local(ContactID(1)), name: entry.name)
        let people = Array(repeating: FoundPerson(person: person, name: entry.name, avatar: entry.avatar), count: 6)
        surroundings.findPeople = { _ in people }
        surroundings.findTags = { _ in (1...6).map { "\(name) \($0)" } }
        var form = FormLab.form(FormLab.contact())
        form.relationships = [RelationshipEntry(row: form.newRow(), type: RemoteID("parent"))]
        _ = longestTurn(showing: form)
        var longest = Duration.zero
        for title in ["Person", "Add _Tag"] {
            let row = EntryRow(borrowing: try XCTUnwrap(view?.root.row(titled: title)).pointer)
            row.grabFocus()
            let typing = busyTime { row.complete(to: "Zed") }
            let rest = TestSupport.longestTurn(until: "they are suggested") { texts.contains("Create “Zed”") }
            longest = max(longest, typing, rest)
            row.complete(to: "")
            waitUntil("they are gone") { !texts.contains("Create “Zed”") }
        }
        return longest
    }

    func close() {
        window.close()
    }
}
