import Contacts
import GLib
import Gtk
import Model

/// The fields of an open form in one column. The model holds the typing; the rows only show it.
final class FormView {
    private static let width = 640
    private static let spacing = 24
    /// Between a list and the button below it that adds to it.
    static let buttonGap = 6

    let root: Widget
    let model: FormModel
    /// The person typed, or the shown values changed.
    var onEdit: (() -> Void)?
    var onDelete: (() -> Void)?
    /// Whether the form offers that.
    var mayDelete = true { didSet { deletion?.isVisible = mayDelete } }
    var deletion: Button?

    let surroundings: FormSurroundings
    private(set) lazy var dates = DateReader(locale: surroundings.locale, lastYear: model.form.thisYear)
    let pictures: AvatarPictures
    let column = Box(.vertical, spacing: spacing)
    /// The groups below the first fields. They are made after the first fields show, and shown as a whole.
    let rest = Box(.vertical, spacing: spacing)
    /// The groups that show in the next frames, one in each.
    var groupsBelow: [Widget] = []
    private var filling: Task<Void, Never>?
    var isFilling = true
    /// Gets the focus once it is there.
    var wanted: FormField?
    var groupsLeft: [(FormView) -> Void]
    /// In the order in which they are read.
    var inputs: [any FormInput] = []
    /// The rows that a person removed, the last one behind, each with its field and with the change that brings it back.
    /// `edits` is the number of edits before the removal.
    var removedRows: [(field: FormField, edits: Int, bringBack: (inout ContactForm) -> Void)] = []
    /// The number of edits in the fields.
    private(set) var edits = 0
    let scroll: ScrolledWindow
    /// The warnings of a save, below the fields that they concern.
    let meetingWarning = NoteRow(icon: "dialog-warning-symbolic")
    let fieldWarning = NoteRow(icon: "dialog-warning-symbolic")
    let relationWarning = NoteRow(icon: "dialog-warning-symbolic")
    let addressWarning = NoteRow(icon: "dialog-warning-symbolic")
    let tagWarning = NoteRow(icon: "dialog-warning-symbolic")
    /// The lists of repeatable rows.
    let fieldList = BoxedList(label: tr("Contact Details"))
    let addressList = BoxedList(label: tr("Addresses"))
    let relationshipList = BoxedList(label: tr("Relationships"))
    /// The buttons below these lists that add a row.
    var fieldAdder: Widget?
    var addressAdder: Widget?
    var relationshipAdder: Widget?
    let aboutList = BoxedList(label: tr("About"))
    let meetingList = BoxedList(label: tr("How You Met"))

    init(_ model: FormModel, surroundings: FormSurroundings, pictures: AvatarPictures) {
        self.model = model
        self.surroundings = surroundings
        self.pictures = pictures
        groupsLeft = Self.groups(isPartial: model.form.isPartial)
        column.setMargins(top: 24, bottom: 36, start: 12, end: 12)
        scroll = ScrolledWindow(Clamp(column, maximumWidth: Self.width))
        scroll.scrollsVerticallyOnly()
        scroll.expandsVertically = true
        root = scroll
        model.onEdit = { [weak self] in self?.edited($0) }
        root.onUndo { [weak self] in self?.undoRemoval() ?? false }
        rest.isVisible = false
        fieldList.append(fieldWarning)
        relationshipList.append(relationWarning)
        addressList.append(addressWarning)
        addNames()
        if !model.form.isPartial { addWork() }
        column.append(rest)
        showInputs()
        filling = Task { [weak self] in
            await self?.fill()
            self?.isFilling = false
        }
    }

    /// Returns once the form has all its rows.
    func filled() async {
        await filling?.value
    }

    /// The lookups under way for the meaning of typing.
    var lookups: [Task<Void, Never>] { inputs.compactMap(\.lookup) }

    /// Whether the lookups under way may resolve all these mistakes.
    func areBeingLookedUp(_ issues: [FormField: FormIssue]) -> Bool {
        issues.keys.allSatisfy { field in inputs.contains { $0.owns(field) && $0.lookup != nil } }
    }

    /// Shows the form anew, after news came. While the form fills, `fill` alone makes rows.
    func showAll() {
        model.show { _ = syncRows(addingAtMost: isFilling ? 0 : .max) }
        showInputs()
    }

    /// Shows the news in the unread fields, besides a field with the focus.
    func readNews(besides focused: FormField? = nil) {
        let former = model.form.unread
        model.update { $0.readNews(besides: focused) }
        if model.form.unread != former { showAll() }
    }

    private func showInputs() {
        model.show {
            for input in inputs { input.show(model.form) }
        }
        showNews()
        showWarnings()
        for input in inputs {
            for field in fields(of: input) {
                guard let issue = model.form.issue(of: field, among: [:]) else { continue }
                input.show(issue, of: field, in: model.form)
            }
        }
    }

    /// Says all that is wrong, and goes to the first of it; false if there is something.
    func check() -> Bool {
        let issues = model.form.issues()
        for input in inputs { showIssues(of: input, issues) }
        let order = model.form.order(nameOrder: surroundings.nameKeys)
        guard let first = order.first(where: { issues[$0] != nil }) ?? issues.keys.first else { return true }
        focus(first)
        // A screen reader says nothing of a field that already had the focus.
        if let issue = issues[first] { root.announce(issue.sentence()) }
        keepFocusInSight()
        return false
    }

    func focus(_ field: FormField) {
        showGroupsBelow()
        inputs.first { $0.owns(field) }?.focus(field)
    }

