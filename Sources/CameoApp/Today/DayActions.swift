import Gtk

/// The buttons of the rows of Today and Keep in Touch: which there are, and their actions.
final class DayActions {
    /// The person writes to a contact or calls it. The point is that of the button.
    var onReach: ((QuickAction, ContactEntry, WidgetPoint) -> Void)?
    /// The person was in touch with a contact.
    var onTouch: ((ContactEntry, WidgetPoint) -> Void)?
    /// The person has done a task of a contact.
    var onTick: ((_ task: Int, _ contact: Int) -> Void)?
    /// All of a section of Today are to be shown.
    var onShowAll: ((TodayList.Section) -> Void)?
    let done = DoneRows()
    /// Whether calls, meetings and ticks can be stored.
    var mayWrite = false { didSet { if mayWrite != oldValue { observers.tell() } } }

    private let observers = Observers()

    /// Calls back when the rows need other buttons, until the observation is released.
    func observe(_ onChange: @escaping () -> Void) -> MarksObservation {
        observers.add(onChange)
    }

    /// The act of a row's button: a tick where something is to do and can be stored, else a way to reach the contact.
    func act(of entry: TodayList.Entry) -> ReachableRow.Act? {
        switch entry.toDo {
        case .touch? where mayWrite: .touch(name: entry.contact.name)
        case .task? where mayWrite: .check(title: entry.contact.secondLine)
        case .touch?, .task?, nil: entry.action.map { .open($0) }
        }
    }

    /// Carries out the act of a row's button.
    func carryOut(_ act: ReachableRow.Act, of entry: TodayList.Entry, at point: WidgetPoint) {
        switch act {
        case .open(let action): onReach?(action, entry.contact, point)
        case .touch: onTouch?(entry.contact, point)
        case .check: if case .task(let task, let contact)? = entry.toDo { onTick?(task, contact) }
        }
    }
}
