import CGtk
import GLib
import Gtk
import TestSupport
import XCTest

private struct Entry: Identifiable, Equatable, Sendable {
    let id: Int
    var text = ""
}

/// The list model reports exact changes to GTK. Items keep their objects.
final class ListModelTests: XCTestCase {
    func testRandomChangesArriveAsSplicesThatAddUp() {
        onDisplay {
            var random = SplitMix(seed: 7)
            let model = ListModel<Entry>()
            // The content of the list that follows from the change signals alone.
            var mirror: [Int] = []
            model.on("items-changed") { arguments in
                let position = Int(arguments.uint(0))
                let added = (position..<position + Int(arguments.uint(2))).map { Self.id(in: model, at: $0) }
                mirror.replaceSubrange(position..<position + Int(arguments.uint(1)), with: added)
                // The model agrees with its own story at each step, not only at the end.
                XCTAssertEqual(Int(g_list_model_get_n_items(model.opaque)), mirror.count)
            }
            for _ in 0..<300 {
                let ids = (0..<Int.random(in: 0...40, using: &random)).map { _ in Int.random(in: 0..<60, using: &random)
                }
                var seen = Set<Int>()
                let items = ids.filter { seen.insert($0).inserted }.map { Entry(id: $0) }
                model.replace(with: items)
                XCTAssertEqual(mirror, items.map(\.id))
                XCTAssertEqual(mirror, (0..<mirror.count).map { Self.id(in: model, at: $0) })
            }
        }
    }

    func testOneChangeInManyIsOneSplice() {
        onDisplay {
            let model = ListModel<Entry>()
            model.replace(with: (0..<10_000).map { Entry(id: $0) })
            var splices: [[UInt32]] = []
            model.on("items-changed") { splices.append([$0.uint(0), $0.uint(1), $0.uint(2)]) }
            model.replace(with: (0..<10_000).filter { $0 != 5_000 }.map { Entry(id: $0) })
            XCTAssertEqual(splices, [[5_000, 1, 0]])
        }
    }

    func testValuesThatChangeArriveAlsoWhereTheirItemsMove() {
        onDisplay {
            var random = SplitMix(seed: 8)
            let model = ListModel<Entry>()
            model.replace(with: (0..<40).map { Entry(id: $0) })
            let held = (0..<40).compactMap { g_list_model_get_item(model.opaque, $0) }
            for round in 0..<200 {
                var items = model.items
                for _ in 0..<3 {
                    items.swapAt(Int.random(in: 0..<40, using: &random), Int.random(in: 0..<40, using: &random))
                    items[Int.random(in: 0..<40, using: &random)].text = "\(round)"
                }
                model.replace(with: items)
                let shown = held.compactMap { model.item(of: $0) }
                XCTAssertEqual(shown.map(\.text), shown.map { item in items.first { $0.id == item.id }?.text })
            }
            for object in held { g_object_unref(object) }
        }
    }

    func testItemKeepsItsObjectWhileSomebodyHoldsIt() {
        onDisplay {
            let model = ListModel<Entry>()
            model.replace(with: (0..<100).map { Entry(id: $0) })
            let held = g_list_model_get_item(model.opaque, 42)
            model.replace(with: (40..<90).map { Entry(id: $0, text: "new") })
            let again = g_list_model_get_item(model.opaque, 2)
            XCTAssertEqual(held, again)
            XCTAssertEqual(model.objectCount, 1)
            g_object_unref(held)
            g_object_unref(again)
            XCTAssertEqual(model.objectCount, 0, "objects exist only for what is held")
        }
    }

    @MainActor private static func id(in model: ListModel<Entry>, at position: Int) -> Int {
        // The object that GTK would get, not the model's own account of itself.
        guard let object = g_list_model_get_item(model.opaque, guint(position)) else { return -1 }
        defer { g_object_unref(object) }
        return model.item(of: object)?.id ?? -1
    }
}

/// The view makes rows for the screen, and frees them. Rows follow their items.
final class ListViewTests: XCTestCase {
    @MainActor
    private final class Row: ListRow {
        static var alive = 0
        let label = Label()
        var root: Widget { label }
        var accessibleLabel: String { label.text }
        var entry: Int?

        init() { Row.alive += 1 }
        isolated deinit { Row.end() }

        private static func end() { alive -= 1 }

        func bind(_ item: Entry) {
            label.text = item.text
            entry = item.id
        }

        func fill() {}
        func unbind() { entry = nil }
    }

