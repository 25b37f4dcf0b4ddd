import CGtk

/// A step that a key takes in a picture that can be moved and zoomed.
public enum PictureCommand: Hashable, Sendable {
    /// A move to the right and down, in parts of the edge of the shown square.
    case move(x: Double, y: Double)
    case zoomIn, zoomOut, whole
    case turn(clockwise: Bool)

    private static let step = 0.02
    private static let longStep = 0.1

    /// The step of a key; nil for other keys. Arrows are never mirrored.
    init?(_ key: Key) {
        let others = GDK_CONTROL_MASK.rawValue | GDK_ALT_MASK.rawValue | GDK_SUPER_MASK.rawValue
        guard key.modifiers & others == 0 else { return nil }
        let isShifted = key.modifiers & GDK_SHIFT_MASK.rawValue != 0
        let step = isShifted ? Self.longStep : Self.step
        switch Int32(bitPattern: gdk_keyval_to_lower(key.value)) {
        case GDK_KEY_Left, GDK_KEY_KP_Left: self = .move(x: -step, y: 0)
        case GDK_KEY_Right, GDK_KEY_KP_Right: self = .move(x: step, y: 0)
        case GDK_KEY_Up, GDK_KEY_KP_Up: self = .move(x: 0, y: -step)
        case GDK_KEY_Down, GDK_KEY_KP_Down: self = .move(x: 0, y: step)
        default:
            guard let command = Self.ofLetter(key.latin, isShifted) else { return nil }
            self = command
        }
    }

    private static func ofLetter(_ value: UInt32, _ isShifted: Bool) -> PictureCommand? {
        switch Int32(bitPattern: gdk_keyval_to_lower(value)) {
        case GDK_KEY_plus, GDK_KEY_equal, GDK_KEY_KP_Add: .zoomIn
        case GDK_KEY_minus, GDK_KEY_KP_Subtract: .zoomOut
        case GDK_KEY_0, GDK_KEY_KP_0: .whole
        case GDK_KEY_r: .turn(clockwise: !isShifted)
        default: nil
        }
    }
}

extension Key {
    /// Whether it is an arrow, with or without Shift.
    public var isArrow: Bool {
        if case .move = PictureCommand(self) { true } else { false }
    }
}
