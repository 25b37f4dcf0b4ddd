import Gtk

/// The page for stored contacts that cannot be read, with the possible actions.
final class FailurePage {
    let root: Widget
    var onTryAgain: (() -> Void)?
    var onLogOut: (() -> Void)?

    private let logOut: Button
    private let status = StatusPage(icon: "dialog-error-symbolic", title: tr("Contacts Cannot Be Read"))

    init(menu: Menu, isDemo: Bool = false) {
        let tryAgain = Button(tr("Try Again"))
        logOut = Button(isDemo ? tr("Leave Sample Contacts") : tr("Log Out…"))
        let buttons = Box(.vertical, spacing: 12)
        buttons.horizontalAlignment = .center
        for button in [tryAgain, logOut] {
            button.addClass("pill")
            buttons.append(button)
        }
        tryAgain.addClass("suggested-action")
        status.setChild(buttons)
        status.expandsVertically = true
        let header = HeaderBar()
        header.addClass("flat")
        header.setTitle(WindowTitle(""))
        let menuButton = MenuButton(icon: "open-menu-symbolic", tooltip: tr("Main Menu"), menu: menu)
        menuButton.setPrimary()
        header.packEnd(menuButton)
        let box = Box(.vertical)
        box.append(header)
        box.append(status)
        root = box
        tryAgain.onClicked { [weak self] in self?.onTryAgain?() }
        logOut.onClicked { [weak self] in self?.onLogOut?() }
    }

    /// Shows the reason why the stored contacts cannot be read, and whether there is an account to log out.
    func show(_ sentence: String, canLogOut: Bool) {
        status.description = sentence
        logOut.isVisible = canLogOut
    }
}
