import CGtk
import TestSupport
import XCTest

@testable import GLib

/// Each way to make a handle takes exactly one reference, and gives it back.
final class ObjectTests: XCTestCase {
    func testAdoptingTakesTheCallersReference() {
        onMainLoop {
            var object: Object? = Object(adopting: UnsafeMutableRawPointer(g_simple_action_new("a", nil)))
            let life = try Lifetime(of: XCTUnwrap(object?.pointer))
            XCTAssertEqual(life.references, 1)
            object = nil
            XCTAssertTrue(life.isOver)
        }
    }

    func testSinkingTakesAFloatingReference() {
        onMainLoop {
            let pointer = UnsafeMutableRawPointer(try XCTUnwrap(gtk_adjustment_new(0, 0, 1, 0, 0, 0)))
            XCTAssertNotEqual(g_object_is_floating(pointer), 0)
            var object: Object? = Object(sinking: pointer)
            let life = Lifetime(of: pointer)
            XCTAssertEqual(g_object_is_floating(object?.pointer), 0)
            XCTAssertEqual(life.references, 1)
            object = nil
            XCTAssertTrue(life.isOver)
        }
    }

    func testSinkingWhatSomebodyElseOwnsAddsAReference() {
        onMainLoop {
            let pointer = UnsafeMutableRawPointer(try XCTUnwrap(gtk_adjustment_new(0, 0, 1, 0, 0, 0)))
            g_object_ref_sink(pointer)
            let life = Lifetime(of: pointer)
            var object: Object? = Object(sinking: pointer)
            XCTAssertEqual(object.map { _ in life.references }, 2)
            object = nil
            XCTAssertEqual(life.references, 1)
            g_object_unref(pointer)
            XCTAssertTrue(life.isOver)
        }
    }

    func testBorrowingAddsAReference() {
        onMainLoop {
            let pointer = UnsafeMutableRawPointer(try XCTUnwrap(g_simple_action_new("a", nil)))
            let life = Lifetime(of: pointer)
            var object: Object? = Object(borrowing: pointer)
            XCTAssertEqual(object.map { _ in life.references }, 2)
            object = nil
            XCTAssertEqual(life.references, 1)
            g_object_unref(pointer)
            XCTAssertTrue(life.isOver)
        }
    }

    func testRetainedAddsTheReferenceThatTheCalleeTakes() {
        onMainLoop {
            let object = Object(adopting: UnsafeMutableRawPointer(g_simple_action_new("a", nil)))
            let life = Lifetime(of: object.pointer)
            g_object_unref(object.retained())
            XCTAssertEqual(life.references, 1)
        }
    }

    func testAHandleThatIsDroppedOnAnotherThreadFreesOnTheMainOne() {
        onMainLoop {
            let object = Object(adopting: UnsafeMutableRawPointer(g_simple_action_new("a", nil)))
            let life = Lifetime(of: object.pointer)
            let action = Object(borrowing: object.pointer)
            await Task.detached { [action] in _ = action }.value
            XCTAssertFalse(life.isOver)
            XCTAssertEqual(object.stringProperty("name"), "a")
        }
    }

    func testAttachmentsLiveAsLongAsTheObject() {
        onMainLoop {
            class View {}
            final class Row: View {}
            weak var weakRow: Row?
            var object: Object? = Object(adopting: UnsafeMutableRawPointer(g_simple_action_new("a", nil)))
            do {
                let row = Row()
                weakRow = row
                object?.attach(row, as: "row")
            }
            XCTAssertNotNil(weakRow)
            XCTAssertTrue(object?.attachment("row", as: Row.self) === weakRow)
            XCTAssertNil(object?.attachment("column", as: Row.self))
            XCTAssertNil(object?.attachment("row", as: ObjectTests.self))
            XCTAssertTrue(object?.attachment("row", as: View.self) === weakRow)
            object = nil
            XCTAssertNil(weakRow)
        }
    }

    func testANewAttachmentReplacesTheOld() {
        onMainLoop {
            final class Row {}
            let object = Object(adopting: UnsafeMutableRawPointer(g_simple_action_new("a", nil)))
            weak var first: Row?
            do {
                let row = Row()
                first = row
                object.attach(row, as: "row")
            }
            let second = Row()
            object.attach(second, as: "row")
            XCTAssertNil(first)
            XCTAssertTrue(Object.attachment("row", of: object.pointer, as: Row.self) === second)
            object.attach(nil, as: "row")
            XCTAssertNil(object.attachment("row", as: Row.self))
        }
    }

    func testPropertiesComeBackAsTheyWereSet() {
        onMainLoop {
            let action = Object(adopting: UnsafeMutableRawPointer(g_simple_action_new("a", nil)))
            action.setProperty("enabled", to: false)
            XCTAssertFalse(action.boolProperty("enabled"))
            action.setProperty("enabled", to: true)
            XCTAssertTrue(action.boolProperty("enabled"))

            let buffer = Object(adopting: UnsafeMutableRawPointer(gtk_entry_buffer_new(nil, 0)))
            buffer.setProperty("text", to: "Zoë 👩🏽‍🚀")
            XCTAssertEqual(buffer.stringProperty("text"), "Zoë 👩🏽‍🚀")
            buffer.setProperty("max-length", to: 3)
            XCTAssertEqual(gtk_entry_buffer_get_max_length(buffer.cast()), 3)

            let adjustment = Object(sinking: UnsafeMutableRawPointer(gtk_adjustment_new(0, 0, 1, 0, 0, 0)))
            adjustment.setProperty("value", to: 0.25)
            XCTAssertEqual(gtk_adjustment_get_value(adjustment.cast()), 0.25)
        }
    }

    func testAStringThatIsNullIsNil() {
        onMainLoop {
            let application = Object(
                adopting: UnsafeMutableRawPointer(g_application_new(nil, G_APPLICATION_FLAGS_NONE)))
            XCTAssertNil(application.stringProperty("application-id"))
        }
    }

    func testPropertiesCanBeSetWhileAnObjectIsMade() {
        onMainLoop {
            var object: Object? = Object(type: gtk_entry_buffer_get_type(), ["max-length": 7])
            let life = try Lifetime(of: XCTUnwrap(object?.pointer))
            XCTAssertEqual(object.map { gtk_entry_buffer_get_max_length($0.cast()) }, 7)
            XCTAssertEqual(life.references, 1)
            object = nil
            XCTAssertTrue(life.isOver)
        }
    }
}
