import Avatars
import Gtk
import Resources
import TestSupport
import XCTest

@testable import CameoApp

/// The small faces of the people of an activity.
final class FaceStackTests: XCTestCase {
    @MainActor
    private static var people: [AvatarSubject] {
        (1...3).map { AvatarSubject(contactID: $0, firstName: "Ada") }
    }

    func testFacesOverlap() {
        onDisplay {
            Desktop.addStyle { Resources.style }
            let stack = FaceStack(Self.people, pictures: AvatarPictures())
            let box = Box(.horizontal)
            box.append(stack.root)
            let window = TestWindow(box)
            XCTAssertEqual(stack.root.textureViews.map(\.width), [24, 24, 24])
            XCTAssertEqual(stack.root.width, 60)
            window.close()
        }
    }

    func testARowShowsTheFacesOfOthers() {
        onDisplay {
            let rows = [Self.people, []].map { faces in
                let row = ContactDetail.Row(title: "Dinner", icon: "emoji-activities-symbolic", faces: faces)
                return DetailRow(row, pictures: AvatarPictures())
            }
            let group = PreferencesGroup()
            for row in rows { group.add(row.root) }
            let window = TestWindow(group)
            XCTAssertEqual(rows.map { $0.root.textureViews.count }, [3, 0])
            window.close()
        }
    }
}
