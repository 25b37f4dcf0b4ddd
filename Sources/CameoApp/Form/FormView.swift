import Contacts
import Gtk
import Model

/// The fields of an open form in one column. What is typed is in the model; the rows are thin over it.
final class FormView {
    private static let width = 640
    /// Between a list and the buttons below it that add to it.
    private static let buttonGap = 6
    private static let spacing = 24

    let root: Widget
    let model: FormModel
    /// Somebody typed, or what is shown changed.
    var onEdit: (() -> Void)?
    var onDelete: (() -> Void)?

    let surroundings: FormSurroundings
    let pictures: AvatarPictures
    let column = Box(.vertical, spacing: spacing)
    /// In the order in which they are read.
    var inputs: [any FormInput] = []
    private let scroll: ScrolledWindow
    /// What saving would cost, below the fields that it is about.
    private let meetingWarning = NoteRow(icon: "dialog-warning-symbolic")
    private let personWarning = NoteRow(icon: "dialog-warning-symbolic")
    private let relationWarning = NoteRow(icon: "dialog-warning-symbolic")
    private var metWhere: TextInput?
    /// The lists of what there may be several of.
    let fieldList = BoxedList(label: tr("Contact Details"))
    let addressList = BoxedList(label: tr("Addresses"))
    let relationshipList = BoxedList(label: tr("Relationships"))

    init(_ model: FormModel, surroundings: FormSurroundings, pictures: AvatarPictures) {
        self.model = model
        self.surroundings = surroundings
        self.pictures = pictures
        column.setMargins(top: 24, bottom: 36, start: 12, end: 12)
        scroll = ScrolledWindow(Clamp(column, maximumWidth: Self.width))
        scroll.scrollsVerticallyOnly()
        scroll.expandsVertically = true
        root = scroll
        model.onEdit = { [weak self] in self?.edited($0) }
        addNames()
        addWork()
        addFields()
        addAddresses()
        addAbout()
        addMeeting()
        addRelationships()
        addTags()
        addDeletion()
        showAll()
    }

    /// Shows the form anew, after news came.
    func showAll() {
        model.show {
            syncRows()
            for input in inputs { input.show(model.form) }
        }
        showNews()
        showWarnings()
    }

    /// Says all that is wrong, and goes to the first of it; false if there is something.
    func check() -> Bool {
        let issues = model.form.issues()
        for input in inputs { showIssues(of: input, issues) }
        let order = model.form.order(nameOrder: surroundings.nameKeys)
        guard let first = order.first(where: { issues[$0] != nil }) ?? issues.keys.first else { return true }
        focus(first)
        return false
    }

    func focus(_ field: FormField) {
        inputs.first { $0.owns(field) }?.focus(field)
    }

    func focusFirst() {
        focus(.value(surroundings.nameKeys.first ?? .firstName))
    }

    /// What has the focus.
    var focusedField: FormField? { inputs.lazy.compactMap(\.focusedField).first }

    // MARK: Groups

    private func group(_ title: String, _ list: BoxedList) -> PreferencesGroup {
        let group = PreferencesGroup(title: title)
        group.add(list)
        column.append(group)
        return group
    }

    private func text(
        _ key: ContactKey, purpose: EntryRow.Purpose = .text, isLong: Bool = false, in list: BoxedList
    ) -> TextInput {
        let input = TextInput(
            key, model, purpose: purpose, isLong: isLong, onLeave: { [weak self] in self?.left($0) },
            onUse: { [weak self] in self?.use($0) })
        add(input, input.rows, to: list)
        return input
    }

    private func add(_ input: any FormInput, _ rows: [Widget], to list: BoxedList) {
        inputs.append(input)
        for row in rows { list.append(row) }
    }

    private func addNames() {
        let list = BoxedList(label: tr("Name"))
        for key in surroundings.nameKeys + [.nickname] { _ = text(key, purpose: .name, in: list) }
        column.append(list)
    }

    private func addWork() {
        let list = BoxedList(label: tr("Work"))
        _ = text(.job, in: list)
        _ = text(.company, in: list)
        column.append(list)
    }

    private func addAbout() {
        let list = BoxedList(label: tr("About"))
        _ = group(tr("About"), list)
        let gender = GenderInput(model, choices: surroundings.choices.genders, onUse: { [weak self] in self?.use($0) })
        add(gender, gender.rows, to: list)
        let birthday = date(.birthday, title: ContactKey.birthday.label, asksForAge: true)
        add(birthday, birthday.rows, to: list)
        let death = DeathInput(model, date: date(.death, title: tr("Day of Death"), asksForAge: false))
        add(death, death.rows, to: list)
        list.append(personWarning)
        _ = text(.description, isLong: true, in: list)
        _ = text(.food, isLong: true, in: list)
    }

