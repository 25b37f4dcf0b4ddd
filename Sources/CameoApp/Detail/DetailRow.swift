import Gtk
import Model

/// One line of a section: a text with an icon or a face before it, and buttons behind it.
///
/// A long text shows only its beginning until the person asks for the rest. The rest comes in parts, each in a label of
/// its own: see `addNext`.
final class DetailRow {
    private static let avatarSize = 32
    /// As much of the room of a long row as its title leaves to the second text.
    private static let minSubtitleCost = TextPart.maxCost / 4
    /// The cost of a row without its texts.
    private static let costOfRow = 100

    let root: ActionRow
    /// A click, or a button, does this.
    var onAction: ((DetailAction) -> Void)?
    /// Parts of the text wait for `addNext`.
    var onPending: (() -> Void)?
    /// The value or entry that the row shows.
    var field: FieldID? { row.field }
    /// The cost of the row's first layout.
    let cost: Int

    let row: ContactDetail.Row
    private let titles = TextColumn()
    private let subtitles = TextColumn()
    private let suffixes = Box(.horizontal)
    private let excerpts: (title: TextPart, subtitle: TextPart)
    private var avatar: AvatarView?
    private var faces: FaceStack?
    private var more: Button?
    private var showsAll = false
    private var mark: Icon?
    private let prefix = Box(.horizontal)
    private var icon: Icon?
    private var check: CheckButton?
    /// Whether the task is done, as it is stored.
    private var isDone: Bool?
    private var edit: Button?
    private var shownMark: EditMarks.Mark?
    private let spoken: String
    /// The title as a part of another name.
    private let shortTitle: String
    private static let maxShortTitle = 80
    /// The texts that are still to be shown, the next one last.
    private var pending: [(part: TextPart, box: TextColumn)] = []

    init(_ row: ContactDetail.Row, pictures: AvatarPictures) {
        self.row = row
        isDone = row.isDone
        let least = min(TextCost.of(row.subtitle, atMost: Self.minSubtitleCost), Self.minSubtitleCost)
        let title = TextPart.excerpt(of: row.title, cost: TextPart.maxCost - least)
        let subtitle = TextPart.excerpt(
            of: row.subtitle, cost: TextPart.maxCost - min(title.part.cost, TextPart.maxCost - Self.minSubtitleCost))
        excerpts = (title.part, subtitle.part)
        cost = title.part.cost + subtitle.part.cost + Self.costOfRow

        let texts = TextColumn(spacing: 3)
        texts.append(titles)
        texts.append(subtitles)
        if let person = row.avatar {
            let avatar = AvatarView(size: Self.avatarSize, pictures: pictures)
            avatar.show(person)
            self.avatar = avatar
            prefix.append(avatar.root)
        } else if row.isLoading {
            prefix.append(Spinner())
        } else {
            let icon = Icon(row.icon)
            icon.addClass("dim-label")
            prefix.append(icon)
            self.icon = icon
        }
        root = ActionRow(prefix: prefix, texts: texts, suffixes: suffixes)
        let first = title.part.text.replacing("\n", with: ", ")
        shortTitle = PlainText.line(first, atMost: Self.maxShortTitle)
        let words = [first, subtitle.part.text, row.isFavorite == true ? tr("Favorite") : ""].filter { !$0.isEmpty }
        spoken = words.joined(separator: tr(", "))
        root.setRowAccessibleLabel(spoken)
        showExcerpts()
        if !title.isWhole || !subtitle.isWhole { addMore() }
        if !row.faces.isEmpty {
            let faces = FaceStack(row.faces, pictures: pictures)
            suffixes.append(faces.root)
            self.faces = faces
        }
        if let copy = row.copy {
            let button = suffix(icon: "edit-copy-symbolic", tooltip: tr("Copy"))
            button.setAccessibleLabel(copy.label)
            button.onClicked { [weak self] in self?.onAction?(.copy(text: copy.text)) }
        }
        if let action = row.action {
            root.onActivated { [weak self] in self?.onAction?(action) }
            if case .show = action { suffixes.append(Icon("go-next-symbolic")) }
        }
    }

    /// Whether the entry of the row can be changed here.
    var mayEdit = false {
        didSet {
            guard mayEdit != oldValue, let field = entry else { return }
            if edit == nil { addEditing(of: field) }
            edit?.isVisible = mayEdit
            check?.isVisible = mayEdit
            icon?.isVisible = !mayEdit || check == nil
        }
    }

