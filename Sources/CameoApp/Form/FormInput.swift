import Gtk
import Model

/// One or several rows of a form in which one thing is typed, with the notes below them.
@MainActor
protocol FormInput: AnyObject {
    /// From top to bottom, with the notes.
    var rows: [Widget] { get }
    /// Where issues and news of the form belong to it.
    func owns(_ field: FormField) -> Bool
    /// Shows the values of the form.
    func show(_ form: ContactForm)
    /// Shows the mistake of a field; nil for none.
    func show(_ issue: FormIssue?, of field: FormField, in form: ContactForm)
    /// Shows the server's new value; nil for no news.
    func show(news: String?, of field: FormField)
    /// Gives the focus to where it is typed.
    func focus(_ field: FormField)
    /// Moves the focus to the first of its rows, without selecting its text; false if that row cannot take it.
    func focusRow() -> Bool
    /// The field with the focus.
    var focusedField: FormField? { get }
    /// Looks the meaning of the typing up; nil once it is known.
    var lookup: Task<Void, Never>? { get }
}

extension FormInput {
    var lookup: Task<Void, Never>? { nil }

    func focusRow() -> Bool { rows.first.map { $0.containsFocus || $0.focusFirst() } ?? false }
}

/// A line, or a text of several lines, that is a value of the contact.
final class TextInput: FormInput {
    let key: ContactKey
    let rows: [Widget]
    private let line: EntryRow?
    private let text: TextRow?
    private let notes = FormNotes()

    /// `onLeave` is told when the focus leaves it.
    init(
        _ key: ContactKey, _ model: FormModel, purpose: EntryRow.Purpose = .text,
        onLeave: @escaping (FormField) -> Void, onUse: @escaping (FormField) -> Void
    ) {
        self.key = key
        let field = FormField.value(key)
        if key.isLongText {
            let row = TextRow(title: key.label)
            row.onTextChange { [weak model] text in model?.edit(field) { $0[text: key] = text } }
            notes.tellCuts(of: row)
            (line, text) = (nil, row)
        } else {
            let row = EntryRow(title: key.label, purpose: purpose)
            row.onTextChange { [weak model] text in model?.edit(field) { $0[text: key] = text } }
            row.onEntryActivated { [weak row] in row?.focusNext() }
            notes.tellCuts(of: row)
            (line, text) = (row, nil)
        }
        rows = [line ?? text].compactMap { $0 } + notes.rows
        rows.first?.onFocusChange { hasFocus in if !hasFocus { onLeave(field) } }
        notes.onUse = { onUse(field) }
        notes.onOffer = { [weak model] in
            guard let offer = model?.form.firstNameOffer else { return }
            model?.edit(field) { $0[text: key] = offer }
            onUse(field)
        }
    }

    func owns(_ field: FormField) -> Bool { field == .value(key) }

    func show(_ form: ContactForm) {
        let isTyped = form.isTouched(key) || form.isPending(.value(key))
        if isTyped { line?.showTyped(form[text: key]) } else { line?.text = form[text: key] }
        text?.text = form[text: key]
    }

    func show(_ issue: FormIssue?, of field: FormField, in form: ContactForm) {
        var sentence = issue?.sentence()
        var offer: String?
        if issue == .noName, let name = form.firstNameOffer {
            sentence = nil
            offer = tr("Use “%1$s” as the first name", PlainText.line(name, atMost: 80))
        }
        line?.showError(sentence ?? offer)
        text?.showError(sentence)
        notes.show(issue: sentence, offer: offer)
    }

    func show(news: String?, of field: FormField) {
        notes.show(news: news)
    }

    func focus(_ field: FormField) {
        if let line { line.grabFocus() } else { text?.focusFirst() }
        line?.moveCursorToEnd()
    }

    var focusedField: FormField? {
        rows.first?.containsFocus == true ? .value(key) : nil
    }
}
