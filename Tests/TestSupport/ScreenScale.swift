import Foundation
public import Gtk
import XCTest

/// Plays the settings daemon of a desktop on X11, for the one setting of how many pixels an application pixel has
/// (freedesktop.org's XSETTINGS specification).
@MainActor
public enum ScreenScale {
    private static var manager: Manager?

    /// Runs the body while the screen has another scale.
    ///
    /// The widget must be on the screen before and after: GTK does not bear a change while a window comes or goes.
    public static func set(
        _ scale: Int, of widget: Widget, file: StaticString = #filePath, line: UInt = #line,
        while body: () throws -> Void
    ) throws {
        let manager = try manager ?? Manager()
        Self.manager = manager
        let former = widget.scaleFactor
        defer {
            manager.publish(scale: former)
            waitUntil("the former scale is back", file: file, line: line) { widget.scaleFactor == former }
        }
        manager.publish(scale: scale)
        waitUntil("the scale is \(scale)", file: file, line: line) { widget.scaleFactor == scale }
        try body()
    }
}

/// An X client that owns the selection for the settings. Other clients find the settings by the selection.
@MainActor
private final class Manager {
    private let x: X
    private let display: OpaquePointer
    private let window: UInt
    private let settings: UInt
    private var serial: UInt32 = 0

    init() throws {
        x = try X()
        guard let display = x.openDisplay(nil) else { throw XCTSkip("the display is not X11") }
        self.display = display
        let root = x.defaultRoot(display)
        window = x.createWindow(display, root, 0, 0, 1, 1, 0, 0, 0)
        settings = x.atom(display, "_XSETTINGS_SETTINGS", 0)
        let selection = x.atom(display, "_XSETTINGS_S0", 0)
        publish(scale: 1)
        _ = x.setOwner(display, selection, window, 0)
        announce(selection, to: root)
    }

    /// One setting of the type integer: its name, the serial of its last change, its value.
    func publish(scale: Int) {
        serial += 1
        let name = "Gdk/WindowScalingFactor"
        var data = Data([0, 0, 0, 0])
        data.append(number: serial)
        data.append(number: UInt32(1))
        data.append(contentsOf: [0, 0])
        data.append(number: UInt16(name.utf8.count))
        data.append(contentsOf: name.utf8)
        data.append(contentsOf: [UInt8](repeating: 0, count: (4 - name.utf8.count % 4) % 4))
        data.append(number: serial)
        data.append(number: UInt32(scale))
        data.withUnsafeBytes { bytes in
            // 8 bits each. The data replaces the former data.
            _ = x.changeProperty(
                display, window, settings, settings, 8, 0, bytes.bindMemory(to: UInt8.self).baseAddress,
                CInt(bytes.count))
        }
        _ = x.synchronize(display, 0)
    }

    /// A client message of the type MANAGER, as the ICCCM (2.8) asks of new managers; an XEvent is 24 longs.
    private func announce(_ selection: UInt, to root: UInt) {
        var event = [UInt](repeating: 0, count: 24)
        event[0] = 33
        event[4] = root
        event[5] = x.atom(display, "MANAGER", 0)
        event[6] = 32
        event[8] = selection
        event[9] = window
        let structureNotify = 1 << 17
        _ = x.sendEvent(display, root, 0, structureNotify, &event)
        _ = x.synchronize(display, 0)
    }
}

/// The functions of Xlib. GTK loads Xlib, but we do not import its headers.
@MainActor
private struct X {
    typealias Atom = @convention(c) (OpaquePointer, UnsafePointer<CChar>, CInt) -> UInt
    typealias ChangeProperty =
        @convention(c) (OpaquePointer, UInt, UInt, UInt, CInt, CInt, UnsafePointer<UInt8>?, CInt) -> CInt
    typealias CreateWindow =
        @convention(c) (OpaquePointer, UInt, CInt, CInt, CUnsignedInt, CUnsignedInt, CUnsignedInt, UInt, UInt) -> UInt

    let openDisplay: @convention(c) (UnsafePointer<CChar>?) -> OpaquePointer?
    let defaultRoot: @convention(c) (OpaquePointer) -> UInt
    let atom: Atom
    let createWindow: CreateWindow
    let changeProperty: ChangeProperty
    let setOwner: @convention(c) (OpaquePointer, UInt, UInt, UInt) -> CInt
    let sendEvent: @convention(c) (OpaquePointer, UInt, CInt, Int, UnsafeMutablePointer<UInt>) -> CInt
    let synchronize: @convention(c) (OpaquePointer, CInt) -> CInt

    init() throws {
        guard let library = dlopen("libX11.so.6", RTLD_NOW) else { throw XCTSkip("no X11") }
        func function<Function>(_ name: String) throws -> Function {
            guard let address = dlsym(library, name) else { throw XCTSkip("no \(name)") }
            return unsafeBitCast(address, to: Function.self)
        }
        openDisplay = try function("XOpenDisplay")
        defaultRoot = try function("XDefaultRootWindow")
        atom = try function("XInternAtom")
        createWindow = try function("XCreateSimpleWindow")
        changeProperty = try function("XChangeProperty")
        setOwner = try function("XSetSelectionOwner")
        sendEvent = try function("XSendEvent")
        synchronize = try function("XSync")
    }
}

private extension Data {
    /// In the byte order that the first byte of the settings names: little-endian.
    mutating func append(number: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
    }
}
