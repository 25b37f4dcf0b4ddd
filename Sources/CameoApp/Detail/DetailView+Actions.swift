import Gtk

/// The round buttons below the name of a contact.
extension DetailView {
    private static let actionPrefix = "quick"

    /// Shows a button for each action; where there are several addresses, the button opens a menu of them.
    func showActions(_ quickActions: [QuickAction]) {
        actions.removeAll()
        actions.isVisible = !quickActions.isEmpty || logButton.isVisible
        for action in quickActions {
            let button = action.choices.isEmpty ? makeButton(action) : makeMenu(action)
            button.addClass("circular")
            actions.append(button)
        }
        actions.append(logButton)
    }

    private func makeButton(_ action: QuickAction) -> Widget {
        let button = Button(icon: action.icon, tooltip: action.label)
        button.onClicked { [weak self] in self?.onOpen?(action.uri) }
        return button
    }

    private func makeMenu(_ action: QuickAction) -> Widget {
        let (menu, group) = (Menu(), ActionGroup())
        // The address that was used last in this window comes first.
        let choices = action.choices.filter { $0.uri == lastUsed } + action.choices.filter { $0.uri != lastUsed }
        for (index, choice) in choices.enumerated() {
            menu.append(choice.title.escapingMnemonic, action: "\(Self.actionPrefix).open-\(index)")
            group.addAction("open-\(index)") { [weak self] in
                self?.lastUsed = choice.uri
                self?.onOpen?(choice.uri)
            }
        }
        let button = MenuButton(icon: action.icon, tooltip: action.label, menu: menu)
        button.insert(group, as: Self.actionPrefix)
        return button
    }
}
