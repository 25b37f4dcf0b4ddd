import Gtk
import Model

/// The gender, of the words that the user has.
final class GenderInput: FormInput {
    let rows: [Widget]
    private let row: ComboRow
    private let notes = FormNotes()
    /// In the order of the row; the first is none.
    private var titles: [String?] = [nil]

    init(_ model: FormModel, choices: [GenderChoice], onUse: @escaping (FormField) -> Void) {
        titles += choices.map(\.title)
        // A gender that is no choice any more stays as it is.
        if let gender = model.form.gender, !titles.contains(gender) { titles.append(gender) }
        row = ComboRow(
            title: ContactKey.gender.label,
            texts: titles.map { $0.map { PlainText.line($0, atMost: 80) } ?? tr("Unknown") })
        rows = [row] + notes.rows
        let titles = titles
        row.onSelected { [weak model] selected in
            guard titles.indices.contains(selected) else { return }
            model?.edit(.value(.gender)) { $0.gender = titles[selected] }
        }
        notes.onUse = { onUse(.value(.gender)) }
    }

    func owns(_ field: FormField) -> Bool { field == .value(.gender) }

    func show(_ form: ContactForm) {
        row.selected = titles.firstIndex { $0 == form.gender } ?? 0
    }

    func show(_ issue: FormIssue?, of field: FormField, in form: ContactForm) {
        notes.show(issue: issue?.sentence())
    }

    func show(news: String?, of field: FormField) {
        notes.show(news: news)
    }

    func focus(_ field: FormField) {
        row.grabFocus()
    }

    var focusedField: FormField? { row.containsFocus ? .value(.gender) : nil }
}
