import ArgumentParser
import CGtk
import Foundation
import GLib
import Gtk

/// How smoothly a large photo moves in the cropper, compared with a bare window that draws one texture of the same size.
struct FaceCropping: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "face-cropping", shouldDisplay: false)

    private static let (width, height) = (960, 680)
    private static let frames = 60
    private static let rounds = 2
    private static let maxRatio = 1.1

    @Argument(help: "A JPEG.")
    var photo: String

    func run() throws {
        try MainActor.assumeIsolated {
            TestWindow.prepare()
            try runOnMainLoop { try await measure() }
        }
    }

    @MainActor
    private func measure() async throws {
        let picture = try await ChosenPicture.open(Data(contentsOf: URL(filePath: photo)))
        let cropper = CropView()
        cropper.root.expandsHorizontally = true
        let box = Box(.horizontal, spacing: 12)
        for child in [cropper.root] + [120, 50].map(cropper.makePreview) { box.append(child) }
        cropper.show(picture)
        let bare = BareTexture(like: picture.level(atLeast: .max))
        let (bareWindow, window) = (
            TestWindow(bare.widget, width: Self.width, height: Self.height),
            TestWindow(box, width: Self.width, height: Self.height)
        )
        try await wait("the windows") { bare.widget.isMapped && cropper.root.isMapped }
        var (own, other) = (Frames(), Frames())
        for _ in 0..<Self.rounds {
            bareWindow.present()
            other.add(try await measureFrames(Self.frames, of: bare.widget) { _ in bare.change() })
            window.present()
            own.add(
                try await measureFrames(Self.frames, of: cropper.root) { number in
                    // Closer, around and back.
                    let zoom = 1 + 3 * (1 - abs(Double(number) / Double(Self.frames) * 2 - 1))
                    cropper.zoom(to: zoom)
                    cropper.perform(.move(x: number % 80 < 40 ? 0.02 : -0.02, y: number % 60 < 30 ? 0.02 : -0.02))
                })
        }
        var limits = Limits()
        limits.report("faces.crop.p99.vs_bare_window", own.p99 / other.p99, "ratio", atMost: Self.maxRatio)
        report("faces.crop.p99", own.p99, "ms")
        report("faces.crop.p99.bare_window", other.p99, "ms")
        report("faces.crop.max", own.longest, "ms")
        report("faces.crop.max.bare_window", other.longest, "ms")
        report("faces.crop.cpu", own.cpu, "ms")
        report("faces.crop.cpu.bare_window", other.cpu, "ms")
        try limits.check()
    }
}

/// The least that a view of a picture can be: a GtkPicture. Another texture each time has it drawn anew.
@MainActor
private final class BareTexture {
    let widget: Widget
    private let pictures: [Picture]
    private var number = 0

    init(like picture: Picture) {
        guard let made = gtk_picture_new() else { preconditionFailure("GTK made no picture") }
        widget = Widget(sinking: UnsafeMutableRawPointer(made))
        pictures = [1, 8].map { SamplePhoto.picture(width: picture.width, height: picture.height, seed: $0) }
        change()
    }

    func change() {
        number += 1
        gtk_picture_set_paintable(widget.opaque, pictures[number % pictures.count].texture)
    }
}
