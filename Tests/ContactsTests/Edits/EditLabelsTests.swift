import Foundation
import Model
import Testing

@testable import Contacts

/// Labels of a field merge one by one, whatever becomes of the field itself.
struct EditLabelsTests {
    private let ann = ContactID(2)
    private var book = EditBook()
    private let part: PartID
    private let edit: EditID

    init() {
        book.name(ann, as: RemoteID("2"))
        part = book.newPart(.field, of: ann, remote: RemoteID("5"))
        edit = book.append(
            .part(PartChange(kind: .field, part: part, before: Self.phone("1"), after: Self.phone("2"))), of: ann)
    }

    private static func phone(_ content: String, _ labels: String...) -> PartValue {
        .field(FieldValue(type: RemoteID("1"), content: content, labels: labels))
    }

    private static func copy(_ value: PartValue) -> ServerContact {
        var copy = ServerContact(id: RemoteID("2"))
        copy.parts[RemotePart(.field, RemoteID("5"))] = ServerPart(value: value)
        return copy
    }

    /// What is sent of a change of a field that reads like this by now; nil for a question.
    private mutating func merged(_ before: PartValue, _ after: PartValue, _ theirs: PartValue) -> PartValue? {
        let change = PartChange(kind: .field, part: part, before: before, after: after)
        book.update(edit) { $0.change = .part(change) }
        let copy = Self.copy(theirs)
        guard let edit = book.edit(edit) else { return nil }
        switch book.plan(edit, copy, reminders: []) {
        case .write(.changePart(_, _, let value)):
            #expect(!book.isCarriedOut(edit, copy).isDone && book.isCarriedOut(edit, Self.copy(value)).isDone)
            return value
        case .replace(let there, let after):
            #expect(there == theirs)
            return after
        case .nothing:
            #expect(book.isCarriedOut(edit, copy).isDone)
            return theirs
        default: return nil
        }
    }

    @Test mutating func labelsOfOthersStayWithAChangedNumber() {
        var merged = merged(Self.phone("1"), Self.phone("2"), Self.phone("1", "Work"))
        #expect(merged == Self.phone("2", "Work"))
        merged = self.merged(Self.phone("1", "Home"), Self.phone("2", "Home"), Self.phone("1", "Home", "Work"))
        #expect(merged == Self.phone("2", "Home", "Work"))
        merged = self.merged(Self.phone("1", "a", "b"), Self.phone("1", "a", "c"), Self.phone("2", "b", "d"))
        #expect(merged == Self.phone("2", "d", "c"))
        merged = self.merged(Self.phone("1"), Self.phone("2"), Self.phone("2", "Work"))
        #expect(merged == Self.phone("2", "Work"), "it is there already")
        merged = self.merged(Self.phone("1", "a", "b"), Self.phone("1", "a"), Self.phone("1", "b"))
        #expect(merged == Self.phone("1"))
        merged = self.merged(Self.phone("1"), Self.phone("2"), Self.phone("3", "Work"))
        #expect(merged == nil)
    }

    @Test mutating func ownContentDoesNotEraseLabelsOfOthers() throws {
        _ = merged(Self.phone("1", "Home"), Self.phone("2", "Home"), Self.phone("3", "Home", "Work"))
        book.update(edit) {
            $0.state = .conflicting
            $0.progress.conflict = EditConflict(part: Self.phone("3", "Home", "Work"))
        }
        book.takeMine(edit, now: 1)
        let change = try #require(book.edit(edit)?.partChange)
        #expect(change.before == Self.phone("3", "Home", "Work") && change.after == Self.phone("2", "Home", "Work"))
    }

    /// What is left of a second change when the first one of the same field is dropped.
    private mutating func left(
        of second: PartValue, after first: PartValue, from before: PartValue
    ) throws -> PartChange {
        let removed = PartChange(kind: .field, part: part, before: before, after: first)
        book.update(edit) { $0.change = .part(removed) }
        let later = book.append(.part(PartChange(kind: .field, part: part, before: first, after: second)), of: ann)
        let isDropped = book.drop(edit)
        #expect(isDropped)
        return try #require(book.edit(later)?.partChange)
    }

