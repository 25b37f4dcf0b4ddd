import Contacts
import Gtk

/// The lists of the sidebar, and the doings of a person in them.
extension ContactsSidebar {
    func connectLists() {
        list.onSelect = { [weak self] in self?.onSelect?($0?.entry) }
        list.onActivate = { [weak self] in self?.onActivate?($0.entry) }
        search.results.onSelect = { [weak self] in if let entry = $0 { self?.onSelect?(entry) } }
        search.results.onActivate = { [weak self] in self?.onActivate?($0) }
        days.today.onSelect = { [weak self] in if let entry = $0 { self?.onSelect?(entry) } }
        days.today.onActivate = { [weak self] in self?.onActivate?($0) }
        rowMenu.onOpen = { [weak self] in self?.onOpen?($0) }
        days.onOpen = { [weak self] in self?.onOpen?($0) }
        days.keepInTouch.onSelect = { [weak self] in if let entry = $0 { self?.onSelect?(entry) } }
        days.actions.onTouch = { [weak self] in self?.rowMenu.openInTouch(with: $0, at: $1) }
        days.actions.onReach = { [weak self] in self?.rowMenu.reach($1, by: $0, at: $2) }
        days.keepInTouch.onActivate = { [weak self] in self?.onActivate?($0) }
        list.onMenu = { [weak self] in self?.rowMenu.open(for: $0.entry, at: $1) }
        search.results.list.onMenu = { [weak self] in self?.rowMenu.open(for: $0, at: $1) }
        days.keepInTouch.onMenu = { [weak self] in self?.rowMenu.open(for: $0, at: $1) }
        days.today.onMenu = { [weak self] in self?.rowMenu.open(for: $0, at: $1) }
        page.onCount = { [weak self] in
            guard let self else { return }
            self.show($0, of: .contacts)
            self.onCount?(self.contacts.unfilteredTotal)
        }
        page.onShowAll = { [weak self] in
            self?.search.filter.clear()
            self?.focusList()
        }
        search.filter.onChange = { [weak self] in self?.filterChanged() }
    }

    func connectPicks() {
        list.onPick = { [weak self] in
            guard let self else { return }
            self.picks.take($0, in: self.contacts.model)
        }
        search.results.onPick = { [weak self] in self?.picks.take($0, in: $1) }
        rowMenu.onPick = { [weak self] in self?.picks.toggle($0) }
        rowMenu.isPicked = { [picks] in picks.ids.contains($0) }
        picksObservation = picks.observe { [weak self] in
            guard let self else { return }
            self.list.isPicking = !self.picks.isEmpty
            self.search.results.list.isPicking = !self.picks.isEmpty
        }
    }

    func connectDays() {
        days.line.onClicked = { [weak self] in self?.tab = .today }
        days.today.onShowOverdue = { [weak self] in self?.tab = .keepInTouch }
        days.onNeeds = { [weak self] in self?.tabs.showNeeds(today: $0, overdue: $1) }
        days.onLine = { [weak self] in self?.page.lineChanged() }
        days.onCount = { [weak self] in self?.show($1, of: $0) }
        days.onUpcoming = { [weak self] in self?.onUpcoming?($0) }
    }
}
