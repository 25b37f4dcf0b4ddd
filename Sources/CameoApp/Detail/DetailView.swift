import Gtk

/// Everything about one contact.
final class DetailView {
    static let avatarSize = 120
    private static let rowAvatarSize = 32
    private static let width = 640

    let root: Widget
    /// A line leads to another contact.
    var onShow: ((Int) -> Void)?
    /// A line opens a link.
    var onOpen: ((String) -> Void)?

    private let pictures: AvatarPictures
    private let avatar: AvatarView
    private let name = Label(classes: ["title-1"])
    private let lines = Label(classes: ["dim-label"])
    private let actions = Box(.horizontal, spacing: 12)
    private let tags = FlowBox()
    private let sections = Box(.vertical, spacing: 24)
    private let scroll: ScrolledWindow
    private var groups: [Group] = []
    private var shown: ContactDetail?

    /// A section as it stands in the column.
    private struct Group {
        let section: ContactDetail.Section
        let root: Widget
        let avatars: [AvatarView]
    }

    init(pictures: AvatarPictures) {
        self.pictures = pictures
        avatar = AvatarView(size: Self.avatarSize, pictures: pictures)
        let column = Box(.vertical, spacing: 24)
        column.setMargins(top: 24, bottom: 36, start: 12, end: 12)
        let head = Box(.vertical, spacing: 6)
        avatar.root.setMargins(bottom: 6)
        for label in [name, lines] {
            label.wraps()
            label.lineAlignment = 0.5
        }
        name.setAccessibleHeading()
        actions.horizontalAlignment = .center
        actions.setMargins(top: 12)
        actions.addClass("detail-actions")
        head.append(avatar.root)
        head.append(name)
        head.append(lines)
        head.append(tags)
        head.append(actions)
        column.append(head)
        column.append(sections)
        scroll = ScrolledWindow(Clamp(column, maximumWidth: Self.width))
        scroll.scrollsVerticallyOnly()
        scroll.expandsVertically = true
        root = scroll
    }

    /// Whose detail is shown.
    var contactID: Int? { shown?.id }

    /// Shows a contact, or the same one with news; then only what changed moves.
    func show(_ detail: ContactDetail) {
        guard detail != shown else { return }
        let isOther = detail.id != shown?.id
        let old = shown
        shown = detail
        if isOther { scroll.position = 0 }
        avatar.show(detail.avatar)
        name.text = detail.name
        lines.text = detail.lines.joined(separator: "\n")
        lines.isVisible = !detail.lines.isEmpty
        if isOther || old?.tags != detail.tags { showTags(detail.tags) }
        if isOther || old?.quickActions != detail.quickActions { showActions(detail.quickActions) }
        if isOther || old?.sections != detail.sections { showSections(detail.sections) }
    }

    func clear() {
        shown = nil
        avatar.clear()
        // Nothing of a person stays in a widget, seen or not.
        name.text = ""
        lines.text = ""
        showTags([])
        showActions([])
        showSections([])
    }

    func reloadPhoto() {
        avatar.reload()
    }
}

private extension DetailView {
    func showTags(_ names: [String]) {
        tags.removeAll()
        tags.isVisible = !names.isEmpty
        for name in names {
            let label = Label(name, classes: ["tag", "caption"])
            label.ellipsizes()
            tags.append(label)
        }
    }

    func showActions(_ quickActions: [ContactDetail.QuickAction]) {
        actions.removeAll()
        actions.isVisible = !quickActions.isEmpty
        for action in quickActions {
            let button = Button(icon: action.icon, tooltip: action.label)
            button.addClass("circular")
            button.onClicked { [weak self] in self?.onOpen?(action.uri) }
            actions.append(button)
        }
    }

    /// Sections that stay as they are keep their rows, and with them the focus and what is selected.
    func showSections(_ shown: [ContactDetail.Section]) {
        sections.isVisible = !shown.isEmpty
        for group in groups where !shown.contains(group.section) { sections.remove(group.root) }
        let kept = groups.filter { shown.contains($0.section) }
        groups = []
        for section in shown {
            let group: Group
            if let old = kept.first(where: { $0.section == section }) {
                group = old
            } else {
                group = makeGroup(section)
                sections.insert(group.root, after: groups.last?.root)
            }
            groups.append(group)
        }
    }

    private func makeGroup(_ section: ContactDetail.Section) -> Group {
        let root = PreferencesGroup(title: section.title)
        var avatars: [AvatarView] = []
        for row in section.rows { root.add(makeRow(row, &avatars)) }
        return Group(section: section, root: root, avatars: avatars)
    }

    func makeRow(_ row: ContactDetail.Row, _ avatars: inout [AvatarView]) -> Widget {
        let made = ActionRow(title: row.title, subtitle: row.subtitle)
        if let person = row.avatar {
            let avatar = AvatarView(size: Self.rowAvatarSize, pictures: pictures)
            avatar.show(person)
            avatar.root.setAccessibleHidden(true)
            avatars.append(avatar)
            made.addPrefix(avatar.root)
        } else {
            let icon = Icon(row.icon)
            icon.addClass("dim-label")
            made.addPrefix(icon)
        }
        made.setAccessibleLabel(row.subtitle.isEmpty ? row.title : tr("%1$s, %2$s", row.title, row.subtitle))
        switch row.action {
        case .open(let uri):
            made.onActivated { [weak self] in self?.onOpen?(uri) }
            let copy = Button(icon: "edit-copy-symbolic", tooltip: tr("Copy"))
            copy.addClass("flat")
            copy.verticalAlignment = .center
            copy.onClicked { Desktop.copy(row.title) }
            made.addSuffix(copy)
        case .show(let id):
            made.onActivated { [weak self] in self?.onShow?(id) }
            made.addSuffix(Icon("go-next-symbolic"))
        case nil:
            made.setTitleSelectable()
        }
        return made
    }
}
