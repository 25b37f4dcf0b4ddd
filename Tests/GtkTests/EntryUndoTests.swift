import CGtk
import GLib
import Gtk
import TestSupport
import XCTest

/// Undo in an entry takes back a person's own changes, and nothing else.
final class EntryUndoTests: XCTestCase {
    func testWhatNobodyTypedStays() {
        onDisplay {
            let row = EntryRow(title: "Name")
            row.text = "Ada"
            Self.undo(row)
            XCTAssertEqual(row.text, "Ada")
            row.text = "Bob"
            Self.undo(row)
            XCTAssertEqual(row.text, "Bob")
        }
    }

    func testWhatWasCompletedIsTakenBack() {
        onDisplay {
            let row = EntryRow(title: "Country")
            row.text = "Ger"
            row.complete(to: "Germany")
            XCTAssertEqual(row.text, "Germany")
            // The one goes, and then the other comes.
            Self.undo(row)
            Self.undo(row)
            XCTAssertEqual(row.text, "Ger")
            Self.undo(row)
            XCTAssertEqual(row.text, "Ger")
        }
    }

    func testWhatIsCompletedLeavesTheDesktopsSelectionAlone() {
        onDisplay {
            let (selected, row) = (EntryRow(title: "Name"), EntryRow(title: "Country"))
            let box = Box(.vertical)
            for row in [selected, row] { box.append(row) }
            let window = TestWindow(box)
            (selected.text, row.text) = ("Ada", "Ger")
            gtk_editable_select_region(selected.opaque, 0, -1)
            let primary = gdk_display_get_primary_clipboard(gdk_display_get_default())
            let content = gdk_clipboard_get_content(primary)
            XCTAssertNotNil(content)
            row.complete(to: "Germany")
            XCTAssertEqual(row.text, "Germany")
            XCTAssertEqual(gdk_clipboard_get_content(primary), content)
            window.close()
        }
    }

    @MainActor
    private static func undo(_ row: EntryRow) {
        guard let text = gtk_editable_get_delegate(row.opaque) else { return XCTFail("no text") }
        gtk_widget_activate_action_variant(
            UnsafeMutableRawPointer(text).assumingMemoryBound(to: GtkWidget.self), "text.undo", nil)
    }
}