    @Test mutating func aLabelWhoseRemovalIsDroppedStaysWithALaterNumber() throws {
        let left = try left(of: Self.phone("2", "Work"), after: Self.phone("1"), from: Self.phone("1", "Home"))
        #expect(left.before == Self.phone("1", "Home") && left.after == Self.phone("2", "Home", "Work"))
    }

    @Test mutating func aNumberThatIsDroppedDoesNotComeWithALaterLabel() throws {
        let left = try left(of: Self.phone("2", "Work"), after: Self.phone("2"), from: Self.phone("1"))
        #expect(left.before == Self.phone("1") && left.after == Self.phone("1", "Work"))
    }

    @Test mutating func aLabelOfAFormThatDidNotKnowTheLaterNumberGoesToThat() {
        // The book has a change from 1 to 2 that waits.
        let typed = PartChange(kind: .field, part: part, before: Self.phone("1"), after: Self.phone("1", "Work"))
        let expected = PartChange(
            kind: .field, part: part, before: Self.phone("2"), after: Self.phone("2", "Work"))
        #expect(book.following(.part(typed), of: ann) == .part(expected))
    }

    /// What a page shows of the field, with all that waits.
    private func shown(over there: PartValue) -> PartValue? {
        book.shown(ann, over: Self.copy(there)).parts[PlacedPart(.field, .remote(RemoteID("5")))]
    }

