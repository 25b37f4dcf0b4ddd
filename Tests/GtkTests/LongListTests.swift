import GLib
import Gtk
import Synchronization
import TestSupport
import XCTest

/// A change costs the main thread the same in a short list and in a long list.
final class LongListTests: XCTestCase {
    func testAContactThatMovesCostsTheSameInALongList() {
        onDisplay(limit: .seconds(60)) {
            var costs: [Cost] = []
            for count in [1_000, 10_000] { costs.append(await Self.costOfMove(in: count)) }
            XCTAssertEqual(costs.first?.looks, costs.last?.looks)
            XCTAssertLessThan(costs.map(\.binds).max() ?? 0, 250, "\(costs)")
            XCTAssertLessThan(costs.map(\.told).max() ?? 0, 5, "\(costs)")
        }
    }

    /// GTK makes some two hundred rows wherever it goes, in one turn: it is told to go there once.
    func testTheFocusGoesToAFarRowWithOneJump() {
        onDisplay(limit: .seconds(60)) {
            let (_, list, window) = Self.shownList(of: 1_000)
            list.selectedPosition = 5
            list.focusSelected()
            await until("its row has the focus") { list.focusedWidget?.texts == ["row 5"] }
            for position in [700, 20, 990] {
                let binds = list.bindCount
                list.selectedPosition = position
                list.scroll(to: position)
                XCTAssertEqual(list.bindCount, binds, "in the turn that asks for it")
                list.focusSelected()
                XCTAssertTrue(list.containsFocus)
                await until("its row has the focus") { list.focusedWidget?.texts == ["row \(position)"] }
                for _ in 0..<3 { await list.nextFrame(within: .seconds(1)) }
                XCTAssertLessThan(list.bindCount - binds, 250)
            }
            window.close()
        }
    }

    /// Where an item goes that the list is on its way to.
    func testAJumpFollowsWhoMovesMeanwhile() {
        onDisplay(limit: .seconds(60)) {
            let (model, list, window) = Self.shownList(of: 1_000)
            // All rows are there for a moment, those on the screen stay.
            await until("rows with a place") { list.texts.contains("row 5") && !list.texts.contains("row 100") }
            list.selectedPosition = 400
            list.scroll(to: 400)
            var items = model.items
            items.insert(items.remove(at: 400), at: 900)
            model.apply(ListChange(from: model.items, to: items))
            await until("its row") { list.texts.contains("row 400") }
            // Of two requested places, the list goes to the later one.
            list.scroll(to: 20)
            list.scroll(to: 900)
            for _ in 0..<3 { await list.nextFrame(within: .seconds(1)) }
            XCTAssertTrue(list.texts.contains("row 400"))
            // A place that goes with the items there is none to come to.
            list.scroll(to: 999)
            model.replace(with: Array(items.prefix(10)))
            await until("the rest") { list.texts.contains("row 0") }
            // Who was selected goes while the focus is on its way there.
            model.replace(with: items)
            list.selectedPosition = 700
            list.focusSelected()
            model.replace(with: Array(items.prefix(10)))
            await until("a row has the focus") { list.focusedWidget?.texts.first?.hasPrefix("row") == true }
            window.close()
        }
    }

    @MainActor
    private static func shownList(of count: Int) -> (ListModel<Counted>, ListView<Row>, TestWindow) {
        let model = ListModel<Counted>()
        let list = ListView(model) { Row() }
        let window = TestWindow(ScrolledWindow(list))
        model.replace(with: (0..<count).map { Counted(number: $0, text: "row \($0)") })
        return (model, list, window)
    }

    private struct Cost {
        /// How often an item was asked for its identity, or compared.
        var looks: Int
        /// How many rows got an item.
        var binds: Int
        /// How many items GTK was told to have come or gone.
        var told: Int
    }

    /// Of an item that gets another text, and its place in the middle.
    @MainActor
    private static func costOfMove(in count: Int) async -> Cost {
        let (model, list, window) = shownList(of: count)
        list.selectedPosition = 5
        list.focusSelected()
        await until("its row has the focus") { list.focusedWidget?.texts == ["row 5"] }
        var items = model.items
        items.remove(at: 5)
        items.insert(Counted(number: 5, text: "moved"), at: count / 2)
        let change = ListChange(from: model.items, to: items)
        var told = 0
        model.on("items-changed") { told += Int($0.uint(1)) + Int($0.uint(2)) }
        let (looks, binds) = (Counted.looks, list.bindCount)
        model.apply(change)
        await until("its row shows it") { list.texts.contains("moved") }
        for _ in 0..<3 { await list.nextFrame(within: .seconds(1)) }
        XCTAssertEqual(list.selectedPosition, count / 2)
        window.close()
        return Cost(looks: Counted.looks - looks, binds: list.bindCount - binds, told: told)
    }

    @MainActor
    private final class Row: ListRow {
        let label = Label()
        var root: Widget { label }
        var accessibleLabel: String { label.text }

        func bind(_ item: Counted) { label.text = item.text }
        func fill() {}
        func unbind() {}
    }
}

/// Counts how often it is asked who it is, or compared.
private struct Counted: Identifiable, Equatable, Sendable {
    private static let counter = Mutex(0)
    static var looks: Int { counter.withLock(\.self) }

    let number: Int
    var text: String

    var id: Int {
        Self.counter.withLock { $0 += 1 }
        return number
    }

    static func == (one: Counted, other: Counted) -> Bool {
        counter.withLock { $0 += 1 }
        return one.number == other.number && one.text == other.text
    }
}
