import GLib
import Gtk
import TestSupport
import XCTest

/// Every kind of handle releases its objects. Nothing of a dropped window, widget or handler stays.
final class WidgetLifetimeTests: XCTestCase {
    func testEachWidgetIsFreedWithItsHandle() {
        onDisplay {
            let makers: [(String, () -> Object)] = [
                ("box", { Box(.horizontal) }), ("label", { Label("text") }), ("icon", { Icon("starred-symbolic") }),
                ("button", { Button("press") }),
                ("icon button", { Button(icon: "open-menu-symbolic", tooltip: "menu") }),
                ("stack", { Stack() }), ("revealer", { Revealer(Label()) }),
                ("clamp", { Clamp(Label(), maximumWidth: 9) }),
                ("scroll", { ScrolledWindow(Label()) }), ("status", { StatusPage(icon: "x", title: "t") }),
                ("group", { PreferencesGroup(title: "t") }), ("row", { ActionRow(title: "t") }),
                ("header", { HeaderBar() }), ("title", { WindowTitle("t") }), ("toasts", { ToastOverlay(Label()) }),
                ("spinner", { Spinner() }), ("progress", { ProgressBar() }), ("search", { SearchEntry() }),
                ("wrap box", { WrapBox() }), ("text column", { TextColumn() }), ("menu", { Menu() }),
                ("texture", { TextureView(size: 50) }),
                ("split", { SplitView(sidebar: Label(), content: Label()) }),
                ("menu button", { MenuButton(icon: "open-menu-symbolic", tooltip: "menu", menu: Menu()) }),
            ]
            for (name, make) in makers {
                var object: Object? = make()
                let lifetime = object.map { Lifetime(of: $0) }
                XCTAssertEqual(lifetime?.isOver, false)
                object = nil
                XCTAssertEqual(lifetime?.isOver, true, "\(name) leaks")
            }
        }
    }

    func testChildLivesAsLongAsItsParent() {
        onDisplay {
            var parent: Box? = Box(.vertical)
            var child: Label? = Label("child")
            let lifetime = Lifetime(of: Label())
            XCTAssertTrue(lifetime.isOver)
            let childLifetime = child.map { Lifetime(of: $0) }
            if let child { parent?.append(child) }
            child = nil
            XCTAssertEqual(childLifetime?.isOver, false)
            parent = nil
            XCTAssertEqual(childLifetime?.isOver, true)
        }
    }

    func testHandlerIsFreedWithItsButton() {
        onDisplay {
            final class Captured {}
            weak var weakCaptured: Captured?
            var button: Button? = Button("press")
            do {
                let captured = Captured()
                weakCaptured = captured
                button?.onClicked { _ = captured }
            }
            XCTAssertNotNil(weakCaptured)
            button = nil
            XCTAssertNil(weakCaptured)
        }
    }

    func testTextureViewFreesItsPictureWithItself() {
        onDisplay {
            weak var weakPicture: Picture?
            var view: TextureView? = TextureView(size: 4)
            do {
                let picture = Picture(width: 4, height: 4, pixels: .init(repeating: 0xFF00_FF00, count: 16))
                weakPicture = picture
                view?.show(picture)
                XCTAssertTrue(view?.picture === picture)
            }
            XCTAssertNotNil(weakPicture)
            view = nil
            XCTAssertNil(weakPicture)
        }
    }

    func testClosedWindowIsFreedWithItsContent() {
        onDisplay {
            let application = Application(id: "io.github.cameo_contacts.Cameo.Tests", isUnique: false)
            @MainActor final class Owner {
                let window: ApplicationWindow
                init(_ application: Application) { window = ApplicationWindow(application) }
            }
            weak var weakOwner: Owner?
            var contentLifetime: Lifetime?
            application.onActivate {
                let owner = Owner(application)
                weakOwner = owner
                application.keep(owner, with: owner.window)
                let content = Label("content")
                contentLifetime = Lifetime(of: content)
                owner.window.setContent(content)
                owner.window.present()
                owner.window.close()
            }
            XCTAssertEqual(application.run(), 0)
            XCTAssertNil(weakOwner)
            XCTAssertEqual(contentLifetime?.isOver, true)
            XCTAssertEqual(application.windowCount, 0)
        }
    }
}
