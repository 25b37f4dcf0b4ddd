import Gtk

/// The addresses and numbers that the person chose in menus and rows, until the session ends.
final class UsedAddresses {
    private static let maxCount = 200

    private struct Use: Equatable {
        let contact: Int
        let uri: String
    }

    /// The last one at the end.
    private var uses: [Use] = []
    private let observers = Observers()

    /// Notes that the person chose an address of a contact.
    func note(_ uri: String, of contact: Int) {
        let use = Use(contact: contact, uri: uri)
        uses.removeAll { $0 == use }
        uses.append(use)
        if uses.count > Self.maxCount { uses.removeFirst() }
        observers.tell()
    }

    /// Forgets all addresses: the session ends.
    func forget() {
        uses = []
    }

    /// Calls back with each use, until the observation is released.
    func observe(_ onChange: @escaping () -> Void) -> MarksObservation {
        observers.add(onChange)
    }

    /// The choices with the last used one first. The others keep their order.
    func sorted(_ choices: [QuickAction.Choice], of contact: Int) -> [QuickAction.Choice] {
        let last = uses.last { use in use.contact == contact && choices.contains { $0.uri == use.uri } }?.uri
        return choices.filter { $0.uri == last } + choices.filter { $0.uri != last }
    }

    /// The menu of the choices of an action, with the actions `prefix.open-0` and so on.
    func menu(
        of action: QuickAction, contact: Int, prefix: String, onOpen: @escaping @MainActor (String) -> Void
    ) -> (Menu, ActionGroup) {
        let (menu, group) = (Menu(), ActionGroup())
        for (index, choice) in sorted(action.choices, of: contact).enumerated() {
            menu.append(choice.title.escapingMnemonic, action: "\(prefix).open-\(index)")
            group.addAction("open-\(index)") { [weak self] in
                self?.note(choice.uri, of: contact)
                onOpen(choice.uri)
            }
        }
        return (menu, group)
    }
}