    private func date(_ key: ContactKey, title: String, asksForAge: Bool) -> DateInput {
        DateInput(
            key, title: title, model, locale: surroundings.locale, asksForAge: asksForAge,
            onLeave: { [weak self] in self?.left($0) }, onUse: { [weak self] in self?.use($0) })
    }

    private func addMeeting() {
        let list = BoxedList(label: tr("How You Met"))
        _ = group(tr("How You Met"), list)
        _ = text(.metStory, isLong: true, in: list)
        let day = date(.metOn, title: ContactKey.metOn.label, asksForAge: false)
        add(day, day.rows, to: list)
        let introducer = IntroducerInput(
            model, surroundings: surroundings, pictures: pictures, onUse: { [weak self] in self?.use($0) })
        add(introducer, introducer.rows, to: list)
        list.append(meetingWarning)
        metWhere = text(.metWhere, in: list)
    }

    private func addTags() {
        let list = BoxedList(label: tr("Tags"))
        let tags = TagsInput(model, surroundings: surroundings, onLeave: { [weak self] in self?.left($0) })
        inputs.append(tags)
        for row in tags.rows { list.append(row) }
        let group = PreferencesGroup(title: tr("Tags"))
        tags.chips.setMargins(bottom: 12)
        group.add(tags.chips)
        group.add(list)
        column.append(group)
    }

    private func addDeletion() {
        guard !model.form.isNew else { return }
        let button = Button(mnemonic: tr("_Delete Contact"))
        button.addClass("destructive-action")
        button.addClass("pill")
        button.horizontalAlignment = .center
        button.onClicked { [weak self] in self?.onDelete?() }
        column.append(button)
    }

    private func addFields() {
        let group = group(tr("Contact Details"), fieldList)
        let buttons = WrapBox()
        let types = surroundings.choices.fieldTypes
        for type in types where type.kind != .other {
            let label = type.kind == .email ? tr("Add Email") : tr("Add Phone")
            buttons.append(addButton(label) { [weak self] in self?.addField(of: type.id) })
        }
        let others = types.filter { $0.kind == .other }
        if !others.isEmpty {
            let (menu, actions) = (Menu(), ActionGroup())
            for (number, type) in others.enumerated() {
                menu.append(PlainText.line(type.title, atMost: 40).escapingMnemonic, action: "add.type-\(number)")
                actions.addAction("type-\(number)") { [weak self] in self?.addField(of: type.id) }
            }
            let button = MenuButton(label: tr("Add Other…"), menu: menu, accessibleLabel: tr("Add Other…"))
            button.insert(actions, as: "add")
            button.addClass("flat")
            button.setMargins(top: Self.buttonGap)
            buttons.append(button)
        }
        group.add(buttons)
    }

    private func addAddresses() {
        let group = group(tr("Addresses"), addressList)
        group.add(
            addButton(tr("Add Address")) { [weak self] in
                self?.model.update { $0.addresses.append(AddressEntry(row: $0.newRow())) }
                self?.added { $0.addresses.last.map { .address($0.row, .street) } }
            })
    }

    private func addRelationships() {
        let group = group(tr("Relationships"), relationshipList)
        group.add(
            addButton(tr("Add Relationship")) { [weak self] in
                guard let type = self?.surroundings.choices.relationshipTypes.first?.type else { return }
                self?.model.update { $0.relationships.append(RelationshipEntry(row: $0.newRow(), type: type)) }
                self?.added { $0.relationships.last.map { .relationship($0.row) } }
            })
        group.add(relationWarning)
        relationWarning.isVisible = false
    }

    private func addButton(_ label: String, _ action: @escaping @MainActor () -> Void) -> Button {
        let button = Button(icon: "list-add-symbolic", label: label)
        button.addClass("flat")
        button.setMargins(top: Self.buttonGap)
        button.horizontalAlignment = .center
        button.onClicked(action)
        return button
    }
}

// What happens while somebody types.
private extension FormView {
    func addField(of type: RemoteID) {
        model.update { $0.fields.append(FieldEntry(row: $0.newRow(), type: type, content: "")) }
        added { $0.fields.last.map { .field($0.row) } }
    }

    /// A row was added, and gets the focus.
    func added(_ field: (ContactForm) -> FormField?) {
        showAll()
        if let field = field(model.form) { focus(field) }
        onEdit?()
    }

