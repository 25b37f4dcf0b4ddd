import Avatars
import Gtk
import Model
import Platform

/// The page of an open form: its fields below a header bar with the two ways out.
final class EditingPage {
    let root: Widget
    let header = HeaderBar()
    /// Shows problems of the form as a whole.
    let banner = Banner()
    var onCancel: (() -> Void)?
    var onDone: (() -> Void)?
    private(set) var view: FormView?
    let photo: FormPhoto

    private let title = WindowTitle("")
    private let body = Box(.vertical)
    private let cancel = Button(mnemonic: tr("_Cancel"))
    private let done = Button(mnemonic: tr("_Done"))
    private let duplicates: DuplicatesGroup
    /// The field with the focus when the save began.
    private var typedIn: FormField?
    private var dimming: Task<Void, Never>?
    /// How long the form looks as usual while it is being stored.
    private static let undimmedTime = Duration.milliseconds(300)

    init(pictures: AvatarPictures) {
        duplicates = DuplicatesGroup(pictures: pictures)
        photo = FormPhoto(pictures: pictures)
        done.addClass("suggested-action")
        for button in [cancel, done] {
            button.ellipsizesLabel(leaving: 5)
            button.addClass("form-way")
        }
        header.addClass("flat")
        // With large text in a narrow window there is room for the buttons alone.
        header.setTitle(Squeezer(title))
        header.packStart(cancel)
        header.packEnd(done)
        body.expandsVertically = true
        let box = Box(.vertical)
        box.append(header)
        box.append(banner.root)
        box.append(body)
        root = box
        photo.menu.connect(to: root)
        cancel.onClicked { [weak self] in self?.onCancel?() }
        done.onClicked { [weak self] in self?.onDone?() }
        // Escape first closes popovers and suggestions of a field.
        root.onUnusedKey { [weak self] key in
            guard key.isEscape, let self, self.view != nil else { return false }
            self.onCancel?()
            return true
        }
    }

    /// Shows a form under a title, with its contact and the avatar of it; nil for a new one.
    func show(_ view: FormView, title: String, contact: AvatarSubject?, avatar: AvatarInfo) {
        clear()
        self.view = view
        self.title.title = title
        view.column.insert(duplicates.root, after: nil)
        view.column.insert(photo.root, after: nil)
        photo.show(contact, avatar, of: view.model)
        photo.root.isVisible = !view.model.form.isPartial
        body.append(view.root)
    }

    /// Hides the form at once and then removes its rows in several turns: the removal takes longer than one frame.
    func clear() {
        guard let view else { return }
        self.view = nil
        view.root.isVisible = false
        // A stack returns the focus to its last widget, even while it is being removed.
        view.root.dropFocus()
        view.column.remove(duplicates.root)
        view.column.remove(photo.root)
        photo.clear()
        duplicates.show([])
        banner.show(nil)
        Task { [body] in
            await view.takeApart()
            body.remove(view.root)
        }
    }

    /// Shows possible duplicates of the contact that is typed. A person can open each, or add the form to it.
    func show(duplicates found: [Duplicate], onOpen: @escaping (Int) -> Void, onAdd: @escaping (Int) -> Void) {
        duplicates.onOpen = onOpen
        duplicates.onAdd = onAdd
        view?.keepInPlace(below: duplicates.root) { duplicates.show(found) }
    }

    /// Whether the focus is in the form, or nowhere. During a save, it must have been so before, too.
    var hasFocus: Bool { (!isBusy || hadFocus) && (root.containsFocus || root.focusedWidget == nil) }
    private var hadFocus = false

    /// A save under way. The form takes no input meanwhile: typed letters would be in no edit. It also begins no second save.
    var isBusy = false {
        didSet {
            guard isBusy != oldValue else { return }
            if isBusy {
                typedIn = view?.focusedField
                hadFocus = root.containsFocus || root.focusedWidget == nil
                // GTK leaves the focus on insensitive widgets.
                body.dropFocus()
            }
            body.takesInput = !isBusy
            dimming?.cancel()
            guard isBusy else {
                dim(false)
                // Where it stays, the person types on.
                if let typedIn { view?.focus(typedIn) }
                return
            }
            dimming = Task { [weak self] in
                // Cancelled while asleep: it was stored.
                guard await Task.hasSlept(for: Self.undimmedTime) else { return }
                self?.dim(true)
            }
        }
    }

    /// Not at once: storing mostly takes no longer than a click, and GTK styles and draws all that it dims anew.
    private func dim(_ isDimmed: Bool) {
        for part in [cancel, body, done] as [Widget] { part.isSensitive = !isDimmed }
    }
}
