import CGtk
import TestSupport
import XCTest

@testable import Gtk

final class SqueezerTests: XCTestCase {
    private static let long = "A name that is longer than the window is wide, whatever the font"

    func testWhatIsInItShowsWhereThereIsRoomForIt() {
        onDisplay {
            let title = Label("Ada")
            let squeezer = Squeezer(title)
            let window = TestWindow(Self.bar(of: squeezer), width: 360, height: 200)
            waitUntil("it shows") { title.isMapped && title.width > 0 }
            title.text = Self.long
            waitUntil("it gave way") { !title.isMapped }
            title.text = "Ada Lovelace"
            waitUntil("it is back") { title.isMapped }
            XCTAssertGreaterThanOrEqual(title.width, Int(Self.size(of: title, GTK_ORIENTATION_HORIZONTAL).minimum))
            title.isVisible = false
            XCTAssertEqual(Self.size(of: squeezer, GTK_ORIENTATION_HORIZONTAL).natural, 0)
            window.close()
        }
    }

    func testItAddsNothingToTheLeastWidthAndNoHeightWhereItGaveWay() {
        onDisplay {
            let title = Label("Ada Lovelace")
            let squeezer = Squeezer(title)
            let natural = Self.size(of: title, GTK_ORIENTATION_HORIZONTAL).natural
            XCTAssertGreaterThan(natural, 0)
            XCTAssertEqual(Self.size(of: squeezer, GTK_ORIENTATION_HORIZONTAL).minimum, 0)
            XCTAssertEqual(Self.size(of: squeezer, GTK_ORIENTATION_HORIZONTAL).natural, natural)
            XCTAssertEqual(Self.size(of: squeezer, GTK_ORIENTATION_VERTICAL, for: natural - 1).natural, 0)
            let height = Self.size(of: title, GTK_ORIENTATION_VERTICAL).natural
            XCTAssertEqual(Self.size(of: squeezer, GTK_ORIENTATION_VERTICAL, for: natural).natural, height)
        }
    }

    /// GTK lays nothing out that asked for it while it was laid out, and draws nothing that waits for it: here all below the
    /// messages was blank for ever.
    func testAPageOnWhichItGivesWayIsDrawnWhereAMessageMovesAtTheSameTime() {
        onDisplay(limit: .seconds(30)) {
            let title = Label("Ada")
            let content = Self.bar(of: Squeezer(title))
            let sidebar = Box(.vertical)
            sidebar.setMinimumSize(width: 300)
            let split = SplitView(sidebar: sidebar, content: content)
            let stack = Stack()
            stack.add(split, named: "contacts")
            let toasts = ToastOverlay(stack)
            let window = TestWindow(toasts, width: 360, height: 200)
            for name in ["Grace", Self.long, "Ada", Self.long, "Ada Lovelace"] {
                split.showsContent = true
                await until("the content shows") { content.isMapped && !sidebar.isMapped }
                split.showsContent = false
                await until("the sidebar shows") { !content.isMapped }
                // The page has a size again, and no place while it is out of sight.
                title.text = name
                for _ in 0..<3 { await toasts.nextFrame(within: .seconds(1)) }
                // As the overlay asks for each frame in which a message comes or goes.
                gtk_widget_queue_allocate(toasts.widget)
                split.showsContent = true
                for _ in 0..<3 { await toasts.nextFrame(within: .seconds(1)) }
                await until("the title is there, or gave way") { title.isMapped == (name != Self.long) }
            }
            window.close()
        }
    }

    /// One beside something that leaves little room in a narrow window.
    @MainActor
    private static func bar(of squeezer: Squeezer) -> Box {
        let rest = Box(.vertical)
        rest.setMinimumSize(width: 200)
        let bar = Box(.horizontal)
        bar.append(squeezer)
        bar.append(rest)
        bar.expandsHorizontally = true
        bar.expandsVertically = true
        return bar
    }

    @MainActor
    private static func size(
        of widget: Widget, _ orientation: GtkOrientation, for other: Int32 = -1
    ) -> (minimum: Int32, natural: Int32) {
        var (minimum, natural): (Int32, Int32) = (0, 0)
        gtk_widget_measure(widget.widget, orientation, other, &minimum, &natural, nil, nil)
        return (minimum, natural)
    }
}
