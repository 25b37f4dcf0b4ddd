import GLib
import Gtk

/// Making and taking apart, some of it in each turn of the main loop: all at once would hold up clicks and frames.
extension FormView {
    /// Inputs of which there may be several that are made in one turn.
    private static let inputsAtOnce = 2

    /// Makes what is below the first fields, and shows it.
    func fill() async {
        let partial = [addAbout, addBirthday, addDeath]
        let whole =
            [addFields, addAddresses] + partial
            + [addTexts, addMeeting, addMeetingDay, addIntroducer, addRelationships, addTags, addDeletion]
        for add in model.form.isPartial ? partial : whole {
            await MainLoop.idle()
            guard isWanted else { return }
            add()
        }
        repeat {
            await MainLoop.idle()
            guard isWanted else { return }
        } while !addRows()
        showAll()
        rest.isVisible = true
    }

    /// Not any more once it was closed, or its window was.
    private var isWanted: Bool { root.isVisible && root.isInWindow }

    /// Takes everything out of the form, which nobody sees any more.
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

    /// Some of those of which there may be several; false if there are more.
    private func addRows() -> Bool {
        var areAll = true
        model.show { areAll = syncRows(addingAtMost: Self.inputsAtOnce) }
        return areAll
    }
}
