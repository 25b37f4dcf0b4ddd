import GLib
import Gtk

/// Making and taking apart, some of it in each turn of the main loop: all at once would hold up clicks and frames.
extension FormView {
    /// Inputs of which there may be several that are made in one turn.
    private static let inputsAtOnce = 3
    /// Inputs that are made before the groups show. One frame lays out their rows.
    private static let inputsAtFirst = 28
    /// A hidden window draws no frame.
    private static let longestFrame = Duration.seconds(1)

    /// Makes and shows the groups below the first fields. Rows that are too many for one frame follow in the next ones.
    func fill() async {
        while isFilling || !groupsBelow.isEmpty {
            if rest.isVisible {
                await scroll.nextFrame(within: Self.longestFrame)
            } else {
                await MainLoop.idle()
            }
            guard isWanted else { return }
            if groupsBelow.isEmpty {
                fillMore(inParts: wanted == nil)
            } else {
                groupsBelow.removeFirst().isVisible = true
            }
        }
    }

    /// Makes all remaining groups in one turn: a key goes to one of them.
    func fillAtOnce() {
        while isFilling { fillMore() }
        showGroupsBelow()
    }

    /// Shows all groups: at the latest when one of the lower ones gets the focus.
    func showGroupsBelow() {
        guard !groupsBelow.isEmpty else { return }
        for group in groupsBelow { group.isVisible = true }
        groupsBelow = []
        keepFocusInSight()
    }

    /// Makes one group, or else some of the rows of which there may be several. With `inParts` the groups show before all rows
    /// are made, and one group a frame: a frame lays out all that shows for the first time.
    private func fillMore(inParts: Bool = false) {
        guard groupsLeft.isEmpty else { return groupsLeft.removeFirst()(self) }
        let areAll = addRows()
        if areAll { isFilling = false }
        guard areAll || inParts && !rest.isVisible && inputs.count >= Self.inputsAtFirst else { return }
        showAll()
        if areAll {
            // An expander opens at once while hidden; shown, it would animate.
            if let wanted, isFocusFree { focus(wanted) }
            wanted = nil
        }
        guard !rest.isVisible else { return }
        if inParts {
            groupsBelow = Array(rest.children.filter(\.isVisible).dropFirst())
            for group in groupsBelow { group.isVisible = false }
        }
        rest.isVisible = true
        rest.confirmFocus()
        // A field that got the focus earlier had no position to scroll to.
        keepFocusInSight()
    }

    /// Scrolls to the focused widget after the next layout, which places the new widgets.
    func keepFocusInSight() {
        scroll.afterNextLayout { [weak self] in self?.scroll.scrollToFocus() }
    }

    /// Changes a group at the top. The focused field keeps its position on the screen, unless the form is scrolled to its top.
    /// There the group must be visible.
    func keepInPlace(below group: Widget, _ change: () -> Void) {
        let isTypedIn = root.containsFocus && !group.containsFocus
        let below = column.children.drop { $0.pointer != group.pointer }.dropFirst()
        guard isTypedIn, scroll.position > 0, let next = below.first else {
            change()
            return keepFocusInSight()
        }
        scroll.keepInPlace(next, change)
    }

    /// The closures that make the groups below the first fields, in their order.
    static func groups(isPartial: Bool) -> [(FormView) -> Void] {
        let partial: [(FormView) -> Void] = [{ $0.addAbout() }, { $0.addBirthday() }, { $0.addDeath() }]
        guard !isPartial else { return partial }
        let before: [(FormView) -> Void] = [{ $0.addFields() }, { $0.addAddresses() }]
        let behind: [(FormView) -> Void] = [
            { $0.addTexts() }, { $0.addMeeting() }, { $0.addMeetingDay() }, { $0.addIntroducer() },
            { $0.addRelationships() }, { $0.addTags() }, { $0.addDeletion() },
        ]
        return before + partial + behind
    }

    /// Not any more once it was closed, or its window was.
    private var isWanted: Bool { root.isVisible && root.isInWindow }

    /// Removes all widgets of a hidden form.
    func takeApart() async {
        await filled()
        for box in [rest, column] {
            for group in box.children.reversed() {
                box.remove(group)
                await MainLoop.idle()
            }
        }
        for list in [fieldList, addressList, relationshipList, aboutList, meetingList] {
            for row in list.children.reversed() {
                list.remove(row)
                await MainLoop.idle()
            }
        }
        while inputs.popLast() != nil { await MainLoop.idle() }
    }

    /// Makes some of the repeatable rows; false if more are to be made.
    private func addRows() -> Bool {
        var areAll = true
        model.show { areAll = syncRows(addingAtMost: Self.inputsAtOnce) }
        return areAll
    }
}
