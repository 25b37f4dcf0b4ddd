import Foundation
import Model
import Testing

@testable import CameoApp

/// Values as the form and the waiting changes tell them.
@Suite struct ValueDescriptionTests {
    private static let day = ContactDay.date(year: 2015, month: 3, day: 27)

    @Test(arguments: [
        (ContactKey.birthday, ContactValue.day(day), true), (.metOn, .day(day), false), (.death, .death(day), false),
        (.birthday, .day(.year(2015)), true), (.metOn, .day(.year(2015)), false), (.death, .death(.year(2015)), false),
    ])
    func nobodyIsAsOldAsAnAcquaintanceOrADeath(key: ContactKey, value: ContactValue, hasAge: Bool) {
        let text = ValueDescription.text(value, of: key, people: [:])
        #expect(text.contains("old") == hasAge)
        if !hasAge { #expect(text.contains("2015")) }
    }

    /// Each value differs from the one before in a part that an editor can change.
    @Test func entriesThatDifferReadDifferently() throws {
        var task = TaskValue(title: "Tea")
        var activity = ActivityValue(summary: "Tea", day: Self.day)
        var reminder = ReminderValue(title: "Tea", day: Self.day)
        var gift = GiftValue(name: "Tea")
        var values: [[PartValue]] = [
            [.note(NoteValue(body: "Tea")), .note(NoteValue(body: "Tea", isFavorite: true))],
            [.call(CallValue(day: Self.day)), .call(CallValue(day: Self.day, contactCalled: true))],
            [.task(task)], [.activity(activity)], [.reminder(reminder)], [.gift(gift)],
        ]
        (task.description, activity.description, reminder.description) = ("Cups", "Cups", "Cups")
        values[2].append(.task(task))
        values[3].append(.activity(activity))
        values[4].append(.reminder(reminder))
        gift.comment = "Cups"
        values[5].append(.gift(gift))
        gift.link = "https://tea.example.org"
        values[5].append(.gift(gift))
        for each in values {
            let texts = each.map { ValueDescription.text($0, people: [:], countries: FormLab.english) }
            #expect(Set(texts).count == each.count, "\(texts)")
        }
    }

    @Test func aFlagHidesNoDifferenceOfALongText() {
        let notes = [("Tea", true), ("Cake", false)].map { NoteValue(body: Self.alike + $0, isFavorite: $1) }
        let texts = notes.map {
            ValueDescription.text(
                .note($0), people: [:], countries: FormLab.english, atMost: ValueDescription.maxCompared)
        }
        #expect(ValueDescription.excerpts(of: texts).map { $0.contains("Tea") || $0.contains("Cake") } == [true, true])
    }

    /// The part that many texts have in common.
    private static let alike = String(repeating: "word ", count: 100)
    private static let end = String(repeating: " end", count: 100)

    @Test func longTextsShowTheirFirstDifference() {
        let words = ["Tea", "Cake", "Figs"]
        let shown = ValueDescription.excerpts(of: words.map { Self.alike + $0 + Self.end })
        for (word, text) in zip(words, shown) {
            #expect(text.hasPrefix("…word word ") && text.contains(" word \(word) end end ") && text.hasSuffix("…"))
            #expect(text.unicodeScalars.count == ValueDescription.maxLength)
        }
        let longer = ValueDescription.excerpts(of: [Self.alike, Self.alike + "Tea"])
        #expect(longer.map { $0.suffix(4) } == ["word", " Tea"])
        // The former text is cut where the first two differ, or before.
        let (mine, theirs) = (Self.alike + "Tea" + Self.end, Self.alike + "Cake" + Self.end)
        let former = [mine, "Figs" + mine].map { ValueDescription.excerpts(of: [mine, theirs, $0])[2] }
        #expect(former[0].contains(" word Tea end") && former[1].hasPrefix("Figsword word"))
    }

    @Test func textsWithAnEarlyDifferenceAndAlikeTextsShowTheirBeginnings() {
        let short = ["Tea", "", String(repeating: "m", count: 200)]
        #expect(ValueDescription.excerpts(of: short) == short)
        for texts in [[Self.alike, Self.alike], ["Tea " + Self.alike, "Cake " + Self.alike]] {
            #expect(ValueDescription.excerpts(of: texts) == texts.map { PlainText.line($0, atMost: 200) })
        }
    }

    @Test func aDifferenceInLongRunsTearsNoLetter() {
        let letters = String(repeating: "e\u{301}", count: 200)
        let ends = ["ax", "ay"]
        for (end, text) in zip(ends, ValueDescription.excerpts(of: ends.map { letters + $0 })) {
            #expect(text.hasPrefix("…e\u{301}") && text.hasSuffix(end))
        }
    }
}
