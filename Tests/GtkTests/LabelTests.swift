import CGtk
import Foundation
import GLib
import Gtk
import TestSupport
import XCTest

/// What labels make of texts.
final class LabelTests: XCTestCase {
    func testAnAddressThatIsBrokenGetsNoHyphen() {
        onDisplay {
            for address in [
                "ada.lovelace@analytical.engines.example.org", "https://example.org/abcdefghijklmnopqrstuvwxyz",
            ] {
                let label = Label(address)
                label.wraps()
                let window = TestWindow(label, width: 90)
                XCTAssertGreaterThan(label.lineCount, 2)
                XCTAssertEqual(label.glyphCount, address.count, "a letter that is not in the address")
                window.close()
            }
        }
    }

    func testAChoiceIsWholeBesideALongTitle() {
        onDisplay {
            let row = ComboRow(title: "_Birthday", texts: ["Approximate age", "Unknown"])
            let list = BoxedList(label: "list")
            list.append(row)
            let window = TestWindow(list, width: 180)
            let chosen = { @MainActor in row.visibleTree.last { $0.texts == ["Approximate age"] } }
            waitUntil("it shows") { (chosen()?.width ?? 0) > 0 }
            XCTAssertEqual(chosen()?.isEllipsized, false)
            row.selected = 1
            waitUntil("the other one shows") { row.texts.contains("Unknown") && chosen() == nil }
            window.close()
        }
    }

    func testALinkLeadsToWhatItShows() {
        onDisplay {
            let label = Label()
            let text = "<b>See</b> https://a.example/?x=1&y='2' & more"
            let link = text.range(of: "https://a.example/?x=1&y='2'")
            label.show(text, links: [link].compactMap { $0 })
            XCTAssertEqual(label.text, text)
            var opened: [String] = []
            label.onLink { opened.append($0) }
            let window = TestWindow(label)
            label.emit("activate-link", "https://a.example/?x=1&y='2'")
            XCTAssertEqual(opened, ["https://a.example/?x=1&y='2'"])
            window.close()
        }
    }

    /// Since GTK 4.22 such a label would end the program while a screen reader reads.
    func testALabelHasLinksWhileItIsOnTheScreenOnly() {
        onDisplay {
            let label = Label()
            let text = "a.example & more"
            label.show(text, links: [text.startIndex..<text.index(text.startIndex, offsetBy: 9)])
            let row = Box(.horizontal)
            row.append(label)
            XCTAssertFalse(label.hasLinks)
            let window = TestWindow(row)
            XCTAssertTrue(label.hasLinks)
            label.isVisible = false
            XCTAssertFalse(label.hasLinks)
            XCTAssertEqual(label.text, text)
            label.isVisible = true
            XCTAssertTrue(label.hasLinks)
            XCTAssertEqual(label.text, text)
            label.text = "none"
            label.isVisible = false
            label.isVisible = true
            XCTAssertFalse(label.hasLinks)
            XCTAssertEqual(label.text, "none")
            row.removeAll()
            XCTAssertFalse(label.hasLinks)
            window.close()
        }
    }
}

extension Label {
    fileprivate var hasLinks: Bool { gtk_widget_has_css_class(cast(), "link") != 0 }

    /// How many lines there are.
    fileprivate var lineCount: Int { Int(pango_layout_get_line_count(gtk_label_get_layout(opaque))) }

    /// Of all lines together; fonts for tests make one of each letter.
    fileprivate var glyphCount: Int {
        let layout = gtk_label_get_layout(opaque)
        return (0..<lineCount).reduce(0) { sum, number in
            var count = sum
            var run = pango_layout_get_line_readonly(layout, Int32(number))?.pointee.runs
            while let item = run {
                let glyphs = item.pointee.data.assumingMemoryBound(to: PangoGlyphItem.self).pointee.glyphs.pointee
                for index in 0..<Int(glyphs.num_glyphs) where glyphs.glyphs[index].glyph != PangoGlyph(0x0fff_ffff) {
                    count += 1
                }
                run = item.pointee.next
            }
            return count
        }
    }
}
