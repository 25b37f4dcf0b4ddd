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
    let view = FormView(
        FormModel(FormLab.form(FormLab.contact(parts: [FormLab.field("ada@example.org", labels: ["Work"])]))),
        surroundings: FormSurroundings(), pictures: AvatarPictures())
    let window: TestWindow

    init() {
        window = TestWindow(view.root, width: 600, height: 800)
    }

    var labels: [String]? { view.model.form.fields.first?.labels }

    func activate(_ action: String) -> Bool {
        view.root.visibleTree.contains { gtk_widget_activate_action_variant($0.cast(), action, nil) != 0 }
    }
}
