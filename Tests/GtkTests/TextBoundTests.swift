import CGtk
import GLib
import Gtk
import TestSupport
import XCTest

/// An entry shows as much as GTK lays out at once, and keeps the whole text.
final class TextBoundTests: XCTestCase {
    func testATextThatAnEntryCannotHoldStaysWhatItIs() {
        onDisplay {
            let row = EntryRow(title: "Name")
            var told: [String] = []
            row.onTextChange { told.append($0) }
            let long = String(repeating: "e\u{301}\n", count: 10_000)
            row.text = long
            XCTAssertEqual(row.text, long)
            XCTAssertEqual(told.last, long)
            XCTAssertEqual(gtk_editable_get_editable(row.opaque), 0)
            XCTAssertLessThan(strlen(gtk_editable_get_text(row.opaque)), 500)
            row.text = "short"
            XCTAssertEqual(row.text, "short")
            XCTAssertEqual(gtk_editable_get_editable(row.opaque), 1)
        }
    }

    func testAnEntryTakesMoreThanTheServerSoThatAFormCanSayIt() {
        onDisplay {
            let row = EntryRow(title: "Name")
            let bounded = EntryRow(title: "Label", bound: .line)
            var cuts = 0
            for row in [row, bounded] { row.onCut { cuts += 1 } }
            let most = String(repeating: "\u{301}", count: 255)
            row.text = most
            XCTAssertEqual(row.text, most)
            XCTAssertEqual(gtk_editable_get_editable(row.opaque), 1)
            row.text = ""
            // As a paste does.
            var position: Int32 = 0
            let long = String(repeating: "x", count: 10_000_000)
            gtk_editable_insert_text(row.opaque, long, -1, &position)
            XCTAssertEqual(row.text, String(repeating: "x", count: 1_000))
            position = 0
            gtk_editable_insert_text(bounded.opaque, long, -1, &position)
            XCTAssertEqual(bounded.text, String(repeating: "x", count: 255))
            waitUntil("both cuts are told") { cuts == 2 }
            bounded.complete(to: String(repeating: "y", count: 255))
            // A key in a full entry.
            gtk_editable_insert_text(bounded.opaque, "x", -1, &position)
            waitUntil("the cut key is told, and no other change") { cuts == 3 }
            // A draft brings it back.
            let typed = String(repeating: "👍", count: 1_000)
            row.showTyped(typed)
            XCTAssertEqual(row.text, typed)
            XCTAssertEqual(gtk_editable_get_editable(row.opaque), 1)
        }
    }

    func testASearchTakesAsMuchAsItReads() {
        onDisplay {
            let entry = SearchEntry()
            // As a paste does.
            var position: Int32 = 0
            gtk_editable_insert_text(entry.opaque, String(repeating: "x", count: 10_000_000), -1, &position)
            XCTAssertEqual(entry.text, String(repeating: "x", count: 300))
            entry.text = String(repeating: "y", count: 1_000)
            XCTAssertEqual(entry.text.count, 300)
        }
    }

    func testALongTextThatIsCheapCanBeEdited() {
        onDisplay {
            let row = TextRow(title: "Notes")
            let long = String(repeating: String(repeating: "some words ", count: 100) + "\n", count: 55)
            row.text = long
            XCTAssertEqual(row.text, long)
            XCTAssertTrue(TextRowParts(row).isEditable)
        }
    }

    func testATextThatCannotBeLaidOutAtOnceStaysWhatItIs() {
        onDisplay {
            for piece in ["m", "\u{301}", "\u{202e}", "ffi", "👨‍👩‍👧‍👦", "a\n"] {
                let row = TextRow(title: "Notes")
                let long = String(repeating: piece, count: 100_000)
                row.text = long
                XCTAssertEqual(row.text, long)
                XCTAssertFalse(TextRowParts(row).isEditable, piece)
                XCTAssertLessThan(TextRowParts(row).length, 200)
                row.text = "short"
                XCTAssertEqual(row.text, "short")
                XCTAssertTrue(TextRowParts(row).isEditable)
            }
        }
    }

    func testManyBlanksAreNothingAndCanBeTypedOver() {
        onDisplay {
            let (line, text) = (EntryRow(title: "Name"), TextRow(title: "Notes"))
            line.text = "former"
            text.text = "former"
            line.text = String(repeating: "\n", count: 100_000)
            text.text = String(repeating: "\t\n", count: 100_000)
            XCTAssertEqual(line.text, "")
            XCTAssertEqual(text.text, "")
            XCTAssertEqual(gtk_editable_get_editable(line.opaque), 1)
            XCTAssertTrue(TextRowParts(text).isEditable)
        }
    }

    func testOfWhatIsPastedAsMuchComesAsCanBeLaidOut() {
        onDisplay {
            let row = TextRow(title: "Notes")
            row.text = "before after"
            let parts = TextRowParts(row)
            var changes: [String] = []
            row.onTextChange { changes.append($0) }
            row.onCut { changes.append("cut") }
            parts.insert("m", at: 7)
            XCTAssertEqual(changes, ["before mafter"])
            parts.insert(String(repeating: "m", count: 10_000_000), at: 7)
            XCTAssertEqual(changes.dropFirst(), [row.text, "cut"])
            XCTAssertTrue(row.text.hasPrefix("before m") && row.text.hasSuffix("mafter"))
            XCTAssertTrue(TextBound.text.holds(row.text))
            XCTAssertGreaterThan(row.text.count, 500)
            XCTAssertTrue(parts.isEditable)
            row.text = ""
            parts.insert(String(repeating: "some words\n", count: 900_000), at: 0)
            XCTAssertTrue(TextBound.text.holds(row.text))
            XCTAssertEqual(row.text.filter { $0 == "\n" }.count, 999)
        }
    }
}

/// The text view in a row.
@MainActor
private struct TextRowParts {
    private let view: UnsafeMutablePointer<GtkTextView>?

    init(_ row: TextRow) {
        var found: Widget?
        func look(in widget: Widget) {
            if g_type_check_instance_is_a(widget.cast(), gtk_text_view_get_type()) != 0 { found = widget }
            widget.children.forEach(look)
        }
        look(in: row)
        view = found.map { $0.pointer.assumingMemoryBound(to: GtkTextView.self) }
    }

    private var buffer: UnsafeMutablePointer<GtkTextBuffer>? { view.flatMap { gtk_text_view_get_buffer($0) } }
    var isEditable: Bool { view.map { gtk_text_view_get_editable($0) != 0 } ?? false }
    var length: Int { buffer.map { Int(gtk_text_buffer_get_char_count($0)) } ?? 0 }

    func insert(_ text: String, at offset: Int32) {
        guard let buffer else { return XCTFail("no text") }
        var place = GtkTextIter()
        gtk_text_buffer_get_iter_at_offset(buffer, &place, offset)
        gtk_text_buffer_insert(buffer, &place, text, -1)
    }
}
