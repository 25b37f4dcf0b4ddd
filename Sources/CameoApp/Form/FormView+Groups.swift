import Contacts
import Gtk
import Model

/// The groups of a form, in the order in which they are read.
extension FormView {
    private func group(_ title: String, _ list: BoxedList) -> PreferencesGroup {
        let group = PreferencesGroup(title: title)
        group.add(list)
        rest.append(group)
        return group
    }

    private func text(
        _ key: ContactKey, purpose: EntryRow.Purpose = .text, in list: BoxedList
    ) -> TextInput {
        let input = TextInput(
            key, model, purpose: purpose, onLeave: { [weak self] in self?.left($0) },
            onUse: { [weak self] in self?.use($0) })
        add(input, input.rows, to: list)
        return input
    }

    private func add(_ input: any FormInput, _ rows: [Widget], to list: BoxedList) {
        inputs.append(input)
        for row in rows { list.append(row) }
    }

    func addNames() {
        let list = BoxedList(label: tr("Name"))
        for key in surroundings.nameKeys + [.nickname] { _ = text(key, purpose: .name, in: list) }
        column.append(list)
    }

    func addWork() {
        let list = BoxedList(label: tr("Work"))
        _ = text(.job, in: list)
        _ = text(.company, in: list)
        column.append(list)
    }

    func addAbout() {
        _ = group(tr("About"), aboutList)
        let gender = GenderInput(model, choices: surroundings.choices.genders, onUse: { [weak self] in self?.use($0) })
        add(gender, gender.rows, to: aboutList)
    }

    func addBirthday() {
        let birthday = date(.birthday, title: ContactKey.birthday.label, asksForAge: true)
        add(birthday, birthday.rows, to: aboutList)
    }

    func addDeath() {
        let death = DeathInput(model, date: date(.death, title: tr("Day of Death"), asksForAge: false))
        add(death, death.rows, to: aboutList)
    }

    func addTexts() {
        _ = text(.description, in: aboutList)
        _ = text(.food, in: aboutList)
    }

    private func date(_ key: ContactKey, title: String, asksForAge: Bool) -> DateInput {
        DateInput(
            key, title: title, model, reader: dates, asksForAge: asksForAge,
            onLeave: { [weak self] in self?.left($0) }, onUse: { [weak self] in self?.use($0) })
    }

    func addMeeting() {
        _ = group(tr("How You Met"), meetingList)
        _ = text(.metStory, in: meetingList)
    }

    func addMeetingDay() {
        let day = date(.metOn, title: ContactKey.metOn.label, asksForAge: false)
        add(day, day.rows, to: meetingList)
    }

    func addIntroducer() {
        let introducer = IntroducerInput(
            model, surroundings: surroundings, pictures: pictures, onLeave: { [weak self] in self?.left($0) },
            onUse: { [weak self] in self?.use($0) })
        add(introducer, introducer.rows, to: meetingList)
        _ = text(.metWhere, in: meetingList)
        meetingList.append(meetingWarning)
    }

    func addTags() {
        let list = BoxedList(label: tr("Tags"))
        let tags = TagsInput(model, surroundings: surroundings, onLeave: { [weak self] in self?.left($0) })
        inputs.append(tags)
        for row in tags.rows + [tagWarning] { list.append(row) }
        let group = PreferencesGroup(title: tr("Tags"))
        tags.chips.setMargins(bottom: 12)
        group.add(tags.chips)
        group.add(list)
        rest.append(group)
    }

    func addDeletion() {
        guard !model.form.isNew else { return }
        let button = Button(mnemonic: tr("D_elete Contact"))
        button.addClass("destructive-action")
        button.addClass("pill")
        button.horizontalAlignment = .center
        button.onClicked { [weak self] in self?.onDelete?() }
        button.isVisible = mayDelete
        rest.append(button)
        deletion = button
    }

    func addFields() {
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
        fieldAdder = buttons
    }

    func addAddresses() {
        let group = group(tr("Addresses"), addressList)
        let button = addButton(tr("Add Address")) { [weak self] in
            self?.model.update { $0.addresses.append(AddressEntry(row: $0.newRow())) }
            self?.added { $0.addresses.last.map { .address($0.row, .street) } }
        }
        group.add(button)
        addressAdder = button
    }

    func addRelationships() {
        let group = group(tr("Relationships"), relationshipList)
        let button = addButton(tr("Add Relationship")) { [weak self] in
            guard let self, !self.surroundings.choices.relationshipTypes.isEmpty else { return }
            self.model.update { $0.relationships.append(RelationshipEntry(row: $0.newRow())) }
            self.added { $0.relationships.last.map { .relationship($0.row) } }
        }
        group.add(button)
        relationshipAdder = button
    }

    private func addButton(_ label: String, _ action: @escaping @MainActor () -> Void) -> Button {
        let button = Button(icon: "list-add-symbolic", label: label)
        button.addClass("flat")
        button.horizontalAlignment = .center
        button.setMargins(top: Self.buttonGap)
        button.onClicked(action)
        return button
    }
}
