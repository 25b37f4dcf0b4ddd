import CGtk
import Glibc

/// Functions that GTK and libadwaita have only in newer versions than the oldest with which the program runs.
///
/// They are looked up when it runs, so that what was built with the oldest version uses them wherever they are. Nothing else
/// asks for versions: a wrapper calls what it finds here, or does without.
@MainActor
enum NewerFunctions {
    /// `gtk_accessible_announce`, GTK 4.14: of whom, what, and how urgent it is (0 to 2).
    typealias Announce = @convention(c) (OpaquePointer, UnsafePointer<CChar>, UInt32) -> Void

    /// Variable for tests, which try what is done with it and without it.
    static var announce = address(of: "gtk_accessible_announce").map { unsafeBitCast($0, to: Announce.self) }

    /// `gtk_accessible_update_platform_state`, GTK 4.18: of whom, and of which state.
    private typealias UpdateState = @convention(c) (OpaquePointer, UInt32) -> Void

    private static let updateState = address(of: "gtk_accessible_update_platform_state").map {
        unsafeBitCast($0, to: UpdateState.self)
    }

    /// Has GTK tell screen readers of a label on the screen that is going to have links.
    ///
    /// Newer versions tell them of a label once more while they tell of the links that they find in a label unknown to readers.
    /// They forget one of the two only when the label goes, and the program ends when a reader next asks for all that is there
    /// (seen with GTK 4.24).
    static func introduceToReaders(_ label: OpaquePointer) {
        let focusable: UInt32 = 0
        // GTK tells of what has a state to tell.
        updateState?(label, focusable)
    }

    static func address(of name: String) -> UnsafeMutableRawPointer? {
        // In the libraries that the program is linked with.
        dlsym(nil, name)
    }
}

/// Where dialogs differ: in newer versions they lie over the content of their window (AdwDialog, libadwaita 1.5), in older
/// ones they are windows of their own. What they are made of is alike, their properties too.
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
    /// The button that Return presses.
    let getDefaultWidget: GetDefaultWidget
    let present: Present

    /// What the library that the program runs with has.
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
