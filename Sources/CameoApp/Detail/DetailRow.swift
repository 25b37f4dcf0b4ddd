import Gtk

/// One line of a section: a text with an icon or a face before it, and buttons behind it.
final class DetailRow {
    private static let avatarSize = 32
    /// What of a long text is shown until somebody asks for the rest.
    private static let excerpt = (characters: 600, lines: 12)

    let root: ActionRow
    /// A click, or a button, does this.
    var onAction: ((DetailAction) -> Void)?

    private let row: ContactDetail.Row
    private var avatar: AvatarView?
    private var more: Button?
    private var showsAll = false

    init(_ row: ContactDetail.Row, pictures: AvatarPictures) {
        self.row = row
        let (title, subtitle) = (Self.shortened(row.title), Self.shortened(row.subtitle))
        root = ActionRow(title: Self.directed(title, in: row), subtitle: subtitle)
        root.setRowAccessibleLabel(subtitle.isEmpty ? title : tr("%1$s, %2$s", title, subtitle))
        if let person = row.avatar {
            let avatar = AvatarView(size: Self.avatarSize, pictures: pictures)
            avatar.show(person)
            root.addPrefix(avatar.root)
            self.avatar = avatar
        } else {
            let icon = Icon(row.icon)
            icon.addClass("dim-label")
            root.addPrefix(icon)
        }
        if title != row.title || subtitle != row.subtitle { addMore() }
        if let copy = row.copy {
            let button = suffix(icon: "edit-copy-symbolic", tooltip: tr("Copy"))
            button.setAccessibleLabel(copy.label)
            button.onClicked { [weak self] in self?.onAction?(.copy(text: copy.text)) }
        }
        if let action = row.action {
            root.onActivated { [weak self] in self?.onAction?(action) }
            if case .show = action { root.addSuffix(Icon("go-next-symbolic")) }
        } else {
            root.setTitleSelectable()
        }
    }

    private func addMore() {
        let button = suffix(icon: "pan-down-symbolic", tooltip: tr("Show the Whole Text"))
        button.onClicked { [weak self] in self?.toggle() }
        more = button
    }

    private func toggle() {
        showsAll.toggle()
        root.title = Self.directed(showsAll ? row.title : Self.shortened(row.title), in: row)
        root.subtitle = showsAll ? row.subtitle : Self.shortened(row.subtitle)
        more?.icon = showsAll ? "pan-up-symbolic" : "pan-down-symbolic"
        let what = showsAll ? tr("Show Less") : tr("Show the Whole Text")
        more?.tooltip = what
        more?.setAccessibleLabel(what)
    }

    private func suffix(icon: String, tooltip: String) -> Button {
        let button = Button(icon: icon, tooltip: tooltip)
        button.addClass("flat")
        button.verticalAlignment = .center
        root.addSuffix(button)
        return button
    }

    private static func directed(_ title: String, in row: ContactDetail.Row) -> String {
        row.readsLeftToRight ? PlainText.leftToRight(title) : title
    }

    private static func shortened(_ text: String) -> String {
        // Fewer bytes are fewer characters, and counting those takes longer.
        let isShort = text.utf8.count <= excerpt.characters
        let cut = isShort ? Substring(text) : text.prefix(excerpt.characters)
        let lines = cut.split(separator: "\n", maxSplits: excerpt.lines, omittingEmptySubsequences: false)
        let kept = lines.prefix(excerpt.lines).joined(separator: "\n")
        return kept.utf8.count == text.utf8.count ? text : kept + "…"
    }
}
