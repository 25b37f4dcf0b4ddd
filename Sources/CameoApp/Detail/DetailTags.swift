import Gtk

/// A tag as a page shows it.
nonisolated struct ShownTag: Equatable, Sendable {
    private static let maxLength = 60

    /// As the server has it.
    let name: String
    /// Safe to show, and cut.
    let text: String

    init(_ name: String) {
        self.name = name
        text = PlainText.line(name, atMost: Self.maxLength)
    }
}

/// The tags of a contact below its name.
final class DetailTags {
    let root = WrapBox()
    /// The person wants the contacts with a tag; nil where no list is beside the page.
    var onTag: ((String) -> Void)?

    private static let maxTags = 30
    private static let maxWidth = 40

    private var mark: Icon?

    /// Shows tags; more than the most only at a click.
    func show(_ tags: [ShownTag], _ mark: EditMarks.Mark?) {
        show(tags, atMost: Self.maxTags, mark)
    }

    /// Says that changes of the tags are not on the server yet.
    func show(_ mark: EditMarks.Mark?) {
        if let icon = self.mark { root.remove(icon) }
        self.mark = mark.map { mark in
            let icon = Icon(mark.icon, label: tr("%1$s, %2$s", tr("Tags"), mark.localizedDescription))
            icon.addClass("dim-label")
            icon.verticalAlignment = .center
            root.append(icon)
            return icon
        }
    }

    private func show(_ tags: [ShownTag], atMost limit: Int, _ mark: EditMarks.Mark?) {
        root.removeAll()
        root.isVisible = !tags.isEmpty
        self.mark = nil
        for tag in tags.prefix(limit) { root.append(chip(of: tag)) }
        if tags.count > limit {
            let all = Button(trn("Show All (%d)", "Show All (%d)", tags.count))
            all.addClass("flat")
            all.addClass("caption")
            all.onClicked { [weak self] in self?.show(tags, atMost: tags.count, mark) }
            root.append(all)
        }
        show(mark)
    }

    private func chip(of tag: ShownTag) -> Widget {
        let label = Label(tag.text, classes: onTag == nil ? ["tag", "caption"] : ["caption"])
        label.ellipsizes()
        label.setMaximumWidth(characters: Self.maxWidth)
        label.verticalAlignment = .center
        guard onTag != nil else { return label }
        let button = Button("")
        button.setChild(label)
        button.addClass("tag-chip")
        button.setAccessibleLabel(tr("Show Contacts with Tag %1$s", tag.text))
        button.tooltip = tr("Show Contacts with This Tag")
        button.onClicked { [weak self] in self?.onTag?(tag.name) }
        return button
    }
}
