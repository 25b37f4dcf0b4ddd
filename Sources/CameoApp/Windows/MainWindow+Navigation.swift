import Gtk

/// The ways between the list, a contact, and the search: where a person goes, and where the focus is then.
extension MainWindow {
    /// Shows a tab of the sidebar.
    func show(_ tab: SidebarTab) {
        guard session != nil else { return }
        split.showsContent = false
        sidebar.tab = tab
        sidebar.focusList()
    }

    /// Begins a search for words that were typed elsewhere.
    func search(for text: String) {
        guard session != nil else { return }
        split.showsContent = false
        sidebar.search.search(for: text)
    }

    /// Goes to where words to search for are typed.
    func focusSearch() {
        guard session != nil else { return }
        split.showsContent = false
        sidebar.search.focus()
    }

    /// Shows the page of a contact; `former` is the one by a line of which it was chosen.
    func show(contactID: Int, after former: Int? = nil) {
        if detail.isWriting {
            return detail.leaveForm { [weak self] in
                self?.show(contactID: contactID, after: former)
            }
        }
        guard let session else { return }
        // Where only one of the two is shown, each way begins at the list.
        if split.isFolded, !split.showsContent { detail.forgetTravel() }
        detail.choose(contactID: contactID, after: former, of: session)
        split.showsContent = true
        guard split.isFolded else { return }
        // In the next turn: the clicked widget would take the focus back.
        Task { [weak detail] in detail?.focusName() }
    }

    /// Back to the contact that was seen before; where only one of the two is shown, in the end to the list.
    func goBack() {
        if detail.uncover() { return }
        guard session != nil, !split.isFolded || split.showsContent, !detail.goBack(), split.isFolded else { return }
        split.showsContent = false
        sidebar.focusList(scrolling: false)
    }

    /// Gives the focus to the next part of the window: the list, the contact, a message that can be answered.
    func focusNextPane(forward: Bool) {
        guard page == .contacts else { return }
        var panes: [FocusPane] = []
        if !split.isFolded || !split.showsContent {
            panes.append(FocusPane(root: sidebar.root, focus: { [sidebar] in sidebar.focusList() }))
        }
        if !split.isFolded || split.showsContent {
            panes.append(
                FocusPane(
                    root: detail.root, focus: { [detail, left] in detail.focus(goingBackTo: left) },
                    onLeave: { [weak self] in self?.left = $0 }))
        }
        if let toast = detail.toasts.shownToast ?? toasts.shownToast {
            panes.append(FocusPane(root: toast, focus: toast.focusFirst))
        }
        FocusPane.focusNext(of: panes, forward: forward)
    }

    /// Ends the search that is shown, wherever the focus is; false if none is.
    func endSearch() -> Bool {
        guard sidebar.search.hasResults, !split.isFolded || !split.showsContent else { return false }
        // An open form, or the page of waiting changes, ends first.
        guard !detail.isCovered || !detail.root.containsFocus else { return false }
        sidebar.search.clear()
        sidebar.focusList()
        return true
    }

    /// The two sides stand side by side from now on, or one of them alone.
    func foldChanged() {
        // Side by side, the window's buttons stand once, at its corners.
        sidebar.header.showsEndButtons = split.isFolded
        detail.showsStartButtons = split.isFolded
        detail.leadsToList = split.isFolded
        // A hidden widget must not keep the focus.
        if split.isFolded, split.showsContent, sidebar.root.containsFocus { detail.focusName() }
    }

    /// Asks the server for news of the contact that is shown.
    func refreshDetail() {
        guard let session else { return }
        detail.refresh(of: session)
    }

    /// Shows the contact of the detail in a window of its own.
    func openContactWindow() {
        // In a text that is typed the key saves.
        guard !detail.entries.saveFocused(), session != nil, let id = detail.contactID else { return }
        onOpenContactWindow?(id)
    }
}
