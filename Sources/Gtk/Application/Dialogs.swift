import CGtk
import GLib

/// A question over a window (AdwAlertDialog, or AdwMessageDialog in older libraries).
@MainActor
public final class MessageDialog: Widget {
    /// The look of a response.
    public enum Appearance: Sendable {
        case normal, suggested, destructive
    }

    private static let framesUntilFocus = 3
    /// The longest wait for a frame: a hidden window draws none.
    private static let maxFrame = Duration.milliseconds(100)

    private var window: ApplicationWindow?

    /// A question over a window.
    public convenience init(over parent: ApplicationWindow?, heading: String, body: String) {
        self.init(made: DialogFunctions.newest.makeAlert(heading, body))
        window = parent
    }

    /// Adds a widget below the text.
    public func setExtraChild(_ child: Widget) {
        setProperty("extra-child", to: child)
    }

    /// Adds an answer. The first answer is the result when the dialog is dismissed.
    public func addResponse(_ id: String, _ label: String, _ appearance: Appearance = .normal) {
        DialogFunctions.newest.addResponse(opaque, id, label)
        switch appearance {
        case .normal: break
        case .suggested: DialogFunctions.newest.setAppearance(opaque, id, ADW_RESPONSE_SUGGESTED)
        case .destructive: DialogFunctions.newest.setAppearance(opaque, id, ADW_RESPONSE_DESTRUCTIVE)
        }
    }

    /// Sets the answers to Return and to Escape.
    public func setResponses(default defaultID: String, close closeID: String) {
        setProperty("default-response", to: defaultID)
        setProperty("close-response", to: closeID)
    }

    /// Shows the question and waits for the id of the answer. The id is empty if the window closed with the question.
    public func ask() async -> String {
        await withCheckedContinuation { continuation in
            nameButtonsByLabels()
            let answer = Answer(continuation)
            on("response") { answer.give($0.string(0) ?? "") }
            on("destroy") { _ in answer.give("") }
            // Newer libraries show the question within the window, which may be minimised or covered.
            window?.present()
            DialogFunctions.newest.present(opaque, window?.widget)
            focusDefault()
        }
    }

    /// Newer libraries move the focus in the second frame. In a narrow window it goes to the last answer, and Return would
    /// give that answer.
    private func focusDefault() {
        Task { [weak self] in
            for _ in 0..<Self.framesUntilFocus { await self?.nextFrame(within: Self.maxFrame) }
            guard let self, isMapped, let button = DialogFunctions.newest.getDefaultWidget(opaque) else { return }
            gtk_widget_grab_focus(button)
        }
    }
}

/// The first answer counts: a second press may come while the question closes.
@MainActor
private final class Answer {
    private var continuation: CheckedContinuation<String, Never>?

    init(_ continuation: CheckedContinuation<String, Never>) {
        self.continuation = continuation
    }

    func give(_ id: String) {
        continuation?.resume(returning: id)
        continuation = nil
    }
}

/// A dialog about the program, its licence, its addresses and a text for problem reports. It is an AdwAboutDialog, or an
/// AdwAboutWindow with older libraries.
@MainActor
public final class AboutDialog: Widget {
    private var window: ApplicationWindow?

    /// The dialog about a program.
    public convenience init(over parent: ApplicationWindow?, name: String, icon: String, version: String) {
        self.init(made: DialogFunctions.newest.makeAbout())
        window = parent
        setProperty("application-name", to: name)
        setProperty("application-icon", to: icon)
        setProperty("version", to: version)
        setProperty("license-type", to: Int(GTK_LICENSE_GPL_3_0.rawValue))
    }

    /// Sets a sentence about the program.
    public func setComments(_ text: String) {
        setProperty("comments", to: escapingMarkup(text))
    }

    /// Sets the name of the program's developer.
    public func setDeveloperName(_ name: String) {
        setProperty("developer-name", to: name)
    }

    /// Sets the program's web page, as a row that opens it.
    public func setWebsite(_ url: String) {
        setProperty("website", to: url)
    }

    /// Sets the page for problem reports, as a row that opens it.
    public func setIssueURL(_ url: String) {
        setProperty("issue-url", to: url)
    }

    /// Sets the text that a person can copy into a problem report.
    public func setTroubleshooting(_ text: String, fileName: String) {
        setProperty("debug-info", to: text)
        setProperty("debug-info-filename", to: fileName)
    }

    /// Shows the dialog.
    public func present() {
        DialogFunctions.newest.present(opaque, window?.widget)
    }
}
