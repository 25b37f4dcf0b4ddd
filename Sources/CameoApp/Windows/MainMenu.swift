import Contacts
import Gtk

/// The menu at the end of the list's header bar.
enum MainMenu {
    static func make(ofDemo isDemo: Bool = false) -> Menu {
        let order = Menu()
        order.append(tr("Name as _Shown"), action: "app.sort::shown-name")
        order.append(tr("_First Name"), action: "app.sort::first-name")
        order.append(tr("_Last Name"), action: "app.sort::last-name")
        order.append(tr("Last _Contact"), action: "app.sort::last-activity")
        order.append(tr("_Newest First"), action: "app.sort::newest")
        let list = Menu()
        list.appendSubmenu(tr("_Sort By"), order)
        list.append(tr("S_tarred First"), action: "app.starred-first")
        list.append(tr("Show Archi_ved"), action: "app.show-archived")
        let account = Menu()
        account.append(tr("_Refresh"), action: "app.refresh")
        account.appendIfEnabled(tr("_Unsent Changes"), action: "win.waiting-changes")
        let program = Menu()
        program.append(tr("_Preferences"), action: "app.preferences")
        program.append(tr("_Keyboard Shortcuts"), action: "app.shortcuts")
        program.append(tr("_About Cameo"), action: "app.about")
        let end = Menu()
        end.append(isDemo ? tr("_Leave Sample Contacts") : tr("_Log Out…"), action: "app.log-out")
        let menu = Menu()
        for section in [list, account, program, end] { menu.appendSection(section) }
        return menu
    }

    /// The choices in the menu and in the preferences.
    struct Choices {
        let sort: Action
        let nameOrder: Action
    }

    /// Adds the actions for the list's preferences; each choice is stored.
    static func addListActions(
        to application: Application, changing preferences: Preferences, onRowSize: @escaping () -> Void,
        onChange: @escaping () -> Void, onDailyNotification: @escaping () -> Void
    ) -> Choices {
        let sort = application.addChoice("sort", value: preferences.order.key.settingsName) { name in
            guard let key = ContactOrder.Key.allCases.first(where: { $0.settingsName == name }) else { return }
            preferences.order.key = key
            onChange()
        }
        let nameOrder = application.addChoice("name-order", value: preferences.nameOrder.rawValue) { name in
            guard let order = NameOrder(rawValue: name) else { return }
            preferences.nameOrder = order
            onChange()
        }
        application.addToggle("starred-first", isOn: preferences.order.starredFirst) { isOn in
            preferences.order.starredFirst = isOn
            onChange()
        }
        application.addToggle("show-archived", isOn: preferences.showsArchived) { isOn in
            preferences.showsArchived = isOn
            onChange()
        }
        application.addToggle("compact-list", isOn: preferences.hasCompactList) { isOn in
            preferences.hasCompactList = isOn
            onRowSize()
        }
        application.addToggle("read-only", isOn: preferences.isReadOnly) { isOn in
            preferences.isReadOnly = isOn
            onChange()
        }
        application.addToggle("daily-notification", isOn: preferences.notifiesDaily) { isOn in
            preferences.notifiesDaily = isOn
            onDailyNotification()
        }
        return Choices(sort: sort, nameOrder: nameOrder)
    }
}
