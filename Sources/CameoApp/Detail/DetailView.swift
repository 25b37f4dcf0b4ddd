import Gtk
import Model

/// Everything about one contact.
final class DetailView {
    static let avatarSize = 120
    /// Of the name, and of each line below it.
    private static let maxLines = 3
    /// Shorter names have room enough, in characters.
    private static let longName = 40
    private static let width = 640
    static let sectionSpacing = 24
    /// Of texts that wrap, in characters.
    static let narrowestText = 8
    /// The cost of the layout in one turn of the main loop, in units of `TextCost`. 1,000 units take 5 ms.
    ///
    /// `firstSlice` applies at once when a contact comes, and `slice` from frame to frame.
    static let firstSlice = 3_000
    static let slice = 1_500

    let root: Widget
    /// A line leads to another contact.
    var onShow: ((Int) -> Void)?
    /// A line opens a link.
    var onOpen: ((String) -> Void)?
    /// A button puts a text on the clipboard.
    var onCopy: ((String) -> Void)?
    /// The person wants the contacts with a tag; nil where no list is beside the page.
    var onTag: ((String) -> Void)? {
        get { tags.onTag }
        set { tags.onTag = newValue }
    }
    /// The person wants to log something of the contact.
    var onLog: (() -> Void)?
    /// An entry is added, edited, ticked, marked as a favorite, or deleted.
    var onAdd: ((PartKind) -> Void)?
    var onEdit: ((FieldID) -> Void)?
    var onTick: ((FieldID, _ isDone: Bool) -> Void)?
    var onFavor: ((FieldID, _ isFavorite: Bool) -> Void)?
    var onDelete: ((FieldID) -> Void)?
    /// The name was scrolled away, or came back.
    var onNameVisible: ((Bool) -> Void)?

    let pictures: AvatarPictures
    let avatar: AvatarView
    let photo: PhotoMenu
    let name = Label(classes: ["title-1"])
    private let star = Icon("starred-symbolic", label: tr("Starred"))
    private let lines = Label(classes: ["dim-label"])
    /// Says that changes of the contact are not on the server yet.
    private let mark = Box(.horizontal, spacing: 6)
    private let markIcon = Icon("")
    private let markText = Label("", classes: ["caption", "dim-label"])
    private var marksObservation: MarksObservation?
    /// The menus below the name, of actions with several addresses.
    private var menus: [(action: QuickAction, button: MenuButton)] = []
    private var usedObservation: MarksObservation?
    let actions = WrapBox()
    let logButton = Button(tr("Log…"))
    /// The open log.
    var log: PreferencesGroup?
    /// Adds an entry of any kind.
    let adding = MenuButton(label: tr("Add…"), menu: Menu(), accessibleLabel: tr("Add…"))
    /// The kinds of entries that can be added and changed.
    var entryKinds: [PartKind] = []
    var hasQuickActions: Bool { shown?.quickActions.isEmpty == false }
    let head = Box(.vertical, spacing: 6)
    private let tags = DetailTags()
    private let family: FamilyTree
    let photos = DetailPhotos()
    let column = Box(.vertical, spacing: sectionSpacing)
    let rowMenu: RowMenu
    let scroll: ScrolledWindow
    var groups: [DetailGroup] = []
    private(set) var marks: [FieldID: EditMarks.Mark] = [:]
    /// Sections are still to be filled, with the next frame.
    var isFilling = false
    var waitsForFrame = false
    /// Whether the name is on the screen, or would be.
    var isNameVisible = true
    private(set) var shown: ContactDetail?

    init(pictures: AvatarPictures) {
        self.pictures = pictures
        avatar = AvatarView(size: Self.avatarSize, pictures: pictures)
        photo = PhotoMenu(around: avatar.root)
        family = FamilyTree(pictures: pictures)
        rowMenu = RowMenu(in: column)
        // A toast does not cover the last button.
        column.setMargins(top: 24, bottom: 72, start: 12, end: 12)
        photo.root.setMargins(bottom: 6)
        for label in [name, lines] {
            label.wrapsBetweenWords()
            label.ellipsizes()
            label.setMinimumWidth(characters: Self.narrowestText)
            label.setMaximumLines(Self.maxLines)
            label.lineAlignment = 0.5
        }
        name.setAccessibleHeading()
        name.isFocusable = true
        name.addClass("detail-name")
        actions.horizontalAlignment = .center
        actions.setMargins(top: 12)
        actions.addClass("detail-actions")
        logButton.addClass("log")
        logButton.isVisible = false
        adding.horizontalAlignment = .center
        adding.isVisible = false
        head.append(photo.root)
        let nameLine = Box(.horizontal, spacing: 6)
        nameLine.horizontalAlignment = .center
        star.addClass("contact-star")
        star.isVisible = false
        nameLine.append(name)
        nameLine.append(star)
        head.append(nameLine)
        head.append(lines)
        markIcon.addClass("dim-label")
        markText.wrapsBetweenWords()
        mark.append(markIcon)
        mark.append(markText)
        mark.horizontalAlignment = .center
        mark.isVisible = false
        head.append(mark)
        head.append(tags.root)
        head.append(actions)
        column.append(head)
        column.append(photos.root)
        column.append(adding)
        scroll = ScrolledWindow(Clamp(column, maximumWidth: Self.width))
        scroll.scrollsVerticallyOnly()
        scroll.expandsVertically = true
        root = scroll
        family.onShow = { [weak self] in self?.onShow?($0) }
        logButton.onClicked { [weak self] in self?.onLog?() }
        marksObservation = pictures.marks.observe { [weak self] in self?.showMark() }
        // GTK still closes the menu with the chosen item.
        usedObservation = pictures.used.observe { [weak self] in Task { self?.sortMenus() } }
        scroll.onScroll { [weak self] in self?.scrolled() }
        scroll.onMap { [weak self] in self?.fillAfterNextFrame() }
        connectRowMenu()
    }

