import Contacts
import Foundation
import Gtk

/// The bar below the lists. It says the number of picked contacts, and offers actions for all of them.
final class PickedBar {
    let root: Widget
    var onTag: ((_ tag: String, _ isAdded: Bool) -> Void)?
    var onMail: (() -> Void)?
    var onCopy: (() -> Void)?
    var onDelete: (() -> Void)?
    /// The person picks no longer.
    var onEnd: (() -> Void)?
    /// Where the contacts and their tags are read.
    var store: ContactStore? {
        didSet {
            changes = store?.observeChanges { [weak self] in
                Task { @MainActor in self?.dropGone() }
            }
        }
    }
    /// Whether contacts can be changed.
    var mayWrite = false { didSet { show() } }

    private let picked: PickedContacts
    private let count = Label(classes: ["heading"])
    private let note = Label(classes: ["caption", "dim-label"])
    private let tag = TagChooser(tr("Tag…"), mayCreate: true)
    private let untag = TagChooser(tr("Untag…"), mayCreate: false)
    private let deletion = Button(tr("Delete"))
    private let area: Revealer
    private var observation: MarksObservation?
    private var changes: ContactObservation?

    init(_ picked: PickedContacts) {
        self.picked = picked
        let end = Button(icon: "window-close-symbolic", tooltip: tr("Select None"))
        end.addClass("flat")
        let line = Box(.horizontal, spacing: 6)
        count.wraps()
        count.expandsHorizontally = true
        count.horizontalAlignment = .start
        line.append(count)
        line.append(end)
        note.wraps()
        note.text = tr(
            "Up to %1$s contacts can be changed at once.", PickedContacts.most.formatted(.number.locale(.ofNumbers)))
        let (mail, copy) = (Button(tr("Write Email")), Button(tr("Copy Addresses")))
        let buttons = WrapBox()
        deletion.addClass("destructive-action")
        for button in [tag.button, untag.button, mail, copy, deletion] { buttons.append(button) }
        let box = Box(.vertical, spacing: 6)
        for part in [line, note, buttons] { box.append(part) }
        box.setMargins(top: 6, bottom: 6, start: 12, end: 12)
        area = Revealer(box)
        root = area

        end.onClicked { [weak self] in self?.onEnd?() }
        mail.onClicked { [weak self] in self?.onMail?() }
        copy.onClicked { [weak self] in self?.onCopy?() }
        deletion.onClicked { [weak self] in self?.onDelete?() }
        tag.onChosen = { [weak self] in self?.onTag?($0, true) }
        untag.onChosen = { [weak self] in self?.onTag?($0, false) }
        tag.tags = { [weak self] in (try? await self?.store?.tags()) ?? [] }
        untag.tags = { [weak self] in
            guard let self else { return [] }
            return (try? await self.store?.tags(of: self.picked.ids)) ?? []
        }
        observation = picked.observe { [weak self] in self?.show() }
        show()
    }

    /// Deletes the picked contacts, as its button does; false where the button cannot.
    func delete() -> Bool {
        guard deletion.isVisible, deletion.isSensitive else { return false }
        onDelete?()
        return true
    }

    /// Whether a choice of tags is open, which ends before the picks.
    var isChoosing: Bool { tag.button.isOpen || untag.button.isOpen }

    /// Contacts also go in other windows and on the server.
    private func dropGone() {
        guard !picked.isEmpty, let store else { return }
        let ids = picked.ids
        Task { [weak self] in
            // A store that cannot be read drops no contact.
            guard let present = try? await store.stored(of: ids), let self, self.store === store else { return }
            self.picked.drop(ids.subtracting(present))
        }
    }

    private func show() {
        area.isRevealed = !picked.isEmpty
        guard !picked.isEmpty else { return }
        count.text = trn("%d contact selected", "%d contacts selected", picked.ids.count)
        root.announce(count.text)
        let areTooMany = picked.ids.count > PickedContacts.most
        note.isVisible = areTooMany
        for button in [tag.button, untag.button, deletion] {
            button.isVisible = mayWrite
            button.isSensitive = !areTooMany
        }
    }
}
