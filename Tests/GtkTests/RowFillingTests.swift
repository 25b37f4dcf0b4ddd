import CGtk
import GLib
import Gtk
import TestSupport
import XCTest

/// Visible rows are filled at once, the others bit by bit.
final class RowFillingTests: XCTestCase {
    func testRowsThatNobodySeesAreFilledBitByBit() {
        onDisplay(limit: .seconds(60)) {
            let shown = Shown(count: 1_000)
            await until("the first rows are there") { shown.filled(0) }
            await shown.rest()
            for (position, texts) in [(990, "row 990"), (20, "row 20")] {
                shown.log.reset()
                shown.list.scroll(to: position)
                await until("its row is there") { shown.list.texts.contains(texts) }
                // In the turn of the jump none was, though GTK gave two hundred an item.
                XCTAssertGreaterThan(shown.log.bound, 150)
                XCTAssertLessThan(shown.log.inOneTurn, 50)
                await shown.rest()
                XCTAssertEqual(shown.log.filled, shown.log.bound, "in the end each is filled, once")
            }
            shown.window.close()
        }
    }

    /// A screen reader asks for the name of a newly focused row before the next layout.
    func testARowThatGetsTheFocusHasItsNameAtOnce() {
        onDisplay(limit: .seconds(60)) {
            let shown = Shown(count: 1_000)
            await until("the first rows are there") { shown.filled(0) }
            await shown.rest()
            // As GTK does for End.
            gtk_widget_activate_action_variant(
                shown.list.cast(), "list.scroll-to-item", g_variant_new_uint32(990))
            let widget = try XCTUnwrap(shown.log.row(of: 990)?.root.parent)
            XCTAssertFalse(widget.hasAccessibleLabel("row 990"), "it is filled later")
            widget.grabFocus()
            XCTAssertTrue(widget.hasAccessibleLabel("row 990"))
            shown.window.close()
        }
    }

    func testNothingIsFilledForItemsThatAreGone() {
        onDisplay(limit: .seconds(60)) {
            let shown = Shown(count: 1_000)
            await until("the first rows are there") { shown.filled(0) }
            shown.log.reset()
            shown.list.scroll(to: 500)
            await until("its rows are there") { shown.log.bound > 150 }
            shown.log.reset()
            shown.model.replace(with: [])
            await until("all are left") { shown.log.rows.allSatisfy { $0.item == nil } }
            XCTAssertEqual(shown.log.filled, 0)
            shown.window.close()
        }
    }

    func testANewValueIsShownAtOnceWhereSomebodySeesIt() {
        onDisplay(limit: .seconds(60)) {
            let shown = Shown(count: 1_000)
            await until("the first rows are there") { shown.filled(0) }
            await shown.rest()
            let last = shown.log.rows.compactMap { $0.item?.id }.max() ?? 0
            shown.log.reset()
            shown.model.showAhead(Entry(id: 0, text: "seen"))
            XCTAssertEqual(shown.log.row(of: 0)?.text, "seen")
            shown.model.showAhead(Entry(id: last, text: "unseen"))
            XCTAssertEqual(shown.log.row(of: last)?.text, "row \(last)")
            await until("it follows") { shown.log.row(of: last)?.text == "unseen" }
            XCTAssertEqual(shown.log.row(of: last)?.root.parent?.hasAccessibleLabel("unseen"), true)
            shown.window.close()
        }
    }

    func testNoRowIsLeftEmptyWhateverMoves() {
        onDisplay(limit: .seconds(60)) {
            let model = ListModel<Entry>()
            let list = ListView(model) { Row(nil) }
            let window = TestWindow(ScrolledWindow(list))
            model.replace(with: (0..<60).map { Entry(id: $0, text: "row \($0)") })
            await until("the first rows are there") { list.texts.contains("row 0") }
            var random = SplitMix(seed: 7)
            for round in 0..<150 {
                var items = model.items
                for _ in 0..<Int.random(in: 1...3, using: &random) {
                    items.insert(
                        items.remove(at: .random(in: 0..<20, using: &random)),
                        at: .random(in: 0..<40, using: &random))
                }
                if round.isMultiple(of: 5) { items.removeSubrange(3..<9) }
                if round.isMultiple(of: 5) { items += (0..<6).map { Entry(id: 1_000 + round * 6 + $0, text: "new") } }
                model.replace(with: items)
                guard round.isMultiple(of: 3) else { continue }
                await list.nextFrame(within: .seconds(1))
                let seen = list.children.filter(\.isMapped)
                XCTAssertGreaterThan(seen.count, 5)
                XCTAssertEqual(seen.count { $0.texts.isEmpty }, 0, "in round \(round)")
            }
            window.close()
        }
    }

    func testRowsWhoseItemsAreGoneForgetThem() {
        onDisplay(limit: .seconds(60)) {
            let shown = Shown(count: 20)
            await until("the first rows are there") { shown.filled(0) }
            // Kept by the test, as by GTK where it has another item for a row in a moment.
            let kept = shown.log.rows
            shown.model.replace(with: [Entry(id: 100, text: "other")])
            await until("they forget") { kept.allSatisfy { $0.item == nil || $0.item?.id == 100 } }
            shown.window.close()
        }
    }
}

private struct Entry: Identifiable, Equatable, Sendable {
    let id: Int
    var text: String
}

/// A list on the screen that counts its rows' events.
@MainActor
private final class Shown {
    let model = ListModel<Entry>()
    let log = Log()
    let list: ListView<Row>
    let window: TestWindow

    init(count: Int) {
        let log = log
        list = ListView(model) { Row(log) }
        window = TestWindow(ScrolledWindow(list))
        model.replace(with: (0..<count).map { Entry(id: $0, text: "row \($0)") })
    }

    func filled(_ id: Int) -> Bool { log.row(of: id)?.text != nil }

    /// Until nothing is left to do.
    func rest() async {
        for _ in 0..<3 { await list.nextFrame(within: .seconds(1)) }
        for _ in 0..<50 { await MainLoop.idle() }
    }
}

@MainActor
private final class Log {
    var rows: [Row] = []
    var bound = 0
    private(set) var filled = 0
    /// The most that were filled in one turn of the main loop.
    private(set) var inOneTurn = 0
    private var turn = 0

    func row(of id: Int) -> Row? { rows.first { $0.item?.id == id } }

    func reset() { (bound, filled, inOneTurn, turn) = (0, 0, 0, 0) }

    func countFilling() {
        filled += 1
        if turn == 0 { MainLoop.beforeNextFrame { self.turn = 0 } }
        turn += 1
        inOneTurn = max(inOneTurn, turn)
    }
}

@MainActor
private final class Row: ListRow {
    let label = Label()
    private(set) var item: Entry?
    private(set) var text: String?
    /// Keeps its rows.
    private let log: Log?

    init(_ log: Log?) {
        self.log = log
        log?.rows.append(self)
    }

    var root: Widget { label }
    var accessibleLabel: String { label.text }

    func bind(_ item: Entry) {
        self.item = item
        log?.bound += 1
    }

    func fill() {
        text = item?.text
        label.text = item?.text ?? ""
        log?.countFilling()
    }

    func unbind() { (item, text) = (nil, nil) }
}
