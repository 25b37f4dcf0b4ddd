import Avatars
import Gtk
import Model

/// The family as a small tree: the parents above, the children below, and each face a way to its contact.
final class FamilyTree {
    /// A face leads to another contact.
    var onShow: ((Int) -> Void)?

    private static let faceSize = 40
    /// In characters.
    private static let nameWidth = 12
    private static let lineHeight = 12

    private let pictures: AvatarPictures
    /// They draw as long as they are kept.
    private var faces: [AvatarView] = []
    private var shown: (family: Family, contact: AvatarSubject, group: PreferencesGroup, root: Widget)?

    init(pictures: AvatarPictures) {
        self.pictures = pictures
    }

    /// Shows a family below the rows of a group, around the contact itself; nothing without a group.
    func show(_ family: Family, around contact: AvatarSubject, in group: PreferencesGroup?) {
        if let shown, shown.group === group {
            guard (shown.family, shown.contact) != (family, contact) else { return }
            // A window of GTK 4.8 keeps the address of a focused widget that is removed.
            shown.root.dropFocus()
            shown.group.remove(shown.root)
        }
        clear()
        guard let group, !family.isEmpty else { return }
        let root = Box(.vertical)
        root.setMargins(top: 12)
        let generations = [
            row(of: family.members[.parent] ?? []),
            row(of: family.members[.sibling] ?? [], around: contact, family.members[.partner] ?? []),
            row(of: family.members[.child] ?? []),
        ].compactMap(\.self)
        for (index, generation) in generations.enumerated() {
            if index > 0 { root.append(line()) }
            root.append(generation)
        }
        group.add(root)
        shown = (family, contact, group, root)
    }

    /// Lets go of the faces, which went with their group.
    func clear() { (shown, faces) = (nil, []) }

    /// Nil for an empty generation.
    private func row(
        of members: [Family.Member], around contact: AvatarSubject? = nil,
        _ others: [Family.Member] = []
    ) -> Widget? {
        guard contact != nil || !members.isEmpty else { return nil }
        let row = WrapBox()
        for member in members { row.append(button(member)) }
        if let contact {
            // Its name stands above the page.
            let face = face("", "", contact)
            face.addClass("family-self")
            row.append(face)
        }
        for member in others { row.append(button(member)) }
        return row
    }

    private func button(_ member: Family.Member) -> Widget {
        let button = Button("")
        button.setChild(face(member.name, member.relation, member.avatar))
        button.addClass("flat")
        button.setAccessibleLabel(tr("%1$s, %2$s", member.name, member.relation))
        button.tooltip = member.name
        button.onClicked { [weak self] in self?.onShow?(member.id) }
        return button
    }

    private func face(_ name: String, _ relation: String, _ subject: AvatarSubject) -> Box {
        let box = Box(.vertical, spacing: 3)
        let avatar = AvatarView(size: Self.faceSize, pictures: pictures)
        avatar.root.horizontalAlignment = .center
        avatar.show(subject)
        faces.append(avatar)
        box.append(avatar.root)
        for (text, style) in [(name, "caption-heading"), (relation, "caption")] where !text.isEmpty {
            let label = Label(text, classes: [style])
            label.ellipsizes()
            label.setMaximumWidth(characters: Self.nameWidth)
            box.append(label)
        }
        return box
    }

    /// Joins two generations.
    private func line() -> Widget {
        let line = Box(.vertical)
        line.setMinimumSize(width: 2, height: Self.lineHeight)
        line.horizontalAlignment = .center
        line.addClass("family-line")
        return line
    }
}
