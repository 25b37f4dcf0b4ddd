import Gtk

/// The tags of a contact below its name.
final class DetailTags {
    let root = WrapBox()
    /// The person wants the contacts with a tag; nil where no list is beside the page.
    var onTag: ((String) -> Void)?

    private static let maxTags = 30
    private static let maxWidth = 40
    private static let maxNameLength = 60

    private var mark: Icon?

    /// Shows tags; more than the most only at a click.
    func show(_ names: [String], _ mark: EditMarks.Mark?) {
        show(names, atMost: Self.maxTags, mark)
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

    private func show(_ names: [String], atMost limit: Int, _ mark: EditMarks.Mark?) {
        root.removeAll()
        root.isVisible = !names.isEmpty
        self.mark = nil
        for name in names.prefix(limit) { root.append(tag(name)) }
        if names.count > limit {
            let all = Button(trn("Show All (%d)", "Show All (%d)", names.count))
            all.addClass("flat")
            all.addClass("caption")
            all.onClicked { [weak self] in self?.show(names, atMost: names.count, mark) }
            root.append(all)
        }
        show(mark)
    }

    private func tag(_ name: String) -> Widget {
        let text = PlainText.line(name, atMost: Self.maxNameLength)
        let label = Label(text, classes: onTag == nil ? ["tag", "caption"] : ["caption"])
        label.ellipsizes()
        label.setMaximumWidth(characters: Self.maxWidth)
        label.verticalAlignment = .center
        guard onTag != nil else { return label }
        let button = Button("")
        button.setChild(label)
        button.addClass("tag-chip")
        button.setAccessibleLabel(tr("Show Contacts with Tag %1$s", text))
        button.tooltip = tr("Show Contacts with This Tag")
        button.onClicked { [weak self] in self?.onTag?(name) }
        return button
    }
}
