import CGtk
import Foundation
import GLib
import Gtk
import TestSupport
import XCTest

/// The lines that labels make of texts.
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

    func testAWordIsBrokenOnlyWhereItDoesNotFit() {
        onDisplay {
            let word = Label("Montgomery")
            var width: Int32 = 0
            gtk_widget_measure(word.cast(), GTK_ORIENTATION_HORIZONTAL, -1, nil, &width, nil, nil)
            let texts = [("Eve Montgomery (Gigi)", ["Eve ", "Montgomery ", "(Gigi)"]), ("Montgomeryshire", nil)]
            for (text, lines) in texts {
                let label = Label(text)
                label.wrapsBetweenWords()
                let line = Box(.horizontal)
                line.horizontalAlignment = .center
                line.append(label)
                let window = TestWindow(Clamp(line, maximumWidth: Int(width)), width: 300)
                if let lines { XCTAssertEqual(label.lines, lines) } else { XCTAssertGreaterThan(label.lineCount, 1) }
                XCTAssertLessThanOrEqual(label.width, Int(width))
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

    /// The text of each line.
    fileprivate var lines: [String] {
        (0..<lineCount).map { number in
            guard let line = pango_layout_get_line_readonly(gtk_label_get_layout(opaque), Int32(number))?.pointee else {
                return ""
            }
            let start = text.utf8.index(text.startIndex, offsetBy: Int(line.start_index))
            return String(text[start..<text.utf8.index(start, offsetBy: Int(line.length))])
        }
    }

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