    /// The contact that is shown.
    var contactID: Int? { shown?.id }

    /// The name that is shown.
    var shownName: String { shown?.name ?? "" }

    /// Shows a contact, or the same one with news; then only the changed rows move.
    func show(_ new: ContactDetail) {
        let detail = shown.map(new.keepingPlaces) ?? new
        guard detail != shown else { return }
        let isOther = detail.id != shown?.id
        let old = shown
        shown = detail
        if isOther { scroll.position = 0 }
        defer { scrolled() }
        showMark()
        avatar.show(detail.avatar)
        name.text = detail.name
        // All of a name that is cut.
        name.tooltip = detail.name.count > Self.longName ? detail.name : nil
        star.isVisible = detail.isStarred
        lines.text = detail.lines.joined(separator: "\n")
        lines.isVisible = !detail.lines.isEmpty
        if isOther || old?.tags != detail.tags { tags.show(detail.tags, marks[.tags]) }
        if isOther || old?.quickActions != detail.quickActions { showActions(detail.quickActions) }
        if isOther || old?.sections != detail.sections { showSections(detail.sections, ofOther: isOther) }
        let relationships = groups.first { $0.section.id == .relationships }
        family.show(detail.family, around: detail.avatar, in: relationships?.root)
    }

    func clear() {
        shown = nil
        avatar.clear()
        // Nothing of a person stays in a widget, seen or not.
        name.text = ""
        name.tooltip = nil
        star.isVisible = false
        lines.text = ""
        tags.show([], nil)
        showActions([])
        showSections([], ofOther: true)
        family.clear()
    }

    /// Gives the focus to the name, where reading begins.
    func focusName() {
        name.takeFocus()
    }

    func reloadPhoto() {
        avatar.reload()
    }
}

private extension DetailView {
    func showMark() {
        let shown = contactID.flatMap { pictures.marks.mark(of: $0) }
        marks = contactID.map { pictures.marks.fields(of: $0) } ?? [:]
        for group in groups { group.marks = marks }
        tags.show(marks[.tags])
        mark.isVisible = shown != nil
        guard let shown else { return }
        markIcon.name = shown.icon
        markText.text = shown.localizedDescription
    }
}

// The round buttons below the name of a contact.
extension DetailView {
    private static let actionPrefix = "quick"

    /// Shows a button for each action; where there are several addresses, the button opens a menu of them.
    func showActions(_ quickActions: [QuickAction]) {
        actions.removeAll()
        menus = []
        actions.isVisible = !quickActions.isEmpty || logButton.isVisible
        for action in quickActions {
            let button = action.choices.isEmpty ? makeButton(action) : makeMenu(action)
            button.addClass("circular")
            actions.append(button)
        }
        actions.append(logButton)
        sortMenus()
    }

    private func makeButton(_ action: QuickAction) -> Widget {
        let button = Button(icon: action.icon, tooltip: action.label)
        button.onClicked { [weak self] in self?.onOpen?(action.uri) }
        return button
    }

    private func makeMenu(_ action: QuickAction) -> Widget {
        let button = MenuButton(icon: action.icon, tooltip: action.label, menu: Menu())
        menus.append((action, button))
        return button
    }

    /// Shows the address that the person used last first in each menu.
    private func sortMenus() {
        guard let contactID else { return }
        for (action, button) in menus {
            let (menu, group) = pictures.used.menu(of: action, contact: contactID, prefix: Self.actionPrefix) {
                [weak self] in self?.onOpen?($0)
            }
            button.show(menu)
            button.insert(group, as: Self.actionPrefix)
        }
    }
}
