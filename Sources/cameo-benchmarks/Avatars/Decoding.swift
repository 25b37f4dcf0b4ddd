import Foundation
import Gtk

/// How long a picture takes from its bytes to a texture, by the time that it computes.
@MainActor
enum Decoding {
    /// The edge of the decode that rows of the list share.
    private static let pixels = 110

    static func measure() throws {
        let large = try SamplePhoto.jpeg(width: 4_000, height: 3_000)
        let small = try SamplePhoto.jpeg(width: 800, height: 800)
        try compare("avatars.jpeg12mp", large, withTurbo: true, rounds: 15)
        try compare("avatars.jpeg800", small, withTurbo: true, rounds: 400)
        try compare("avatars.png800", try SamplePhoto.png(width: 800, height: 800), withTurbo: false, rounds: 40)
    }

    /// Decodes in turns, so that other load of the machine affects all decoders alike.
    private static func compare(_ name: String, _ data: Data, withTurbo: Bool, rounds: Int) throws {
        var own: [Double] = []
        var turbo: [Double] = []
        var whole: [Double] = []
        for _ in 0..<rounds {
            own.append(try CPUClock.thread.time { _ = try PictureDecoder.decode(data, square: pixels).texture })
            if withTurbo { turbo.append(CPUClock.thread.time { _ = OtherDecoders.turboEighth(data) }) }
            whole.append(try CPUClock.thread.time { try OtherDecoders.pixbufWhole(data) })
        }
        if withTurbo { report("\(name).vs_turbo", own.median / turbo.median, "ratio") }
        report("\(name).vs_full", own.median / whole.median, "ratio")
        report("\(name).time", own.median * 1_000, "ms")
    }
}
