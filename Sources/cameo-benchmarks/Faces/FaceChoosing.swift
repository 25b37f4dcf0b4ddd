import ArgumentParser
import CGtk
import Foundation
import GLib
import Gtk

/// How soon a chosen photo shows, beside the work that it needs at least, and the memory that it takes. The program runs here,
/// whole and unchanged.
struct FaceChoosing: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "face-choosing", shouldDisplay: false)

    private static let rounds = 8
    /// Of decoding, scaling and encoding alone.
    private static let maxRatio = 1.3
    /// Milliseconds that the main thread computes at once: half of a frame's time.
    private static let maxTurn = 8.0
    /// Over the idle window, in MiB.
    private static let maxPeak = 60.0

    @Argument(help: "A JPEG.")
    var photo: String

    @Option(help: "How many contacts are stored.")
    var contacts = 100

    @Flag(help: "Measures times in place of memory.")
    var times = false

    func run() throws {
        MainActor.assumeIsolated { runInApplication { try await measure() } }
    }

    @MainActor
    private func measure() async throws {
        let edited = try await EditedWindow(contacts: contacts)
        let page = try PhotoWindow(edited.window)
        try page.copy(URL(filePath: photo))
        try await edited.rest()
        var limits = Limits()
        if times {
            try await measureTimes(page, edited, &limits)
        } else {
            let idle = ProcessMemory.resident
            try ProcessMemory.forgetPeak()
            _ = try await page.choose()
            limits.report("faces.peak", Double(ProcessMemory.peak - idle) / 0x10_0000, "MiB", atMost: Self.maxPeak)
        }
        try limits.check()
    }

    @MainActor
    private func measureTimes(_ page: PhotoWindow, _ edited: EditedWindow, _ limits: inout Limits) async throws {
        let turns = try MainLoopTurns(edited.window)
        var (chosen, used, needed, computed, frames) = ([Double](), [Double](), [Double](), [Double](), [Double]())
        // The first round brings the pages.
        for round in 0...Self.rounds {
            try await edited.rest()
            let start = ContinuousClock.now
            let data = try Data(contentsOf: URL(filePath: photo))
            let picture = try await ChosenPicture.open(data)
            let crop = Crop(width: picture.width, height: picture.height)
            let square = try await picture.cropped(to: crop, atMost: PhotoEncoder.maxPixels)
            _ = try await PhotoEncoder.encode(square)
            let alone = (ContinuousClock.now - start).seconds * 1_000
            turns.forget()
            let times = try await page.choose()
            guard round > 0 else { continue }
            needed.append(alone)
            chosen.append(times.chosen * 1_000)
            used.append(times.used * 1_000)
            computed.append(turns.longest.computed)
            frames.append(turns.maxFrame.computed)
        }
        let all = zip(chosen, used).map(+).median
        limits.report("faces.shown.vs_work", all / needed.median, "ratio", atMost: Self.maxRatio)
        report("faces.shown", all, "ms")
        report("faces.shown.cropper", chosen.median, "ms")
        report("faces.shown.page", used.median, "ms")
        report("faces.work", needed.median, "ms")
        limits.report("faces.main_thread.cpu", computed.max() ?? 0, "ms", atMost: Self.maxTurn)
        report("faces.frame.cpu", frames.max() ?? 0, "ms")
    }
}

/// The window of the application, in which the shown contact gets photos from the clipboard.
@MainActor
private final class PhotoWindow {
    private let window: Widget
    private let avatar: TextureView
    private let frames: Object

    init(_ window: Widget) throws {
        let pictures = window.shown(g_type_from_name("CameoTextureView")).map { TextureView(borrowing: $0.pointer) }
        guard let avatar = pictures.max(by: { gtk_widget_get_width($0.cast()) < gtk_widget_get_width($1.cast()) }),
            let clock = gtk_widget_get_frame_clock(window.cast())
        else { throw Unmeasurable("there is no avatar") }
        self.window = window
        self.avatar = avatar
        frames = Object(borrowing: UnsafeMutableRawPointer(clock))
    }

    /// Puts the address of a file on the clipboard.
    func copy(_ file: URL) throws {
        let list = Array((file.absoluteString + "\r\n").utf8)
        let bytes = g_bytes_new(list, gsize(list.count))
        defer { g_bytes_unref(bytes) }
        guard let display = gdk_display_get_default(),
            let content = gdk_content_provider_new_for_bytes("text/uri-list", bytes)
        else { throw Unmeasurable("there is no clipboard") }
        gdk_clipboard_set_content(gdk_display_get_clipboard(display), content)
        g_object_unref(UnsafeMutableRawPointer(content))
    }

    /// Pastes the photo, and uses the proposed square. Returns the seconds until the cropper shows it, and those from then on
    /// until the page does.
    func choose() async throws -> (chosen: Double, used: Double) {
        var start = ContinuousClock.now
        gtk_widget_activate_action_variant(avatar.cast(), "photo.paste", nil)
        let shown = try await frame { self.use != nil && !self.avatar.isMapped }
        let chosen = (shown - start).seconds
        guard let use else { throw Unmeasurable("there is no cropper") }
        let former = avatar.picture
        start = .now
        Self.click(use)
        let end = try await frame { self.avatar.isMapped && self.avatar.picture !== former }
        return (chosen, (end - start).seconds)
    }

    /// Emits the signal of a click. GTK waits a quarter of a second behind an activation by the keyboard.
    private static func click(_ button: Widget) {
        var value = GValue()
        g_value_init(&value, gtk_button_get_type())
        g_value_set_object(&value, button.pointer)
        g_signal_emitv(&value, g_signal_lookup("clicked", gtk_button_get_type()), 0, nil)
        g_value_unset(&value)
    }

    /// The button that uses the square.
    private var use: Widget? {
        window.shown(gtk_button_get_type()).first {
            gtk_widget_has_css_class($0.cast(), "form-way") != 0
                && gtk_widget_has_css_class($0.cast(), "suggested-action") != 0
        }
    }

    /// The end of the first frame with a condition.
    private func frame(_ condition: @escaping () -> Bool) async throws -> ContinuousClock.Instant {
        var end: ContinuousClock.Instant?
        let drawn = frames.on("after-paint") { _ in if end == nil, condition() { end = .now } }
        defer { frames.disconnect(drawn) }
        try await wait("the photo") { end != nil }
        return end ?? .now
    }
}
