import Gtk

/// The pages besides the contacts. Most starts never show them.
extension MainWindow {
    /// The longest time that the window waits for the stored contacts.
    private static let maxWaitForContacts = Duration.milliseconds(50)

    /// Presents the window together with the contacts, or without them when they take too long.
    ///
    /// Runs before a widget gets the focus: GTK 4.8 would report the window as a filler on the accessibility bus.
    func presentSoon() {
        onPage = { [weak self] in
            self?.onPage = nil
            self?.window.present()
        }
        Task { [weak self] in
            try? await Task.sleep(for: Self.maxWaitForContacts)
            self?.onPage?()
        }
    }

    /// The page that shows until the first page is known.
    static func emptyPage() -> Widget {
        let box = Box(.vertical)
        let header = HeaderBar()
        header.addClass("flat")
        header.setTitle(WindowTitle(""))
        box.append(header)
        return box
    }

    func makeSignInPage() -> SignInPage {
        let page = SignInPage(kind: kinds.first)
        page.onUntrusted = { [weak self] in await CertificateDialog.ask(about: $0, over: self?.window) }
        stack.add(page.root, named: Page.signIn.rawValue)
        onSignInPage?(page)
        return page
    }

    func makeFailurePage() -> FailurePage {
        let failure = FailurePage(menu: menu, isDemo: isDemo)
        failure.onTryAgain = { [weak self] in self?.onTryAgain?() }
        failure.onLogOut = { [weak self] in self?.onLogOut?() }
        stack.add(failure.root, named: Page.failure.rawValue)
        return failure
    }

    /// Shows that the keyring takes long. The keyring's caller shows the result.
    func keyringWaits(_ waits: Bool) {
        switch page {
        case .signIn: signIn.showKeyringWaits(waits)
        case .contacts where waits && session?.token == nil: banner.showKeyringWaits()
        case .loading where waits: toast(SignInPage.keyringWaits)
        default: break
        }
    }
}
