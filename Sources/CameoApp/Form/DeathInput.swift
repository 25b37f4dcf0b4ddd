import Gtk
import Model

/// Whether the contact has died, and when.
final class DeathInput: FormInput {
    let rows: [Widget]
    private let expander = ExpanderRow(title: tr("Has Died"))
    private let date: DateInput

    init(_ model: FormModel, date: DateInput) {
        self.date = date
        rows = [expander]
        expander.showSwitch()
        for row in date.rows { expander.add(row) }
        expander.onSwitched { [weak model] isOn in model?.edit(.value(.death)) { $0.hasDied = isOn } }
    }

    func owns(_ field: FormField) -> Bool { date.owns(field) }

    func show(_ form: ContactForm) {
        if expander.isOn != form.hasDied {
            expander.isOn = form.hasDied
            expander.isExpanded = form.hasDied
        }
        date.show(form)
    }

    func show(_ issue: FormIssue?, of field: FormField, in form: ContactForm) {
        date.show(issue, of: field, in: form)
    }

    func show(news: String?, of field: FormField) {
        date.show(news: news, of: field)
    }

    func focus(_ field: FormField) {
        expander.isExpanded = true
        date.focus(field)
    }

    /// The switch belongs to the same field as the day.
    var focusedField: FormField? { date.focusedField ?? (expander.containsFocus ? .value(.death) : nil) }
}
