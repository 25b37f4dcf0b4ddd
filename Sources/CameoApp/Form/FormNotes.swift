import Gtk

/// What stands below a row of a form: what is wrong with it, and what changed on the server meanwhile.
final class FormNotes {
    /// The rows, in their order.
    var rows: [Widget] { [issue, news] }
    /// The person wants what the server has.
    var onUse: (() -> Void)?
    /// The person takes what is offered against what is wrong.
    var onOffer: (() -> Void)?

    private let issue = NoteRow(icon: "dialog-warning-symbolic")
    private let offer = Button("")
    private let news = NoteRow()

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

    /// Says what is wrong, with what could be done at a click; nil for nothing.
    func show(issue sentence: String?, offer label: String? = nil) {
        issue.isVisible = sentence != nil || label != nil
        issue.text = sentence ?? ""
        offer.isVisible = label != nil
        if let label {
            offer.label = label
            offer.wrapsLabel()
        }
    }

    /// Says what the server has now; nil for no news.
    func show(news sentence: String?) {
        news.isVisible = sentence != nil
        if let sentence { news.text = sentence }
    }
}