    /// The entry of the row; nil where nothing here changes entries of its section.
    private var entry: FieldID? {
        guard case .entry(let section, _)? = field, PartKind.entry(of: section) != nil else { return nil }
        return field
    }

    /// Shows whether the task is done, as it is stored; nil for other entries.
    func showTick(_ isDone: Bool?) {
        guard let isDone else { return }
        self.isDone = isDone
        check?.isOn = isDone
    }

    /// Marks the row's value as not yet on the server, or as waiting for the person's decision. Nil stands for neither.
    func show(_ mark: EditMarks.Mark?) {
        guard mark != shownMark else { return }
        shownMark = mark
        if let former = self.mark { suffixes.remove(former) }
        self.mark = mark.map { mark in
            // The row's own name says it.
            let icon = Icon(mark.icon)
            icon.tooltip = mark.localizedDescription
            icon.addClass("dim-label")
            icon.setMargins(start: 6, end: 6)
            suffixes.insert(icon, after: nil)
            return icon
        }
        root.setRowAccessibleLabel(mark.map { tr("%1$s, %2$s", spoken, $0.localizedDescription) } ?? spoken)
    }

    /// Shows the next part of a requested text. Returns the cost of its layout, or nil when all parts show.
    func addNext() -> Int? {
        guard let next = pending.popLast() else { return nil }
        add(next.part, to: next.box)
        return next.part.cost
    }
}

private extension DetailRow {
    func showExcerpts() {
        pending = []
        for box in [titles, subtitles] { box.removeAll() }
        add(excerpts.title, to: titles)
        add(excerpts.subtitle, to: subtitles)
        // An empty box would have its gap.
        titles.isVisible = !row.title.isEmpty
        subtitles.isVisible = !row.subtitle.isEmpty
    }

    func add(_ part: TextPart, to box: TextColumn) {
        guard !part.text.isEmpty else { return }
        let label = Label(classes: [box === titles ? "title" : "subtitle"])
        label.wraps()
        label.setMinimumWidth(characters: DetailView.narrowestText)
        label.lineAlignment = 0
        let isTitle = box === titles
        if row.readsLeftToRight, isTitle {
            label.text = PlainText.leftToRight(part.text)
        } else if case .address = row.field, isTitle {
            // One below the other, they begin on the same side.
            label.text = part.text.split(separator: "\n")
                .map { PlainText.line(PlainText.isolated($0), rightToLeft: Desktop.isRightToLeft) }
                .joined(separator: "\n")
        } else {
            // A click on the row leads to one place only.
            label.show(part.text, links: row.action == nil ? part.links : [])
            label.onLink { [weak self] in self?.onAction?(.open(uri: $0)) }
        }
        label.setSelectable(isTitle && row.action == nil && !row.isLoading)
        box.append(label)
    }

    func addMore() {
        let button = suffix(icon: "pan-down-symbolic", tooltip: tr("Show the Whole Text"))
        button.onClicked { [weak self] in self?.toggle() }
        more = button
    }

    func toggle() {
        showsAll.toggle()
        if showsAll { showAll() } else { showExcerpts() }
        more?.icon = showsAll ? "pan-up-symbolic" : "pan-down-symbolic"
        let what = showsAll ? tr("Show Less") : tr("Show the Whole Text")
        more?.tooltip = what
        more?.setAccessibleLabel(what)
    }

    func showAll() {
        for box in [titles, subtitles] { box.removeAll() }
        let parts =
            TextPart.parts(of: row.title).map { (part: $0, box: titles) }
            + TextPart.parts(of: row.subtitle).map { (part: $0, box: subtitles) }
        pending = parts.reversed()
        onPending?()
    }

    func addEditing(of field: FieldID) {
        let button = suffix(icon: "document-edit-symbolic", tooltip: tr("Edit"))
        button.setAccessibleLabel(tr("Edit %1$s", shortTitle))
        button.onClicked { [weak self] in self?.onAction?(.edit(field)) }
        edit = button
        guard let isDone else { return }
        let check = CheckButton(name: shortTitle, isOn: isDone)
        check.verticalAlignment = .center
        check.onToggled { [weak self] in if $0 != self?.isDone { self?.onAction?(.tick(field, isDone: $0)) } }
        prefix.append(check)
        self.check = check
    }

    func suffix(icon: String, tooltip: String) -> Button {
        let button = Button(icon: icon, tooltip: tooltip)
        button.addClass("flat")
        button.verticalAlignment = .center
        suffixes.append(button)
        return button
    }
}
