package import Avatars
import GLib
package import Gtk
import Synchronization

/// The pictures of avatars: the loaded pictures of an account, and circles with initials that all rows share.
package final class AvatarPictures {
    /// The loaded pictures; nil while no account is signed in.
    package var store: AvatarStore<Picture>? { didSet { store?.squareSize = rowSize.avatar } }
    /// Which contacts have changes that wait, for the marks beside them.
    let marks = EditMarks()
    /// The contacts that a person picked, for the ticks of their rows.
    let picked = PickedContacts()
    /// The addresses that the person used last, for the menus of contacts.
    let used = UsedAddresses()
    /// Of the rows of lists that are made from now on.
    package var rowSize = RowSize.usual { didSet { store?.squareSize = rowSize.avatar } }
    /// Notes the text that is being drawn, and its contact, so that no text crashes the program at each start.
    var notes: CrashNotes?

    private struct InitialsKey: Hashable {
        let letters: String?
        let color: RGB
        let size: Int
        let scale: Int
    }

    /// Enough for more rows than GTK keeps bound, at scale 2 too, so that scrolling back draws nothing anew.
    private static let maxBytes = 9 << 20

    /// The edge of photos in the desktop's present style, for any thread.
    nonisolated static var photoRim: DiscRim { rim.withLock { $0 } }
    private nonisolated static let rim = Mutex(DiscRim(.ofPhoto(.init())))

    private var drawn: [InitialsKey: Picture] = [:]
    private var drawnBytes = 0
    private var appearance = InitialsStyle.Appearance.ofDesktop
    private var styleConnection: Connection?
    private var styleObservers: [Int: () -> Void] = [:]
    private var lastObserver = 0
    private var fontFamily = Desktop.fontFamily

    /// How many circles were drawn: counted in tests.
    private(set) var drawCount = 0

    package init() {
        styleConnection = Desktop.onStyleChange { [weak self] in self?.styleChanged() }
        noteRim()
    }

    /// The circle for a person without a picture, drawn once for all that look alike.
    func initials(of subject: AvatarSubject, size: Int, scale: Int) -> Picture {
        let key = InitialsKey(letters: subject.initials, color: subject.initialsColor, size: size, scale: scale)
        if let picture = drawn[key] { return picture }
        let picture = draw(key)
        drawCount += 1
        if drawnBytes + picture.byteCount > Self.maxBytes { forgetInitials() }
        drawn[key] = picture
        drawnBytes += picture.byteCount
        return picture
    }

    private func draw(_ key: InitialsKey) -> Picture {
        let style = InitialsStyle(color: key.color, appearance: appearance)
        func drawing(of letters: String?) -> Picture {
            InitialsDrawing(
                letters: letters, fill: Colour(style.fill), letterColour: Colour(style.letters),
                rim: DiscRim(style.rim), diameter: key.size, scale: key.scale, fontFamily: fontFamily,
                fontSize: InitialsStyle.fontSize(diameter: key.size)
            ).picture()
        }
        guard let subject = notes?.subject({ $0.add(key.letters) }) else { return drawing(of: key.letters) }
        return subject.isGuilty ? drawing(of: nil) : subject.noting { drawing(of: key.letters) }
    }

    /// Frees memory when it is low. Views keep their shown pictures themselves.
    func lowMemory() {
        forgetInitials()
        store?.lowMemory()
    }

    private func forgetInitials() {
        drawn.removeAll()
        drawnBytes = 0
    }

    /// Calls back when light, dark or high contrast changed, until the observation is released.
    func observeStyle(_ onChange: @escaping () -> Void) -> StyleObservation {
        lastObserver += 1
        let id = lastObserver
        styleObservers[id] = onChange
        return StyleObservation { [weak self] in self?.styleObservers[id] = nil }
    }

    private func styleChanged() {
        forgetInitials()
        let former = appearance
        appearance = .ofDesktop
        noteRim()
        if InitialsStyle.Rim.ofPhoto(appearance) != .ofPhoto(former) { store?.redraw() }
        fontFamily = Desktop.fontFamily
        for observer in styleObservers.values { observer() }
    }

    private func noteRim() {
        let rim = DiscRim(.ofPhoto(appearance))
        Self.rim.withLock { $0 = rim }
    }
}

/// Keeps a callback alive.
final class StyleObservation {
    private let onEnd: () -> Void

    init(onEnd: @escaping () -> Void) {
        self.onEnd = onEnd
    }

    isolated deinit {
        onEnd()
    }
}

extension InitialsStyle.Appearance {
    /// The desktop's present appearance.
    static var ofDesktop: Self {
        Self(isDark: Desktop.isDark, isHighContrast: Desktop.isHighContrast)
    }
}

extension Colour {
    nonisolated init(_ color: RGB, opacity: Double = 1) {
        self.init(
            red: Double(color.red) / 255, green: Double(color.green) / 255, blue: Double(color.blue) / 255,
            alpha: opacity)
    }
}

extension DiscRim {
    nonisolated init(_ rim: InitialsStyle.Rim) {
        self.init(colour: Colour(rim.color, opacity: rim.opacity), width: rim.width)
    }
}
