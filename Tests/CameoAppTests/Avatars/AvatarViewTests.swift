import Avatars
import GLib
import Gtk
import Model
import TestSupport
import XCTest

@testable import CameoApp

/// The content of a view of a person's picture, at each time.
final class AvatarViewTests: XCTestCase {
    func testAPictureInMemoryIsShownInTheSameCall() throws {
        try onDisplay {
            let lab = try AvatarLab()
            let (first, window) = lab.view()
            first.show(lab.subject(7))
            waitUntil("the picture is there") { first.shownContact == 7 }
            let drawn = lab.pictures.drawCount
            // On no screen, where nothing else would make it show anything.
            let second = AvatarView(size: 50, pictures: lab.pictures)
            second.show(lab.subject(7))
            XCTAssertEqual(second.shownContact, 7)
            XCTAssertTrue(second.root.hasAccessibleLabel("Ada Lovelace avatar photo"))
            XCTAssertEqual(lab.pictures.drawCount, drawn, "without initials in between")
            XCTAssertEqual(lab.requests.count, 1)
            let names = first.nameCount
            first.show(lab.subject(7, last: "King"))
            XCTAssertEqual(first.shownContact, 7)
            XCTAssertTrue(first.root.hasAccessibleLabel("Ada King avatar photo"))
            XCTAssertEqual(first.nameCount, names + 1, "named once")
            window.close()
        }
    }

    func testAPictureThatCameBeforeTheViewWasOnTheScreenIsShownWithoutInitials() throws {
        try onDisplay {
            let lab = try AvatarLab()
            let late = AvatarView(size: 50, pictures: lab.pictures)
            late.show(lab.subject(7))
            let (first, window) = lab.view()
            first.show(lab.subject(7))
            waitUntil("the picture is there") { first.shownContact == 7 }
            let drawn = lab.pictures.drawCount
            let other = TestWindow(late.root, width: 100, height: 100)
            XCTAssertEqual(late.shownContact, 7)
            XCTAssertEqual(lab.pictures.drawCount, drawn)
            window.close()
            other.close()
        }
    }

    func testAViewThatIsOnNoScreenDrawsAndAsksNothing() throws {
        try onDisplay {
            let lab = try AvatarLab()
            let view = AvatarView(size: 50, pictures: lab.pictures)
            view.show(lab.subject(7))
            for _ in 0..<50 { MainLoop.iterate() }
            XCTAssertNil(view.root.picture)
            XCTAssertEqual(lab.pictures.drawCount, 0)
            XCTAssertEqual(lab.requests.count, 0)
        }
    }

    func testInitialsAreThereAtOnce() throws {
        try onDisplay {
            let lab = try AvatarLab()
            lab.isHeld = true
            let (view, window) = lab.view()
            let subject = lab.subject(7)
            view.show(subject)
            XCTAssertTrue(view.root.picture === lab.pictures.initials(of: subject, size: 50, scale: 1))
            XCTAssertTrue(view.root.hasAccessibleLabel("Ada Lovelace avatar"))
            XCTAssertEqual(lab.pictures.drawCount, 1)
            window.close()
        }
    }

    func testOnlyASlowLoadGetsASpinner() throws {
        try onDisplay {
            let lab = try AvatarLab()
            lab.isHeld = true
            let (view, window) = lab.view()
            let start = ContinuousClock.now
            view.show(lab.subject(7))
            XCTAssertFalse(view.root.isBusy)
            waitUntil("the spinner turns") { view.root.isBusy }
            XCTAssertGreaterThanOrEqual(ContinuousClock.now - start, .milliseconds(300))
            XCTAssertNotNil(view.root.picture, "over the initials")
            lab.isHeld = false
            waitUntil("the picture is there") { view.shownContact == 7 }
            XCTAssertFalse(view.root.isBusy)

            view.show(lab.subject(8))
            waitUntil("the picture is there") { view.shownContact == 8 }
            // Longer than the spinner would have waited.
            let end = ContinuousClock.now + .milliseconds(400)
            waitUntil("no spinner comes late") { view.root.isBusy || ContinuousClock.now > end }
            XCTAssertFalse(view.root.isBusy)
            window.close()
        }
    }

    func testALoadThatFailsLeavesInitialsInTheSameTurn() throws {
        try onDisplay {
            let lab = try AvatarLab()
            let (view, window) = lab.view()
            let subject = lab.subject(7)
            view.show(subject)
            waitUntil("the picture is there") { view.shownContact == 7 }
            lab.status = { _ in 404 }
            let state = try XCTUnwrap(lab.pictures.store).state(for: subject.picture, size: 50, scale: 1)
            var shown: Picture?
            // Observers are called in the order in which they came: the view's comes first.
            let observation = state.observe { if case .failed = $0 { shown = view.root.picture } }
            view.reload()
            waitUntil("the load has failed") { shown != nil }
            XCTAssertTrue(shown === lab.pictures.initials(of: subject, size: 50, scale: 1))
            XCTAssertTrue(view.root.hasAccessibleLabel("Ada Lovelace avatar"))
            XCTAssertFalse(view.root.isBusy)
            withExtendedLifetime(observation) {}
            window.close()
        }
    }

    func testInitialsFollowTheName() throws {
        try onDisplay {
            let lab = try AvatarLab()
            let (view, window) = lab.view()
            var subject = AvatarSubject(
                contactID: 7, firstName: "Ada", lastName: "Lovelace", completeName: "Ada Lovelace")
            view.show(subject)
            subject.lastName = "King"
            subject.completeName = "Ada King"
            view.show(subject)
            XCTAssertTrue(view.root.picture === lab.pictures.initials(of: subject, size: 50, scale: 1))
            XCTAssertTrue(view.root.hasAccessibleLabel("Ada King avatar"))
            window.close()
        }
    }

