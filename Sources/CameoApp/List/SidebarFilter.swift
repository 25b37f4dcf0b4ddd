import Contacts
import Gtk
import Model

/// The filter of the contacts: the button that opens the choice, and a chip for each chosen part.
final class SidebarFilter {
    let button: PopoverButton
    let chips = WrapBox()
    /// The filter changed.
    var onChange: (() -> Void)?
    /// The person gives a tag another name, or takes it off all contacts (nil).
    var onReplace: ((_ tag: String, _ other: String?) -> Void)?
    /// Whether tags can be changed.
    var mayWrite = false { didSet { menu.mayWrite = mayWrite } }

    private(set) var value = ContactFilter()
    private let menu = FilterMenu()
    private var store: ContactStore?
    private var tags: [TagCount] = []
    private var reading: Task<Void, Never>?
    private static let maxNameLength = 60

    init() {
        button = PopoverButton(FunnelIcon(), tooltip: tr("Filter"), content: menu.root)
        chips.isVisible = false
        chips.setMargins(bottom: 6, start: 6, end: 6)
        button.onOpen { [weak self] in
            self?.menu.open()
            self?.readTags()
        }
        menu.onClose = { [weak self] in self?.button.close() }
        menu.onChange = { [weak self] in self?.set($0) }
        menu.onReplace = { [weak self] in
            self?.button.close()
            self?.onReplace?($0, $1)
        }
    }

    /// Filters the contacts of a store; nil without an account.
    func begin(with store: ContactStore?) {
        self.store = store
        reading?.cancel()
        tags = []
        menu.show([], ContactFilter())
        set(ContactFilter())
    }

    /// Shows all contacts.
    func clear() { set(ContactFilter()) }

    /// Chooses another filter.
    func set(_ filter: ContactFilter) {
        guard filter != value else { return }
        value = filter
        menu.show(tags, filter)
        showChips()
        onChange?()
    }

    private func readTags() {
        menu.show(tags, value)
        reading?.cancel()
        reading = Task { [weak self, store] in
            // The former tags stay where they cannot be read.
            guard let tags = try? await store?.tags(), !Task.isCancelled, let self else { return }
            self.tags = tags
            self.menu.show(tags, self.value)
        }
    }

    private func showChips() {
        let hadFocus = chips.containsFocus
        chips.removeAll()
        chips.isVisible = !value.isEmpty
        if value.isStarred {
            chips.append(chip(trc("filter", "Starred")) { $0.isStarred = false })
        }
        for tag in value.tags {
            chips.append(chip(PlainText.line(tag, atMost: Self.maxNameLength)) { $0.tags.removeAll { $0 == tag } })
        }
        if hadFocus, !chips.focusFirst() { button.focusFirst() }
    }

    private func chip(_ name: String, _ remove: @escaping (inout ContactFilter) -> Void) -> Button {
        let chip = Button(icon: "window-close-symbolic", label: name)
        chip.addClass("tag-chip")
        chip.setAccessibleLabel(tr("Remove Filter %1$s", name))
        chip.tooltip = tr("Remove Filter %1$s", name)
        chip.onClicked { [weak self] in
            guard let self else { return }
            var filter = self.value
            remove(&filter)
            self.set(filter)
        }
        return chip
    }
}

extension ContactFilter {
    func has(_ tag: String) -> Bool { tags.contains(where: tag.isSameTag) }

    /// The filter with another tag in place of a tag, or without the tag.
    func replacing(_ tag: String, with other: String?) -> ContactFilter {
        guard let place = tags.firstIndex(where: tag.isSameTag) else { return self }
        var filter = self
        filter.tags.remove(at: place)
        if let other, !filter.tags.contains(where: other.isSameTag) { filter.tags.insert(other, at: place) }
        return filter
    }
}
