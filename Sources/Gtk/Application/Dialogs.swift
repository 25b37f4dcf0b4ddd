import CGtk
import GLib

/// A question over a window (AdwAlertDialog, or AdwMessageDialog where that is not there).
@MainActor
public final class MessageDialog: Widget {
    /// How a response looks.
    public enum Appearance: Sendable {
        case normal, suggested, destructive
    }

    private static let framesUntilFocus = 3
    /// A window out of sight draws none.
    private static let maxFrame = Duration.milliseconds(100)

    private var window: ApplicationWindow?

    /// A question over a window.
    public convenience init(over parent: ApplicationWindow?, heading: String, body: String) {
        self.init(made: DialogFunctions.newest.makeAlert(heading, body))
        window = parent
    }

    /// Puts something below the text.
    public func setExtraChild(_ child: Widget) {
        setProperty("extra-child", to: child)
    }

    /// Adds an answer. The first is taken when the dialog is dismissed.
    public func addResponse(_ id: String, _ label: String, _ appearance: Appearance = .normal) {
        DialogFunctions.newest.addResponse(opaque, id, label)
        switch appearance {
        case .normal: break
        case .suggested: DialogFunctions.newest.setAppearance(opaque, id, ADW_RESPONSE_SUGGESTED)
        case .destructive: DialogFunctions.newest.setAppearance(opaque, id, ADW_RESPONSE_DESTRUCTIVE)
        }
    }

    /// The answer to Return, and the answer to Escape.
    public func setResponses(default defaultID: String, close closeID: String) {
        setProperty("default-response", to: defaultID)
        setProperty("close-response", to: closeID)
    }

    /// Shows the question and waits for the id of the answer, which is empty if the question went with its window.
    public func ask() async -> String {
        await withCheckedContinuation { continuation in
            nameButtonsByLabels()
            let answer = Answer(continuation)
            on("response") { answer.give($0.string(0) ?? "") }
            on("destroy") { _ in answer.give("") }
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

/// The first counts: a second press may come while the question closes.
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

/// A dialog with facts about the program, its licence, its addresses and a text for reports of problems. It is an
/// AdwAboutDialog, or an AdwAboutWindow with older libraries.
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

    /// The program in a sentence.
    public func setComments(_ text: String) {
        setProperty("comments", to: escapingMarkup(text))
    }

    /// Who makes the program.
    public func setDeveloperName(_ name: String) {
        setProperty("developer-name", to: name)
    }

    /// The program's page on the web, as a row that opens it.
    public func setWebsite(_ url: String) {
        setProperty("website", to: url)
    }

    /// The page on which a person reports a problem, as a row that opens it.
    public func setIssueURL(_ url: String) {
        setProperty("issue-url", to: url)
    }

    /// The text that a person can copy into a report of a problem.
    public func setTroubleshooting(_ text: String, fileName: String) {
        setProperty("debug-info", to: text)
        setProperty("debug-info-filename", to: fileName)
    }

    /// Shows it.
    public func present() {
        DialogFunctions.newest.present(opaque, window?.widget)
    }
}
