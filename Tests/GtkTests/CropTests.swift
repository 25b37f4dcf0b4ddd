import Testing

@testable import Gtk

struct CropTests {
    @Test(arguments: [
        (400, 300, 50.0, 0.0, 300.0), (300, 400, 0, 0, 300), (300, 900, 0, 150, 300), (10, 10, 0, 0, 10),
    ])
    func itBeginsWithTheUpperThirdOfAPortrait(width: Int, height: Int, left: Double, top: Double, side: Double) {
        let crop = Crop(width: width, height: height)
        #expect((crop.left, crop.top, crop.side) == (left, top, side) && crop.zoom == 1)
    }

    @Test func theSquareStaysInThePicture() {
        var crop = Crop(width: 1_000, height: 800)
        crop.zoom(to: 2)
        #expect(crop.side == 400 && crop.left == 300 && crop.top == 200, "around the middle")
        crop.move(x: 0.5, y: -0.25)
        #expect(crop.left == 500 && crop.top == 100)
        crop.move(x: 100, y: -100)
        #expect(crop.left == 600 && crop.top == 0)
        crop.zoom(to: 0)
        #expect(crop.side == 800 && crop.left == 200)
        crop.zoom(to: 1_000)
        #expect(crop.zoom == crop.largestZoom && crop.largestZoom == 10)
        crop.showWhole()
        #expect(crop == Crop(width: 1_000, height: 800))
        #expect(Crop(width: 20, height: 30).largestZoom == 1, "there is nothing to enlarge")
    }

    @Test func aPointOfTheSquareStaysWhileItZooms() {
        var crop = Crop(width: 1_000, height: 1_000)
        crop.zoom(to: 2, around: (0.25, 1))
        #expect(crop.left == 125 && crop.top == 500 && crop.side == 500)
    }

    @Test(arguments: [true, false])
    func fourTurnsAreNone(clockwise: Bool) {
        var crop = Crop(width: 1_000, height: 600)
        crop.zoom(to: 3)
        crop.move(x: 0.7, y: -0.4)
        let former = crop
        for turns in 1...4 {
            crop.turn(clockwise: clockwise)
            #expect(abs(crop.unturned.left - former.left) < 1e-6 && abs(crop.unturned.top - former.top) < 1e-6)
            #expect(crop.width == (turns % 2 == 1 ? 600 : 1_000))
        }
        #expect(crop.turns == 0)
    }
}