    func testAViewOffTheScreenTakesTheNameOfTheNextContactAtOnce() throws {
        try onDisplay {
            let lab = try AvatarLab()
            lab.isHeld = true
            let (view, window) = lab.view()
            view.show(lab.subject(7))
            view.root.isVisible = false
            view.show(lab.subject(8, last: "King"))
            XCTAssertNil(view.root.picture)
            XCTAssertTrue(view.root.hasAccessibleLabel("Ada King avatar"), "without an empty name in between")
            let names = view.nameCount
            view.root.isVisible = true
            XCTAssertNotNil(view.root.picture)
            XCTAssertEqual(view.nameCount, names)
            view.clear()
            XCTAssertFalse(view.root.hasAccessibleLabel("Ada King avatar"))
            window.close()
        }
    }

    func testAPhotoThatWasTakenAwayLeavesInitials() throws {
        try onDisplay {
            let lab = try AvatarLab()
            let (view, window) = lab.view()
            var subject = lab.subject(7)
            view.show(subject)
            waitUntil("the picture is there") { view.shownContact == 7 }
            subject.picture = .none
            view.show(subject)
            XCTAssertTrue(view.root.picture === lab.pictures.initials(of: subject, size: 50, scale: 1))
            XCTAssertTrue(view.root.hasAccessibleLabel("Ada Lovelace avatar"))
            window.close()
        }
    }

    func testAChangedPhotoStandsUntilTheNewOneIsThere() throws {
        try onDisplay {
            let lab = try AvatarLab()
            let (view, window) = lab.view()
            view.show(lab.subject(7))
            waitUntil("the picture is there") { view.shownContact == 7 }
            view.show(lab.subject(7, picture: 1_007))
            XCTAssertEqual(view.shownContact, 7)
            waitUntil("the new picture is there") { view.shownContact == 1_007 }
            window.close()
        }
    }

    func testAChangedPhotoThatFailsTakesTheFormerOneAway() throws {
        try onDisplay {
            let lab = try AvatarLab()
            let (view, window) = lab.view()
            view.show(lab.subject(7))
            waitUntil("the picture is there") { view.shownContact == 7 }
            lab.status = { _ in 404 }
            let changed = lab.subject(7, picture: 1_007)
            view.show(changed)
            XCTAssertEqual(view.shownContact, 7)
            waitUntil("initials are there") { view.shownContact == nil }
            XCTAssertTrue(view.root.picture === lab.pictures.initials(of: changed, size: 50, scale: 1))
            window.close()
        }
    }

    func testAnAnswerForAFormerPhotoIsNotShown() throws {
        try onDisplay {
            let lab = try AvatarLab()
            lab.isHeld = true
            let (view, window) = lab.view()
            view.show(lab.subject(7))
            waitUntil("the picture is asked for") { lab.requests.count == 1 }
            let former = try XCTUnwrap(lab.pictures.store).state(for: lab.subject(7).picture, size: 50, scale: 1)
            view.show(lab.subject(7, picture: 1_007))
            XCTAssertFalse(former.current.isLoading)
            lab.isHeld = false
            waitUntil("the new picture is there") { view.shownContact == 1_007 }
            window.close()
        }
    }

    func testAViewThatLeavesTheScreenGivesUpItsLoad() throws {
        try onDisplay {
            let lab = try AvatarLab()
            lab.isHeld = true
            let (view, window) = lab.view()
            view.show(lab.subject(7))
            waitUntil("the picture is asked for") { lab.requests.count == 1 }
            let state = try XCTUnwrap(lab.pictures.store).state(for: lab.subject(7).picture, size: 50, scale: 1)
            XCTAssertTrue(state.current.isLoading)
            window.close()
            XCTAssertFalse(state.current.isLoading)
            XCTAssertFalse(view.root.isBusy)
        }
    }

    func testTheStyleOfTheDesktopRedrawsInitials() throws {
        try onDisplay {
            let lab = try AvatarLab()
            let (view, window) = lab.view()
            let subject = AvatarSubject(contactID: 7, firstName: "Ada", lastName: "Lovelace")
            view.show(subject)
            let light = view.root.picture
            DesktopStyle.setDark(true)
            defer { DesktopStyle.setDark(false) }
            let dark = view.root.picture
            XCTAssertNotNil(dark)
            XCTAssertFalse(dark === light)
            XCTAssertTrue(dark === lab.pictures.initials(of: subject, size: 50, scale: 1))
            window.close()
        }
    }

    func testAnotherScaleOfTheScreenAsksForTheOtherSize() throws {
        try onDisplay {
            let lab = try AvatarLab()
            let (view, window) = lab.view()
            let subject = AvatarSubject(contactID: 7, firstName: "Ada", lastName: "Lovelace")
            view.show(subject)
            XCTAssertEqual(view.root.picture?.width, 50)
            try ScreenScale.set(2, of: view.root) { XCTAssertEqual(view.root.picture?.width, 100) }
            XCTAssertEqual(view.root.picture?.width, 50)
            window.close()
        }
    }

    func testAViewIsFreedWithAllThatItObserves() throws {
        try onDisplay {
            let lab = try AvatarLab()
            lab.isHeld = true
            weak var freed: AvatarView?
            var lifetime: Lifetime?
            do {
                let (view, window) = lab.view()
                view.show(lab.subject(7))
                freed = view
                lifetime = Lifetime(of: view.root)
                window.close()
            }
            waitUntil("the view is freed") { freed == nil && lifetime?.isOver == true }
        }
    }
}
