import Gtk

/// The notes below a row of a form: its mistake, and the server's new value.
final class FormNotes {
    /// The rows, in their order.
    var rows: [Widget] { [issue, news] }
    /// The person chose the server's value.
    var onUse: (() -> Void)?
    /// The person accepted the offered correction.
    var onOffer: (() -> Void)?

    private let issue = NoteRow(icon: "dialog-warning-symbolic")
    private let offer = Button("")
    private let news = NoteRow()
    /// The mistake that the notes show, and the button for its correction.
    private var mistake: (sentence: String?, offer: String?) = (nil, nil)
    /// Whether a typed or pasted text was cut, and the text has not changed since.
    private var isCut = false { didSet { if isCut != oldValue { showIssue() } } }

    init() {
        issue.addClass("form-issue")
        issue.isVisible = false
        news.isVisible = false
        offer.addClass("flat")
        offer.wrapsLabel()
        issue.add(offer)
        let use = Button(mnemonic: tr("_Use"))
        use.addClass("flat")
        news.add(use)
        use.onClicked { [weak self] in self?.onUse?() }
        offer.onClicked { [weak self] in self?.onOffer?() }
    }

    /// Says that a typed or pasted text of the row was cut, until the text changes.
    func tellCuts(of row: any BoundedRow) {
        row.onTextChange { [weak self] _ in self?.isCut = false }
        row.onCut { [weak self] in
            guard let self else { return }
            self.isCut = true
            self.issue.announce(Self.cut)
            // The text may be higher than the page.
            self.issue.bringIntoSight()
        }
    }

    /// The row goes, and its cut is no news any more.
    func endCut() {
        isCut = false
    }

    /// Shows a mistake, with a button for its correction; nil for none.
    func show(issue sentence: String?, offer label: String? = nil) {
        mistake = (sentence, label)
        showIssue()
    }

    private static var cut: String { tr("Too long: the rest was left out") }

    private func showIssue() {
        let label = mistake.offer
        let sentence = mistake.sentence ?? (isCut && label == nil ? Self.cut : nil)
        issue.isVisible = sentence != nil || label != nil
        issue.text = sentence ?? ""
        offer.isVisible = label != nil
        if let label {
            offer.label = label
            offer.wrapsLabel()
        }
    }

    /// Shows the server's new value; nil for no news.
    func show(news sentence: String?) {
        news.isVisible = sentence != nil
        if let sentence { news.text = sentence }
    }
}