    func testOneHundredThousandItemsMakeSomeHundredRows() {
        onDisplay {
            let model = ListModel<Entry>()
            var rows: [Row] = []
            let list = ListView(model) { () -> Row in
                let row = Row()
                rows.append(row)
                return row
            }
            let window = TestWindow(ScrolledWindow(list))
            model.replace(with: (0..<100_000).map { Entry(id: $0, text: "row \($0)") })
            waitUntil("rows are bound") { rows.contains { $0.entry == 0 } }
            XCTAssertLessThan(rows.count, 300)
            XCTAssertLessThan(model.objectCount, 300)

            // A new value reaches the row that shows the item, and no other is bound anew.
            let binds = list.bindCount
            var items = model.items
            items[0].text = "changed"
            model.replace(with: items)
            XCTAssertEqual(rows.first { $0.entry == 0 }?.label.text, "changed")
            XCTAssertEqual(list.bindCount, binds)

            list.selectedPosition = 3
            var selected: [Int?] = []
            list.onSelect = { selected.append($0?.id) }
            model.replace(with: (1..<100_000).map { Entry(id: $0, text: "row \($0)") })
            XCTAssertEqual(list.selectedPosition, 2, "the selection stays with its item")
            list.selectedPosition = nil
            XCTAssertEqual(selected.last ?? 0, nil)

            list.scroll(to: 50_000)
            waitUntil("the list scrolled") { rows.contains { $0.entry == 50_001 } }
            window.close()
        }
    }

    func testAnItemThatMovesStaysSelectedAndFocused() {
        onDisplay {
            var random = SplitMix(seed: 3)
            let model = ListModel<Entry>()
            let list = ListView(model) { Row() }
            let window = TestWindow(ScrolledWindow(list))
            model.replace(with: (0..<300).map { Entry(id: $0, text: "row \($0)") })
            list.selectedPosition = 7
            list.focusSelected()
            waitUntil("the row has the focus") { list.focusedWidget?.texts == ["row 7"] }
            var selected: [Int?] = []
            list.onSelect = { selected.append($0?.id) }
            for _ in 0..<20 {
                model.replace(with: model.items.shuffled(using: &random))
                XCTAssertEqual(list.selectedPosition, model.position(of: 7))
                XCTAssertTrue(list.containsFocus)
            }
            waitUntil("the row has the focus") { list.focusedWidget?.texts == ["row 7"] }
            XCTAssertEqual(selected, [], "nothing was selected, and nothing unselected")
            model.replace(with: model.items.filter { $0.id != 7 })
            XCTAssertEqual(list.selectedPosition, nil)
            XCTAssertEqual(selected, [], "no person has unselected it")
            XCTAssertTrue(list.containsFocus)
            model.replace(with: model.items + [Entry(id: 7, text: "row 7")])
            XCTAssertEqual(list.selectedPosition, model.position(of: 7), "a chosen item is selected when it comes back")
            window.close()
        }
    }

    func testTheChoiceOfAnItemThatIsNotThereUnselects() {
        onDisplay {
            let model = ListModel<Entry>()
            let list = ListView(model) { Row() }
            let window = TestWindow(ScrolledWindow(list))
            model.replace(with: (0..<10).map { Entry(id: $0, text: "row \($0)") })
            var selected: [Int?] = []
            list.onSelect = { selected.append($0?.id) }
            list.choose(3, at: 3)
            XCTAssertEqual(list.selectedPosition, 3)
            list.choose(42, at: nil)
            XCTAssertNil(list.selectedPosition)
            model.replace(with: [Entry(id: 42, text: "row 42")] + model.items)
            XCTAssertEqual(list.selectedPosition, 0, "the item has come")
            list.choose(nil, at: nil)
            XCTAssertNil(list.selectedPosition)
            XCTAssertEqual(selected, [], "no person has selected anything")
            window.close()
        }
    }

    func testAPressPicksOnceAndAFingerPicksAtTheEndOfItsTap() throws {
        try onDisplay {
            let model = ListModel<Entry>()
            var rows: [Row] = []
            let list = ListView(model) { () -> Row in
                let row = Row()
                rows.append(row)
                return row
            }
            list.isPicking = true
            var picked: [Int] = []
            list.onPick = { if case .toggle(let entry) = $0 { picked.append(entry.id) } }
            let window = TestWindow(ScrolledWindow(list))
            model.replace(with: (0..<3).map { Entry(id: $0, text: "row \($0)") })
            @MainActor func place(of id: Int) -> Widget? { rows.first { $0.entry == id }?.label.parent }
            waitUntil("rows are laid out") { place(of: 1)?.height ?? 0 > 0 }
            let former = try XCTUnwrap(place(of: 1))
            former.press(on: former)
            XCTAssertEqual(picked, [1])
            former.endTap(on: former)
            XCTAssertEqual(picked, [1, 1])

            rows = []
            list.remakeRows()
            waitUntil("rows are made again") { place(of: 1)?.height ?? 0 > 0 }
            let present = try XCTUnwrap(place(of: 1))
            // Newer versions of GTK keep their widget for the row.
            if former.pointer != present.pointer { former.press(on: former) }
            XCTAssertEqual(picked, [1, 1])
            present.press(on: present)
            XCTAssertEqual(picked, [1, 1, 1])
            window.close()
        }
    }

    func testRowsAreFreedWithTheirList() {
        onDisplay {
            let before = Row.alive
            var lifetime: Lifetime?
            do {
                let model = ListModel<Entry>()
                model.replace(with: (0..<100).map { Entry(id: $0) })
                let list = ListView(model) { Row() }
                lifetime = Lifetime(of: list)
                let window = TestWindow(ScrolledWindow(list))
                waitUntil("rows are bound") { Row.alive > before }
                window.close()
            }
            waitUntil("the list is freed") { lifetime?.isOver == true }
            XCTAssertEqual(Row.alive, before)
        }
    }
}
