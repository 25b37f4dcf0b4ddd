import CGtk
import Glibc

/// Functions that need a newer version of GTK or libadwaita than the program's oldest supported one.
///
/// The program looks them up at run time. So a build with the oldest version uses them with newer versions. No other code
/// checks versions: a wrapper calls a function that it finds here, or does without.
@MainActor
enum NewerFunctions {
    /// `gtk_accessible_announce`, GTK 4.14: the accessible object, the message and the priority (0 to 2).
    typealias Announce = @convention(c) (OpaquePointer, UnsafePointer<CChar>, UInt32) -> Void

    /// Variable for tests, which run with it and without it.
    static var announce = address(of: "gtk_accessible_announce").map { unsafeBitCast($0, to: Announce.self) }

    /// `gtk_accessible_update_platform_state`, GTK 4.18: the accessible object and the state.
    private typealias UpdateState = @convention(c) (OpaquePointer, UInt32) -> Void

    private static let updateState = address(of: "gtk_accessible_update_platform_state").map {
        unsafeBitCast($0, to: UpdateState.self)
    }

    /// Introduces a label on the screen to screen readers before it gets links.
    ///
    /// Newer versions introduce a label's links to screen readers, and with them an unknown label a second time. When the label
    /// is removed, they forget only one of the two. The program then crashes when a screen reader next asks for all accessible
    /// objects (seen with GTK 4.24).
    static func introduceToReaders(_ label: OpaquePointer) {
        let focusable: UInt32 = 0
        // GTK introduces a widget to screen readers when one of its states changes.
        updateState?(label, focusable)
    }

    static func address(of name: String) -> UnsafeMutableRawPointer? {
        // Searches the libraries that the program is linked with.
        dlsym(nil, name)
    }
}

/// The differences between dialogs. In newer versions they lie over the content of their window (AdwDialog, libadwaita 1.5). In
/// older versions they are windows of their own. Their parts and properties are the same.
@MainActor
struct DialogFunctions {
    typealias Made = UnsafeMutablePointer<GtkWidget>
    typealias MakeAlert = @convention(c) (UnsafePointer<CChar>?, UnsafePointer<CChar>?) -> Made?
    typealias MakeAbout = @convention(c) () -> Made?
    typealias AddResponse = @convention(c) (OpaquePointer, UnsafePointer<CChar>?, UnsafePointer<CChar>?) -> Void
    typealias SetAppearance = @convention(c) (OpaquePointer, UnsafePointer<CChar>?, AdwResponseAppearance) -> Void
    typealias GetDefaultWidget = @convention(c) (OpaquePointer) -> Made?
    typealias Present = @convention(c) (OpaquePointer, Made?) -> Void

    let makeAlert: MakeAlert
    let makeAbout: MakeAbout
    let addResponse: AddResponse
    let setAppearance: SetAppearance
    /// The button for Return.
    let getDefaultWidget: GetDefaultWidget
    let present: Present

    /// The newest kind of dialogs that the installed library supports.
    static let newest = inWindows ?? asWindows

    private static var inWindows: DialogFunctions? {
        guard let makeAlert = NewerFunctions.address(of: "adw_alert_dialog_new"),
            let makeAbout = NewerFunctions.address(of: "adw_about_dialog_new"),
            let addResponse = NewerFunctions.address(of: "adw_alert_dialog_add_response"),
            let setAppearance = NewerFunctions.address(of: "adw_alert_dialog_set_response_appearance"),
            let getDefaultWidget = NewerFunctions.address(of: "adw_dialog_get_default_widget"),
            let present = NewerFunctions.address(of: "adw_dialog_present")
        else { return nil }
        return DialogFunctions(
            makeAlert: unsafeBitCast(makeAlert, to: MakeAlert.self),
            makeAbout: unsafeBitCast(makeAbout, to: MakeAbout.self),
            addResponse: unsafeBitCast(addResponse, to: AddResponse.self),
            setAppearance: unsafeBitCast(setAppearance, to: SetAppearance.self),
            getDefaultWidget: unsafeBitCast(getDefaultWidget, to: GetDefaultWidget.self),
            present: unsafeBitCast(present, to: Present.self))
    }

    private static let asWindows = DialogFunctions(
        makeAlert: { adw_message_dialog_new(nil, $0, $1) },
        makeAbout: { adw_about_window_new() },
        addResponse: { adw_message_dialog_add_response(.init($0), $1, $2) },
        setAppearance: { adw_message_dialog_set_response_appearance(.init($0), $1, $2) },
        getDefaultWidget: { gtk_window_get_default_widget(.init($0)) },
        present: { dialog, parent in
            gtk_window_set_transient_for(.init(dialog), parent.map { .init(OpaquePointer($0)) })
            gtk_window_present(.init(dialog))
        })
}
