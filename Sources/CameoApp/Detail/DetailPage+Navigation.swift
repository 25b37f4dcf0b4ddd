import Gtk

/// The ways between the contacts of the page's history, and to the name of the present one.
extension DetailPage {
    /// Whether a form or the page of unsent changes covers the contact.
    var isCovered: Bool { pages.visiblePage != "reading" }

    /// Goes back to the contact that was seen before; false if there is none.
    @discardableResult
    func goBack() -> Bool {
        guard let id = travel.goBack() else { return false }
        onShow?(id)
        return true
    }

    /// Goes to the contact from which the person went back, once no form is open.
    func goForward() {
        guard !leadsToList, travel.canGoForward else { return }
        leaveForm { [weak self] in
            if let id = self?.travel.goForward() { self?.onShow?(id) }
        }
    }

    /// Ends the form, after a question if something would be lost, or what waits to be sent; false where neither is in the place
    /// of the contact.
    func uncover() -> Bool {
        if photos.close() { return true }
        if editor.isOpen {
            editor.cancel()
            return true
        }
        editor.giveUp()
        guard showsWaiting else { return false }
        waiting?.goBack()
        return true
    }

    /// Forgets which contacts were seen.
    func forgetTravel() {
        travel.forget()
    }

    /// Gives the focus to a form or to what waits to be sent, where that shows, and there to what had it before; else to the
    /// name of the contact, or where there is none to what else takes it; false if nothing does.
    func focus(goingBackTo left: Widget? = nil) -> Bool {
        if isCovered, let left, left.isMapped {
            left.takeFocus()
        } else if photos.isOpen {
            photos.focus()
        } else if let form = editor.page.view, editor.isOpen {
            form.focusFirst()
        } else if let waiting, showsWaiting {
            waiting.focusShown()
        } else if stack.visiblePage == "contact" {
            detail.focusName()
        } else {
            return root.focusFirst()
        }
        return true
    }

    /// Gives the focus to the name of the contact, now or when it comes.
    func focusName() {
        wantsFocus = stack.visiblePage != "contact"
        if !wantsFocus { detail.focusName() }
    }

    /// Offers the ways that there are.
    func showWays() {
        back.isSensitive = leadsToList || travel.canGoBack
        forward.isVisible = !leadsToList
        forward.isSensitive = travel.canGoForward
    }
}
