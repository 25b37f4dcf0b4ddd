import CGtk

/// A line below a header bar with a lasting message, and a button if an action is possible.
///
/// The only replacement of AdwBanner, which needs libadwaita 1.3.
@MainActor
public final class Banner {
    /// The widget for the window.
    public let root: Widget
    /// Called when the button is pressed.
    public var onButtonClicked: (() -> Void)?
    /// The second button was clicked.
    public var onOtherClicked: (() -> Void)?
    /// Called when a focused button is hidden: GTK would move the focus to the next widget.
    public var onFocusLost: (() -> Void)?

    /// If less width than this is left beside the buttons, in characters, the buttons move below the sentence.
    private static let textWidth = 14

    private let revealer: Revealer
    private let label = Label()
    private let button = Button("")
    private let other = Button("")

    /// A banner that shows nothing yet.
    public init() {
        let box = WrapBox()
        box.setMargins(top: 6, bottom: 6, start: 12, end: 12)
        label.wraps()
        label.lineAlignment = 0
        let text = TextColumn()
        text.verticalAlignment = .center
        text.expandsHorizontally = true
        text.append(label)
        // The text of the banner does not widen the page.
        label.setMinimumWidth(characters: Self.textWidth)
        label.setMaximumWidth(characters: Self.textWidth)
        box.append(text)
        let buttons = WrapBox()
        buttons.expandsHorizontally = true
        buttons.horizontalAlignment = .end
        buttons.verticalAlignment = .center
        buttons.setMargins(start: 6)
        box.append(buttons)
        for button in [button, other] {
            button.verticalAlignment = .center
            button.addClass("pill")
            button.addClass("banner-button")
            buttons.append(button)
        }
        other.isVisible = false
        let background = Box(.vertical)
        background.addClass("cameo-banner")
        background.append(box)
        revealer = Revealer(background)
        root = revealer
        button.onClicked { [weak self] in self?.onButtonClicked?() }
        other.onClicked { [weak self] in self?.onOtherClicked?() }
    }

    /// Shows a sentence; nil hides the banner.
    public func show(_ text: String?, button title: String? = nil, other second: String? = nil) {
        if let text, text != self.text { root.announce(text) }
        if let text { label.text = text }
        let losesFocus = title == nil && button.containsFocus || second == nil && other.containsFocus
        button.isVisible = title != nil
        if let title { button.label = title }
        other.isVisible = second != nil
        if let second { other.label = second }
        revealer.isRevealed = text != nil
        if losesFocus { onFocusLost?() }
    }

    /// The sentence that is shown.
    public var text: String? { revealer.isRevealed ? label.text : nil }
}