    func edited(_ field: FormField) {
        model.update { if !$0.isNewsShown(field) { $0.news.remove(field) } }
        inputs.first { $0.owns(field) }?.show(nil, of: field, in: model.form)
        showNews()
        showWarnings()
        onEdit?()
    }

    /// What is wrong is said when the field is left.
    func left(_ field: FormField) {
        guard let input = inputs.first(where: { $0.owns(field) }) else { return }
        let issues = model.form.issues()
        // A name is asked for once there is anything else.
        if issues[field] == .noName, !model.form.isTouched { return }
        input.show(issues[field], of: field, in: model.form)
    }

    func showIssues(of input: any FormInput, _ issues: [FormField: FormIssue]) {
        for field in fields(of: input) { input.show(issues[field], of: field, in: model.form) }
    }

    func fields(of input: any FormInput) -> [FormField] {
        model.form.order(nameOrder: surroundings.nameKeys).filter(input.owns)
    }

    /// Takes what the server has.
    func use(_ field: FormField) {
        model.update { if $0.news.contains(field) { $0.useNews(of: field) } }
        showAll()
        onEdit?()
    }

    func showNews() {
        for input in inputs {
            for field in fields(of: input) {
                let words = model.form.news.contains(field) ? model.form.newsWords(of: field) : nil
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
        let meeting = warnings.filter { $0 == .erasesWhereMet }
        let person = warnings.filter { $0 == .movesLeapDay }
        show(meetingWarning, meeting)
        show(personWarning, person)
        show(relationWarning, warnings.filter { !meeting.contains($0) && !person.contains($0) })
        // It is asked for where it would be lost, and stays where something was typed.
        let isAsked = model.form.isNew || !meeting.isEmpty || !model.form[text: .metWhere].isEmpty
        metWhere?.rows.first?.isVisible = isAsked
    }
}

// Rows of which there may be several.
private extension FormView {
    /// Adds and removes rows until they are those of the form.
    func syncRows() {
        sync(
            fieldList, model.form.fields.map { .field($0.row) }, as: FieldInput.self, rows: \.rows
        ) { [self] field in
            guard case .field(let row) = field, let shown = model.form.fields.first(where: { $0.row == row }) else {
                return nil
            }
            let type = surroundings.choices.fieldTypes.first { $0.id == shown.type }
            let input = FieldInput(shown, type: type, model, onLeave: left, onUse: use)
            input.onRemove = { [weak self] in self?.remove { form in form.fields.removeAll { $0.row == row } } }
            return input
        }
        sync(
            addressList, model.form.addresses.map { .address($0.row, .street) }, as: AddressInput.self, rows: \.rows
        ) { [self] field in
            guard case .address(let row, _) = field,
                let shown = model.form.addresses.first(where: { $0.row == row })
            else { return nil }
            let input = AddressInput(shown, model, onLeave: left, onUse: use)
            input.onRemove = { [weak self] in self?.remove { form in form.addresses.removeAll { $0.row == row } } }
            return input
        }
        sync(
            relationshipList, model.form.relationships.map { .relationship($0.row) }, as: RelationshipInput.self,
            rows: \.rows
        ) { [self] field in
            guard case .relationship(let row) = field,
                let shown = model.form.relationships.first(where: { $0.row == row })
            else { return nil }
            let input = RelationshipInput(
                shown, model, surroundings: surroundings, pictures: pictures, onLeave: left, onUse: use)
            input.onRemove = { [weak self] in
                self?.remove { form in form.relationships.removeAll { $0.row == row } }
            }
            return input
        }
    }

    func sync<Input: FormInput>(
        _ list: BoxedList, _ wanted: [FormField], as type: Input.Type, rows: (Input) -> [Widget],
        make: (FormField) -> Input?
    ) {
        let former = inputs.compactMap { $0 as? Input }
        for input in former where !wanted.contains(where: input.owns) {
            for row in rows(input) { list.remove(row) }
            inputs.removeAll { $0 === input }
        }
        for field in wanted where !former.contains(where: { $0.owns(field) }) {
            guard let input = make(field) else { continue }
            for row in rows(input) { list.append(row) }
            inputs.append(input)
        }
        list.isVisible = !wanted.isEmpty
    }

    func remove(_ change: @escaping (inout ContactForm) -> Void) {
        // The menu or button that was clicked goes with its row, after it has done its work.
        Task { [weak self] in
            guard let self else { return }
            self.model.update(change)
            self.showAll()
            self.onEdit?()
            if !self.root.containsFocus { self.root.focusFirst() }
        }
    }
}
