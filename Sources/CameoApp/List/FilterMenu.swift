import Contacts
import Foundation
import Gtk
import Model

/// The choice of filters: the star, and the tags with the numbers of their contacts.
final class FilterMenu {
    let root: Widget
    /// The person chose another filter.
    var onChange: ((ContactFilter) -> Void)?
    /// The person gives a tag another name, or takes it off all contacts (nil).
    var onReplace: ((_ tag: String, _ other: String?) -> Void)?
    /// The person ends the choice.
    var onClose: (() -> Void)?
    /// Whether tags can be changed.
    var mayWrite = false

    private static let width = 260
    private static let tagsHeight = 300
    /// Fewer tags fit on one screen.
    private static let searchedTags = 12
    /// All others are found by typing.
    private static let maxShown = 100
    private static let maxNameLength = 60

    private enum Page: String { case tags, editing }

    private let pages = Stack()
    private let star = CheckButton(label: trc("filter", "Starred"), isOn: false)
    private let heading = Label(tr("Tags"), classes: ["heading"])
    private let entry = SearchEntry()
    private let rows = Box(.vertical)
    private let scroll: ScrolledWindow
    private let nothing = Label(classes: ["dim-label"])
    private let editor = TagEditor()
    private var tags: [TagCount] = []
    private var filter = ContactFilter()
    /// The program sets the ticks, and not the person.
    private var isShowing = false

    init() {
        let box = Box(.vertical, spacing: 6)
        heading.horizontalAlignment = .start
        heading.setMargins(top: 6)
        entry.setPlaceholder(tr("Search Tags"))
        entry.setAccessibleLabel(tr("Search Tags"))
        scroll = ScrolledWindow(rows)
        scroll.scrollsVerticallyOnly()
        scroll.setNaturalHeight(atMost: Self.tagsHeight)
        nothing.wraps()
        for part in [star, heading, entry, scroll, nothing] { box.append(part) }
        box.setMargins(top: 6, bottom: 6, start: 6, end: 6)
        box.setMinimumSize(width: Self.width)
        pages.crossfades = false
        pages.add(box, named: Page.tags.rawValue)
        pages.add(editor.root, named: Page.editing.rawValue)
        root = pages
        star.onToggled { [weak self] isOn in self?.change { $0.isStarred = isOn } }
        entry.onSearchChanged { [weak self] in self?.showTags() }
        entry.onStopSearch { [weak self] in self?.onClose?() }
        editor.onBack = { [weak self] in self?.pages.visiblePage = Page.tags.rawValue }
        editor.onReplace = { [weak self] in self?.onReplace?($0, $1) }
    }

    /// Begins anew.
    func open() {
        entry.text = ""
        rows.removeAll()
        pages.visiblePage = Page.tags.rawValue
    }

    /// Shows all tags, and ticks the tags of the filter.
    func show(_ tags: [TagCount], _ filter: ContactFilter) {
        self.filter = filter
        isShowing = true
        star.isOn = filter.isStarred
        isShowing = false
        // A tick keeps the focus.
        guard self.tags != tags || rows.children.isEmpty else { return }
        self.tags = tags
        entry.isVisible = tags.count >= Self.searchedTags
        showTags()
    }

    private func showTags() {
        let typed = entry.isVisible ? entry.text.tagKey : ""
        let found = tags.filter { typed.isEmpty || $0.name.tagKey.contains(typed) }
        rows.removeAll()
        for tag in found.prefix(Self.maxShown) { rows.append(row(tag)) }
        scroll.isVisible = !found.isEmpty
        heading.isVisible = !tags.isEmpty
        nothing.text = tags.isEmpty ? tr("No contact has a tag yet.") : tr("No Results")
        nothing.isVisible = found.isEmpty
    }

    private func row(_ tag: TagCount) -> Widget {
        let name = PlainText.line(tag.name, atMost: Self.maxNameLength)
        let row = Box(.horizontal, spacing: 6)
        let check = CheckButton(label: name, isOn: filter.tags.contains { $0.isSameTag(as: tag.name) })
        check.setAccessibleLabel(
            tr("%1$s, %2$s", name, trn("%d contact", "%d contacts", tag.count)))
        check.expandsHorizontally = true
        check.onToggled { [weak self] isOn in
            self?.change { filter in
                filter.tags.removeAll { $0.isSameTag(as: tag.name) }
                if isOn { filter.tags.append(tag.name) }
            }
        }
        row.append(check)
        let count = Label(tag.count.formatted(.number.locale(.ofNumbers)), classes: ["dim-label", "numeric"])
        count.setAccessibleHidden()
        row.append(count)
        guard mayWrite else { return row }
        let edit = Button(icon: "document-edit-symbolic", tooltip: tr("Change Tag %1$s", name))
        edit.addClass("flat")
        edit.onClicked { [weak self] in
            self?.editor.begin(tag)
            self?.pages.visiblePage = Page.editing.rawValue
            self?.editor.focus()
        }
        row.append(edit)
        return row
    }

    private func change(_ body: (inout ContactFilter) -> Void) {
        guard !isShowing else { return }
        body(&filter)
        onChange?(filter)
    }
}

/// Gives a tag another name, or takes it off all contacts.
private final class TagEditor {
    let root: Widget
    var onBack: (() -> Void)?
    var onReplace: ((_ tag: String, _ other: String?) -> Void)?

    private let name = EntryRow(title: tr("Name"))
    private let notes = FormNotes()
    private let rename = Button(tr("Rename"))
    private let remove = Button("")
    private var tag: TagCount?

    init() {
        let back = Button(icon: "go-previous-symbolic", tooltip: tr("Back"))
        back.addClass("flat")
        back.horizontalAlignment = .start
        let list = BoxedList(label: tr("Tag"))
        for row in [name as Widget] + notes.rows { list.append(row) }
        rename.addClass("suggested-action")
        remove.addClass("destructive-action")
        let box = Box(.vertical, spacing: 12)
        for part in [back, list, rename, remove] { box.append(part) }
        box.setMargins(top: 6, bottom: 6, start: 6, end: 6)
        root = box
        back.onClicked { [weak self] in self?.onBack?() }
        rename.onClicked { [weak self] in self?.renameTag() }
        name.onEntryActivated { [weak self] in self?.renameTag() }
        name.onTextChange { [weak self] _ in self?.say(nil) }
        notes.tellCuts(of: name)
        remove.onClicked { [weak self] in if let tag = self?.tag { self?.onReplace?(tag.name, nil) } }
    }

    func begin(_ tag: TagCount) {
        self.tag = tag
        name.text = tag.name
        say(nil)
        remove.label = trn("Remove from %d Contact", "Remove from %d Contacts", tag.count)
        remove.wrapsLabel()
    }

    func focus() { name.grabFocus() }

    private func renameTag() {
        guard let tag else { return }
        let typed = name.text.trimmed
        if let issue = FormText.issue(ofTag: typed) { return say(issue.sentence()) }
        guard !typed.isSameTag(as: tag.name) else { return say(tr("The server takes this for the same tag.")) }
        onReplace?(tag.name, typed)
    }

    private func say(_ sentence: String?) {
        name.showError(sentence)
        notes.show(issue: sentence)
    }
}