    @Test mutating func allThatFollowsFromADroppedNumberIsShownAndSentWithoutIt() throws {
        let labels = Self.phone("2", "Work")
        let later = PartChange(kind: .field, part: part, before: labels, after: Self.phone("2", "Work", "Home"))
        let last = book.append(
            .part(PartChange(kind: .field, part: part, before: Self.phone("2"), after: labels)), of: ann)
        let veryLast = book.append(.part(later), of: ann)
        #expect(shown(over: Self.phone("1")) == Self.phone("2", "Work", "Home"))
        let edits = book.edits
        let removed = book.dropUnsent(edit)
        #expect(book.edit(last)?.partChange?.after == Self.phone("1", "Work"))
        #expect(book.edit(veryLast)?.partChange?.before == Self.phone("1", "Work"))
        #expect(shown(over: Self.phone("1")) == Self.phone("1", "Work", "Home"))
        // Taken back, it is as it was.
        let isBack = book.restore(try #require(removed))
        #expect(isBack && book.edits == edits)
    }

    /// Of the field that is made anew and the former one either may end first.
    @Test(arguments: [false, true])
    mutating func anUndoDoesNotBringBackADroppedNumberOfAFieldThatWasMadeAnew(formerFirst: Bool) throws {
        let former = PartChange(
            kind: .field, part: part, before: Self.phone("1", "Work"), after: Self.phone("2", "Work"))
        book.update(edit) { $0.change = .part(former) }
        let saved = PartChange(kind: .field, part: part, before: former.after, after: Self.phone("3"))
        let later = book.append(.part(saved), of: ann)
        let isDropped = book.drop(edit)
        #expect(isDropped)
        book.beginReplacing(later, Self.phone("1", "Work"), by: Self.phone("3"))
        for edit in book.edits { book.carriedOut(edit.id, nil, made: RemoteID("6"), asked: 1, now: 2) }
        for edit in formerFirst ? book.edits.reversed() : book.edits { book.end(edit.id, isCarriedOut: true) }
        book.undo(.part(saved), later, of: ann)
        let opposite = try #require(book.edits.last?.partChange)
        #expect(opposite.before == Self.phone("3") && opposite.after == Self.phone("1", "Work"))
    }

    @Test mutating func whatWasSentIsUndoneToWhatItFollowedFromWhateverComesBack() throws {
        let removed = book.dropUnsent(edit)
        let saved = PartChange(kind: .field, part: part, before: Self.phone("1"), after: Self.phone("3"))
        book.update(edit) { $0.state = .refused }
        let later = book.append(.part(saved), of: ann)
        book.carriedOut(later, nil, made: nil, asked: 1, now: 2)
        var refused = try #require(removed)
        for index in refused.edits.indices { refused.edits[index].state = .refused }
        let isRestored = book.restore(refused)
        #expect(isRestored && book.edits.count == 2)
        book.undo(.part(saved), later, of: ann)
        #expect(book.edits.last?.partChange?.after == Self.phone("1"))
    }

    /// The labels were changed while there was a question about the number.
    @Test mutating func aNumberThatIsChosenStaysWithLaterLabels() {
        func label(_ before: PartValue, _ after: PartValue) -> EditID {
            book.append(.part(PartChange(kind: .field, part: part, before: before, after: after)), of: ann)
        }
        let theirs = Self.phone("3")
        let labels = [label(theirs, Self.phone("3", "Work")), label(Self.phone("3", "Work"), theirs)]
        book.update(edit) { ($0.state, $0.progress.conflict) = (.conflicting, EditConflict(part: theirs)) }
        book.takeMine(edit, now: 1)
        book.carriedOut(edit, nil, made: nil, asked: 1, now: 2)
        let left = labels.map { book.edit($0)?.partChange }
        #expect(left.map { $0?.before } == [Self.phone("2"), Self.phone("2", "Work")])
        #expect(left.map { $0?.after } == [Self.phone("2", "Work"), Self.phone("2")])
    }

    /// What changes labels alone is no later word about the number.
    @Test(arguments: [false, true])
    mutating func aNumberIsUndoneUnderLaterLabels(isTyped: Bool) throws {
        let saved = try #require(book.edit(edit)?.partChange)
        let after = isTyped ? Self.phone("3", "Work") : Self.phone("2", "Work")
        book.append(.part(PartChange(kind: .field, part: part, before: Self.phone("2"), after: after)), of: ann)
        book.carriedOut(edit, nil, made: nil, asked: 1, now: 2)
        book.undo(.part(saved), edit, of: ann)
        let expected = isTyped ? Self.phone("3", "Work") : Self.phone("1", "Work")
        #expect(shown(over: Self.phone("1")) == expected)
        #expect(book.edits.count == (isTyped ? 2 : 3))
        #expect(isTyped || book.edits.last?.partChange?.before == Self.phone("2", "Work"))
    }

    /// Also while the later labels make the field anew.
    @Test mutating func aNumberIsUndoneUnderLaterLabelsThatMakeItAnew() throws {
        let saved = try #require(book.edit(edit)?.partChange)
        let change = PartChange(kind: .field, part: part, before: Self.phone("2", "Work"), after: Self.phone("2"))
        let later = book.append(.part(change), of: ann)
        book.carriedOut(edit, nil, made: nil, asked: 1, now: 2)
        book.beginReplacing(later, Self.phone("2", "Work"), by: Self.phone("2"))
        book.undo(.part(saved), edit, of: ann)
        let opposite = try #require(book.edits.last?.partChange)
        #expect(opposite.before == Self.phone("2") && opposite.after == Self.phone("1"))
    }

    /// The labels do not bring it back, neither on a page nor when the form is saved that puts it right.
    @Test mutating func aRefusedNumberGoesNowhereWithLaterLabels() {
        let labels = PartChange(
            kind: .field, part: part, before: Self.phone("2"), after: Self.phone("2", "Work"))
        let later = book.append(.part(labels), of: ann)
        book.refuse(edit, .refused(["Too long."]))
        #expect(shown(over: Self.phone("1")) == Self.phone("1", "Work"))
        let taken = book.take([edit])
        #expect(taken != nil)
        let left = book.edit(later)?.partChange
        #expect(left?.before == Self.phone("1") && left?.after == Self.phone("1", "Work"))
    }

    /// The server may have the first of them only.
    @Test mutating func aDeletionKnowsOfANumberAndLabelsThatAreOnTheirWay() {
        func change(_ before: PartValue, _ after: PartValue) -> EditID {
            book.append(.part(PartChange(kind: .field, part: part, before: before, after: after)), of: ann)
        }
        for id in [edit, change(Self.phone("2"), Self.phone("2", "Work"))] { book.update(id) { $0.state = .sent } }
        _ = change(Self.phone("2", "Work"), Self.phone("3", "Work"))
        let seen = book.seen(ann, over: Self.copy(Self.phone("1")))
        #expect(seen.parts.first?.values.contains(Self.phone("2", "Work")) == true)
    }

    /// What a page shows is what will be sent, also where another client has changed the number meanwhile.
    @Test mutating func labelsThatWaitShowBesideTheNumberOfAnotherClient() {
        let labels = PartChange(kind: .field, part: part, before: Self.phone("1"), after: Self.phone("1", "Work"))
        book.update(edit) { $0.change = .part(labels) }
        #expect(shown(over: Self.phone("9", "Home")) == Self.phone("9", "Home", "Work"))
        #expect(
            merged(Self.phone("1"), Self.phone("1", "Work"), Self.phone("9", "Home")) == Self.phone("9", "Home", "Work")
        )
    }

