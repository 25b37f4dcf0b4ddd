import Foundation
import TestSupport
import XCTest

@testable import Gtk

final class CropViewTests: XCTestCase {
    func testEachStepCanBeTakenBack() {
        onDisplay(limit: .seconds(20)) {
            let view = CropView()
            XCTAssertFalse(view.perform(.zoomIn), "there is no picture")
            guard let data = Sample.quarters(600, 400).pngData() else { return XCTFail("no picture") }
            view.show(try await ChosenPicture.open(data))
            var seen = [view.crop]
            for command in [PictureCommand.zoomIn, .move(x: 0.1, y: 0), .turn(clockwise: true), .whole] {
                XCTAssertTrue(view.perform(command))
                XCTAssertNotEqual(view.crop, seen.last)
                seen.append(view.crop)
            }
            // All that a slider passes on its way is one step.
            for zoom in [1.2, 1.4, 1.6] { view.zoom(to: zoom) }
            for former in seen.reversed() {
                XCTAssertTrue(view.canUndo)
                view.undo()
                XCTAssertEqual(view.crop, former)
            }
            XCTAssertFalse(view.canUndo)
        }
    }
}
