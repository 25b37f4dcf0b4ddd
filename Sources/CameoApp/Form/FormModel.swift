import Avatars
import Contacts
import Foundation
import Model

/// An open form with the closure that observes its edits.
final class FormModel {
    private(set) var form: ContactForm
    /// The person typed in a field.
    var onEdit: ((FormField) -> Void)?
    /// Whether rows are taking values of the form: their changes are no edits.
    private(set) var isShowing = false

    init(_ form: ContactForm) {
        self.form = form
    }

    /// The form for its draft; nil while nothing is typed that would be lost.
    var typing: ContactForm? {
        var form = form
        form.readNews()
        return form.isTouched ? form : nil
    }

    /// Changes the typing of a field; does nothing while rows take values of the form. A label or a reminder is no typing. An
    /// unread field takes its news before such a change, and `showNews` shows them.
    func edit(
        _ field: FormField, showNews: ((ContactForm) -> Void)? = nil, _ change: (inout ContactForm) -> Void
    ) {
        guard !isShowing else { return }
        if let showNews, form.unread.contains(field.ofNews) {
            form.useNews(of: field.ofNews)
            show { showNews(form) }
        }
        // The text is the person's own from now on.
        form.unread.remove(field.ofNews)
        change(&form)
        onEdit?(field)
    }

    /// Changes the form by other means than typing.
    func update(_ change: (inout ContactForm) -> Void) {
        change(&form)
    }

    /// Runs a body that gives rows the values of the form.
    func show(_ body: () -> Void) {
        let former = isShowing
        isShowing = true
        body()
        isShowing = former
    }
}

/// The choices of a form, the person's conventions, and its searches.
struct FormSurroundings {
    var choices = FormChoices()
    /// The parts of a name as the person orders them.
    var nameKeys: [ContactKey] = [.firstName, .lastName]
    var locale = Locale.ofDates
    /// Finds people by a part of their names.
    var findPeople: @MainActor (String) async -> [FoundPerson] = { _ in [] }
    /// Whether another contact has the same name as a person.
    var hasNamesake: @MainActor (FormPerson) async -> Bool = { _ in false }
    /// Finds existing tags by their beginning.
    var findTags: @MainActor (String) async -> [String] = { _ in [] }
}

/// A person that a form can name, with an avatar.
struct FoundPerson {
    /// With the name as it is on the server.
    let person: FormPerson
    /// The name in the order that the user prefers.
    let name: String
    let avatar: AvatarSubject
}

extension NameOrder {
    /// The parts of a name in the order in which they are typed.
    var keys: [ContactKey] { self == .lastNameFirst ? [.lastName, .firstName] : [.firstName, .lastName] }
}
