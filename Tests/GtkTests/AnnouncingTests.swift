import CGtk
import GLib
import TestSupport
import XCTest

@testable import Gtk

/// GTK may have no voice for events away from the focus. The focused widget then announces these events.
final class AnnouncingTests: XCTestCase {
    func testWhatGTKSaysItselfIsSaidOnce() {
        onDisplay {
            let announce = NewerFunctions.announce
            defer { NewerFunctions.announce = announce }
            NewerFunctions.announce = { _, text, _ in
                let text = String(cString: text)
                MainActor.assumeIsolated { announced.append(text) }
            }
            let button = Button("first")
            let window = TestWindow(button)
            button.grabFocus()
            button.announce("Saved")
            XCTAssertEqual(announced, ["Saved"])
            XCTAssertFalse(button.isDescribed)
            window.close()
        }
    }

    func testWhatHasTheFocusSaysItForAsLongAsItHasThat() {
        withoutAnnouncements {
            let (first, second, box) = (Button("first"), Button("second"), Box(.vertical))
            for child in [first, second] { box.append(child) }
            let window = TestWindow(box)
            first.grabFocus()
            for text in ["Saved", "Up to date"] {
                box.announce(text)
                XCTAssertTrue(first.isDescribed)
                XCTAssertFalse(second.isDescribed)
            }
            second.grabFocus()
            XCTAssertFalse(first.isDescribed)
            box.announce("Saved")
            XCTAssertTrue(second.isDescribed)
            first.grabFocus()
            XCTAssertFalse(second.isDescribed)
            window.close()
        }
    }

    func testWhatIsWrongWithAnEntryIsNotTalkedOver() {
        withoutAnnouncements {
            let (entry, other, box) = (EntryRow(title: "Email"), Button("other"), Box(.vertical))
            for child in [entry, other] { box.append(child) }
            let window = TestWindow(box)
            entry.grabFocus()
            box.announce("Saved")
            XCTAssertTrue(entry.isDescribed, "screen readers know the entry, and not the text in it")
            entry.showError("This address needs an @.")
            box.announce("Saved")
            other.grabFocus()
            XCTAssertTrue(entry.isDescribed)
            entry.showError(nil)
            XCTAssertFalse(entry.isDescribed)
            entry.grabFocus()
            box.announce("Saved")
            other.grabFocus()
            XCTAssertFalse(entry.isDescribed)
            window.close()
        }
    }

    /// As with a GTK that has no announcements.
    private func withoutAnnouncements(_ body: @MainActor () -> Void) {
        onDisplay {
            let announce = NewerFunctions.announce
            defer { NewerFunctions.announce = announce }
            NewerFunctions.announce = nil
            body()
        }
    }
}

/// The texts that GTK was told to say. A C function has no other place for the texts.
@MainActor
private var announced: [String] = []

extension Widget {
    fileprivate var isDescribed: Bool {
        gtk_test_accessible_has_property(opaque, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION) != 0
    }
}
