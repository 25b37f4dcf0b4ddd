import Avatars
import Contacts
import Foundation
import Model

/// An open form, with those who look at it.
final class FormModel {
    private(set) var form: ContactForm
    /// Somebody typed in a field.
    var onEdit: ((FormField) -> Void)?
    /// Rows show what is in the form: that nobody typed.
    private(set) var isShowing = false

    init(_ form: ContactForm) {
        self.form = form
    }

    /// Changes what was typed; nothing while rows are only told what is there.
    func edit(_ field: FormField, _ change: (inout ContactForm) -> Void) {
        guard !isShowing else { return }
        change(&form)
        onEdit?(field)
    }

    /// Changes the form as nobody typed it.
    func update(_ change: (inout ContactForm) -> Void) {
        change(&form)
    }

    /// Has rows show what is in the form.
    func show(_ body: () -> Void) {
        let former = isShowing
        isShowing = true
        body()
        isShowing = former
    }
}

/// What a form chooses from, and how the person writes.
struct FormSurroundings {
    var choices = FormChoices()
    /// The parts of a name as the person orders them.
    var nameKeys: [ContactKey] = [.firstName, .lastName]
    var locale = Locale.ofDates
    /// Finds people by what is typed of their names.
    var findPeople: @MainActor (String) async -> [FoundPerson] = { _ in [] }
    /// Whether somebody else is called as a person is.
    var hasNamesake: @MainActor (FormPerson) async -> Bool = { _ in false }
    /// Finds tags that there are by their beginning.
    var findTags: @MainActor (String) async -> [String] = { _ in [] }
}

/// Somebody whom a form may name, with a face.
struct FoundPerson {
    let person: FormPerson
    let avatar: AvatarSubject
}

extension ContactForm {
    /// The typed nickname or first name.
    var shortName: String {
        let names = [ContactKey.firstName, .nickname, .lastName].map { FormText.trimmed(self[text: $0]) }
        return PlainText.line(names.first { !$0.isEmpty } ?? "", atMost: 40)
    }

    /// The name as far as it is typed.
    var typedName: String {
        let parts = [ContactKey.firstName, .lastName].map { FormText.trimmed(self[text: $0]) }
        return PlainText.line(parts.filter { !$0.isEmpty }.joined(separator: " "))
    }
}

extension NameOrder {
    /// The parts of a name in the order in which they are typed.
    var keys: [ContactKey] { self == .lastNameFirst ? [.lastName, .firstName] : [.firstName, .lastName] }
}
