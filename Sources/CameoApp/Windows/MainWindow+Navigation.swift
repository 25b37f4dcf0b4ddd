import Gtk

/// Navigation between the list, a contact and the search, with the focus.
extension MainWindow {
    /// Shows a tab of the sidebar.
    func show(_ tab: SidebarTab) {
        guard page == .contacts, session != nil else { return }
        split.showsContent = false
        sidebar.tab = tab
        sidebar.focusList(scrolling: false)
    }

    /// Begins a search for a text from outside of the search entry.
    func search(for text: String) {
        guard page == .contacts, session != nil else { return }
        split.showsContent = false
        sidebar.search.search(for: text)
    }

    /// Moves the focus to the search entry.
    func focusSearch() {
        guard page == .contacts, session != nil else { return }
        split.showsContent = false
        sidebar.search.focus()
    }

    /// Shows the page of a contact; `former` is the contact with the followed link.
    func show(contactID: Int, after former: Int? = nil) {
        if detail.isWriting {
            return leaveForm { [weak self] in
                self?.show(contactID: contactID, after: former)
            }
        }
        guard let session else { return }
        // Where only one side is shown, each path begins at the list.
        if split.isFolded, !split.showsContent { detail.forgetTravel() }
        detail.choose(contactID: contactID, after: former, of: session)
        split.showsContent = true
        guard split.isFolded else { return }
        // In the next turn: the clicked widget would take the focus back.
        Task { [weak detail] in
            // The form or the editor of an entry may have opened meanwhile.
            guard let detail, !detail.editor.isOpen else { return }
            if let open = detail.entries.open { open.editor.focusAgain() } else { detail.focusName() }
        }
    }

    /// Returns to the former contact; where only one side is shown, finally to the list.
    func goBack() {
        if detail.uncover() { return }
        guard session != nil, !split.isFolded || split.showsContent, !detail.goBack(), split.isFolded else { return }
        split.showsContent = false
        sidebar.focusList(scrolling: false)
    }

    /// Moves the focus to the next pane: the list, the contact, or a message with a button.
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

    /// Ends the search that is shown, or the filter, wherever the focus is; false if there is neither.
    func endSearch() -> Bool {
        guard !split.isFolded || !split.showsContent else { return false }
        // An open menu and an input method end first.
        guard split.focusedWidget?.isInPopover != true, !split.isComposing else { return false }
        // A form, the unsent changes, the editor of an entry and the large photo end first.
        let isInner = detail.isCovered || detail.entries.open != nil || detail.photos.pages.isOpen
        guard !isInner || !detail.root.containsFocus else { return false }
        // A filter stays while a person reads a contact.
        guard sidebar.search.hasResults || sidebar.root.containsFocus, sidebar.endInnermost() else {
            return false
        }
        sidebar.focusList(scrolling: false)
        return true
    }

    /// The window has started or stopped showing both sides beside each other.
    func foldChanged() {
        // Beside each other, the window's buttons appear once, at its corners.
        sidebar.header.showsEndButtons = split.isFolded
        detail.showsStartButtons = split.isFolded
        detail.leadsToList = split.isFolded
        if split.isFolded, detail.isWriting { split.showsContent = true }
        placeToasts()
        // A hidden widget must not keep the focus.
        guard split.isFolded, split.showsContent, sidebar.root.containsFocus else { return }
        if !detail.isCovered || !detail.focus() { detail.focusName() }
    }

    /// Where the list is alone, toasts show above its tabs.
    func placeToasts() {
        let isListAlone = split.isFolded && !split.showsContent
        toasts.bottomMargin = isListAlone ? sidebar.tabs.bar.naturalHeight(forWidth: -1) : 0
    }

    /// Reloads the shown contact from the server.
    func refreshDetail() {
        guard let session else { return }
        detail.refresh(of: session)
    }

    /// Opens the shown contact in a window of its own.
    func openContactWindow() {
        // In a text that is being edited, the key saves.
        guard !detail.entries.saveFocused(), session != nil, let id = sidebar.focusedContact ?? detail.contactID
        else { return }
        onOpenContactWindow?(id)
    }
}
