import CGtk
import GLib
import Gtk
import Model
import TestSupport
import XCTest

@testable import CameoApp

/// A field has a set of labels, which a person ticks.
final class FieldLabelsTests: XCTestCase {
    func testATickLeavesTheOtherLabelsAndTheLastOneStays() {
        withField { lab in
            XCTAssertTrue(lab.activate("field.label-1"))
            XCTAssertEqual(lab.labels, ["Work", "home"])
            XCTAssertTrue(lab.activate("field.label-0"))
            XCTAssertEqual(lab.labels, ["home"])
            // The server does not remove it.
            _ = lab.activate("field.label-1")
            XCTAssertEqual(lab.labels, ["home"])
        }
    }

    func testATypedLabelComesBesideTheOthers() {
        withField { lab in
            XCTAssertTrue(lab.activate("field.other"))
            let own = EntryRow(borrowing: try XCTUnwrap(lab.view.root.row(titled: "Label")).pointer)
            for typed in ["B", "Bo", "Boat"] { own.complete(to: typed) }
            XCTAssertEqual(lab.labels, ["Work", "Boat"])
            own.complete(to: "")
            XCTAssertEqual(lab.labels, ["Work"])
        }
    }

    func testTheLabelOfAnAddressIsChosenFromItsMenu() {
        onDisplay(limit: .seconds(60)) {
            let lab = FieldLab(.address(AddressValue(street: "1 St James's Square", city: "London")))
            await lab.view.filled()
            @MainActor func name() -> String? { lab.view.model.form.addresses.first?[.name] }
            lab.view.focus(.address(try XCTUnwrap(lab.view.model.form.addresses.first).row, .name))
            @MainActor func menu() -> Widget? {
                lab.view.root.visibleTree.first { $0.hasAccessibleLabel("Choose a Label") }
            }
            await until("the address shows its fields") { menu() != nil }
            XCTAssertEqual(menu()?.menuParts, [["Home", "Work", "Other"]])
            for label in ["Work", "Other", "Home"] {
                XCTAssertTrue(lab.activate("address.\(label.lowercased())"))
                XCTAssertEqual(name(), label)
            }
            lab.window.close()
        }
    }

    /// With a mail address that has the label "Work".
    private func withField(_ body: @escaping @MainActor (FieldLab) async throws -> Void) {
        onDisplay(limit: .seconds(60)) {
            let lab = FieldLab()
            await lab.view.filled()
            try await body(lab)
            lab.window.close()
        }
    }
}

@MainActor
private final class FieldLab {
    let view: FormView
    let window: TestWindow

    /// With the form of a contact with one part.
    init(_ part: PartValue = FormLab.field("ada@example.org", labels: ["Work"])) {
        view = FormView(
            FormModel(FormLab.form(FormLab.contact(parts: [part]))), surroundings: FormSurroundings(),
            pictures: AvatarPictures())
        window = TestWindow(view.root, width: 600, height: 800)
    }

    var labels: [String]? { view.model.form.fields.first?.labels }

    func activate(_ action: String) -> Bool {
        view.root.visibleTree.contains { gtk_widget_activate_action_variant($0.cast(), action, nil) != 0 }
    }
}
