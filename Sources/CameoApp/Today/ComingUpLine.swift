import Contacts
import Gtk

/// The line above the contacts with the next events. It leads to the day's page.
final class ComingUpLine {
    let root: Widget
    var onClicked: (() -> Void)?
    /// Whether there is something to say.
    private(set) var hasText = false

    private let button = Button("")
    private let text = Label()

    init() {
        text.lineAlignment = 0
        text.ellipsizes()
        text.expandsHorizontally = true
        let content = Box(.horizontal, spacing: 6)
        content.append(text)
        content.append(Icon("go-next-symbolic"))
        // The button has a name of its own; its parts would only say it again.
        text.setAccessibleHidden()
        button.setChild(content)
        for name in ["flat", "coming-up"] { button.addClass(name) }
        button.setMargins(top: 2, bottom: 4, start: 6, end: 6)
        let box = Box(.vertical)
        box.append(button)
        root = box
        button.onClicked { [weak self] in self?.onClicked?() }
    }

    /// Tells of a day; of none for nil.
    func show(_ day: NextDay?, nameOrder: NameOrder) {
        let sentence = day?.text(nameOrder: nameOrder) ?? ""
        hasText = day != nil
        text.text = sentence
        button.setAccessibleLabel(sentence)
        let isToday = day?.daysAhead == 0
        for name in ["accent", "heading"] { text.setClass(name, isToday) }
        button.setClass("today", isToday)
    }
}