    /// Gives the focus to a field that may not be made yet. A form without that field gives it to the first one. Does nothing
    /// if the focus moves meanwhile.
    func focusWhenFilled(_ field: FormField) async {
        if !has(field) {
            wanted = field
            await filled()
            guard isFocusFree else { return }
        }
        if has(field) { focus(field) } else { focusFirst() }
    }

    /// Whether no person has gone to a field: GTK itself may give the focus to the first one while the form fills.
    var isFocusFree: Bool {
        guard let focusedField else { return true }
        return focusedField == .value(surroundings.nameKeys.first ?? .firstName) && !model.form.isTouched
    }

    private func has(_ field: FormField) -> Bool {
        inputs.contains { $0.owns(field) }
    }

    /// The first field with a change that waits for the person.
    var firstProblem: FormField? {
        model.form.order(nameOrder: surroundings.nameKeys).first {
            model.form.problem(at: $0) != nil || model.form.tellsNews(of: $0)
        }
    }

    func focusFirst() {
        focus(.value(surroundings.nameKeys.first ?? .firstName))
    }

    /// The field that the focus left last.
    private(set) var leftField: FormField?

    /// The field with the focus.
    var focusedField: FormField? { inputs.lazy.compactMap(\.focusedField).first }
}

// Reactions to typing.
extension FormView {
    func addField(of type: RemoteID) {
        model.update { $0.fields.append(FieldEntry(row: $0.newRow(), type: type, content: "")) }
        added { $0.fields.last.map { .field($0.row) } }
    }

    /// A row was added, and gets the focus.
    func added(_ field: (ContactForm) -> FormField?) {
        if isFilling { fillAtOnce() }
        showAll()
        if let field = field(model.form) { focus(field) }
        // The row has no place yet.
        keepFocusInSight()
        onEdit?()
    }

    func edited(_ field: FormField) {
        edits += 1
        model.update { if !$0.isTouched(at: field) { $0.news.remove(field) } }
        if let input = inputs.first(where: { $0.owns(field) }) { showIssue(of: field, in: input) }
        if [.value(.firstName), .value(.nickname), .value(.lastName)].contains(field) {
            for case let input as RelationshipInput in inputs { input.showSentence(model.form) }
        }
        // A dead person has no age of today.
        if field == .value(.death), let birthday = inputs.first(where: { $0.owns(.value(.birthday)) }) {
            model.show { birthday.show(model.form) }
        }
        showNews()
        showWarnings()
        // A new tag or note may take room above the focused field.
        keepFocusInSight()
        onEdit?()
    }

    /// Shows the mistake of a field when the focus leaves it.
    func left(_ field: FormField) {
        leftField = field
        if !model.form.unread.isEmpty {
            // The next turn knows the focus, which may be on the button of a note.
            Task { [weak self] in
                guard let self else { return }
                let input = self.inputs.first { $0.rows.contains(where: \.containsFocus) }
                let noted = input.flatMap { input in self.model.form.unread.first(where: input.owns) }
                self.readNews(besides: self.focusedField ?? noted)
            }
        }
        guard root.isVisible, let input = inputs.first(where: { $0.owns(field) }) else { return }
        if let lookup = input.lookup {
            Task { [weak self] in
                await lookup.value
                if self?.focusedField != field { self?.left(field) }
            }
            return
        }
        let issues = model.form.issues()
        // A missing name is a mistake only after other typing.
        if issues[field] == .noName, !model.form.isTouched { return }
        showIssue(of: field, in: input, issues)
        guard let issue = issues[field] else { return }
        // A screen reader reads the mistake of a focused field as its description.
        if focusedField != field { root.announce(issue.sentence()) }
        // The note may take room above the focused field.
        keepFocusInSight()
    }

    func showIssues(of input: any FormInput, _ issues: [FormField: FormIssue]) {
        for field in fields(of: input) { showIssue(of: field, in: input, issues) }
    }

    private func showIssue(of field: FormField, in input: any FormInput, _ issues: [FormField: FormIssue] = [:]) {
        input.show(model.form.issue(of: field, among: issues), of: field, in: model.form)
    }

    func fields(of input: any FormInput) -> [FormField] {
        model.form.order(nameOrder: surroundings.nameKeys).filter(input.owns)
    }

    /// Takes the server's value, or the offered correction. Its button goes, perhaps with the field.
    func use(_ field: FormField) {
        model.update { if $0.tellsNews(of: field) { $0.useNews(of: field) } }
        showAll()
        if has(field) { focus(field) } else { root.focusFirst() }
        onEdit?()
    }

    func showNews() {
        for input in inputs {
            for field in fields(of: input) {
                let words = model.form.tellsNews(of: field) ? model.form.newsText(of: field) : nil
                input.show(news: words.map { tr("Changed on the server: %1$s", $0) }, of: field)
            }
        }
    }

    func showWarnings() {
        let warnings = model.form.warnings
        func show(_ row: NoteRow, _ shown: [FormWarning]) {
            row.isVisible = !shown.isEmpty
            row.text = shown.map(\.sentence).joined(separator: "\n")
        }
        let meeting = warnings.filter { $0 == .replacesWhereMet }
        let fields = warnings.filter { $0 == .leavesOut(.field) }
        let addresses = warnings.filter { $0 == .leavesOut(.address) }
        let tags = warnings.filter { $0 == .leavesOut(nil) }
        show(meetingWarning, meeting)
        show(fieldWarning, fields)
        show(addressWarning, addresses)
        show(tagWarning, tags)
        let others = meeting + fields + addresses + tags
        show(relationWarning, warnings.filter { !others.contains($0) })
        // The warning about a lost person stays at the place of the last relationship.
        relationshipList.isVisible = relationWarning.isVisible || inputs.contains { $0 is RelationshipInput }
    }
}