    /// A form that did not know of the removal changes the number: that is a question of its own.
    @Test mutating func aRemovalIsNotUndoneUnderALaterNumber() {
        let removal = PartChange(kind: .field, part: part, before: Self.phone("1"), after: nil)
        book.update(edit) { $0.change = .part(removal) }
        book.carriedOut(edit, nil, made: nil, asked: 1, now: 2)
        let change = PartChange(kind: .field, part: part, before: Self.phone("1"), after: Self.phone("2"))
        let later = book.append(.part(change), of: ann)
        book.refuse(later, .partGone)
        book.undo(.part(removal), edit, of: ann)
        #expect(book.edits.last?.id == later)
    }

    /// What changes the number alone is no later word about labels; a removal of the field is one about both.
    @Test(arguments: [phone("2", "Work"), phone("2", "Work", "Home"), nil] as [PartValue?])
    mutating func aLabelIsUndoneUnderALaterNumber(later: PartValue?) throws {
        let saved = PartChange(
            kind: .field, part: part, before: Self.phone("1", "Home"), after: Self.phone("1", "Work"))
        book.update(edit) { ($0.change, $0.state) = (.part(saved), .sending) }
        let change = PartChange(kind: .field, part: part, before: saved.after, after: later)
        book.append(.part(change), of: ann)
        book.undo(.part(saved), edit, of: ann)
        book.carriedOut(edit, nil, made: nil, asked: 1, now: 2)
        #expect(shown(over: Self.phone("1", "Home")) == (later == nil ? nil : Self.phone("2", "Home")))
    }

    /// A change and a removal, while no copy has come since, and once one has.
    @Test(arguments: [false, true], [false, true])
    mutating func anUndoDoesNotBringBackADroppedNumber(isRemoved: Bool, hasEnded: Bool) throws {
        let saved = PartChange(
            kind: .field, part: part, before: Self.phone("2"), after: isRemoved ? nil : Self.phone("3"))
        let later = book.append(.part(saved), of: ann)
        let isDropped = book.drop(edit)
        #expect(isDropped)
        book.carriedOut(later, nil, made: nil, asked: 1, now: 2)
        if hasEnded { book.end(later, isCarriedOut: true) }
        book.undo(.part(saved), later, of: ann)
        let opposite = try #require(book.edits.last?.partChange)
        #expect(opposite.before == saved.after && opposite.after == Self.phone("1"))
    }

    @Test mutating func aNumberThatComesBackComesBackForALabelThatWasTriedMeanwhile() throws {
        let labelled = PartChange(kind: .field, part: part, before: Self.phone("2"), after: Self.phone("2", "Work"))
        let later = book.append(.part(labelled), of: ann)
        let dropped = book.dropUnsent(edit)
        let removed = try #require(dropped)
        book.update(later) { $0.attempts += 1 }
        let isBack = book.restore(removed)
        #expect(isBack && book.edit(later)?.partChange == labelled)
    }
}
