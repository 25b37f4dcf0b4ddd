import Foundation
import Model
import Testing

@testable import CameoApp
@testable import Contacts

/// The values that are typed of an entry.
struct EntryDraftTests {
    private static let today = CivilDay(daysSince1970: 20_000)
    private static let reader = DateReader(locale: Locale(identifier: "en_GB"), lastYear: 2024)

    private static func draft(_ kind: PartKind? = nil, _ change: (inout EntryDraft) -> Void = { _ in }) -> EntryDraft {
        var draft = EntryDraft(kind, today: today, by: reader)
        change(&draft)
        return draft
    }

    @Test(arguments: [
        ("Today", 20_000), ("yesterday", 19_999), (" TOMORROW ", 20_001), ("", 20_000), ("3 October 2024", 19_999),
        ("2024-10-04", 20_000), ("3 October", 19_999), ("30 December", 20_087), ("2 January", 20_090),
    ])
    func aDayIsReadAsItIsMeant(text: String, expected: Int) throws {
        var day = EntryDay(today: Self.today, by: Self.reader)
        day.text = text
        #expect(try day.day(by: Self.reader).daysSince1970 == expected)
    }

    /// Today is 4 October 2024.
    @Test(
        arguments: [
            (.ahead, "3 October", 20_364), (.ahead, "30 December", 20_087), (.ahead, "4 October", 20_000),
            (.past, "3 October", 19_999), (.past, "30 December", 19_721), (.past, "4 October", 20_000),
            (.ahead, "3 October 2024", 19_999),
        ] as [(EntryDay.Side, String, Int)])
    func aDayWithoutItsYearIsOnItsSide(side: EntryDay.Side, text: String, expected: Int) throws {
        var day = EntryDay(today: Self.today, on: side, by: Self.reader)
        day.text = text
        #expect(try day.day(by: Self.reader).daysSince1970 == expected)
    }

    @Test
    func aCallIsBehindAndAReminderAhead() {
        #expect(Self.draft(.reminder).day.side == .ahead && Self.draft(.call).day.side == .past)
        #expect(Self.draft(.activity).day.side == .nearest && Self.draft().day.side == .past)
    }

    @MainActor @Test
    func aYearOfTwoDigitsMayBeAhead() throws {
        let editing = EntryEditing()
        let next = editing.today.year + 1
        #expect(try editing.reader.day(in: "1/1/\(next % 100)") == .date(year: next, month: 1, day: 1))
        #expect(try editing.reader.day(in: "1/1/98") == .date(year: 1998, month: 1, day: 1))
    }

    @Test
    func keysGoFromDayToDay() {
        var day = EntryDay(today: Self.today, by: Self.reader)
        #expect(day.text == "Today")
        #expect(day.stepped(days: -1, by: Self.reader) == "Yesterday")
        #expect(day.stepped(days: 1, by: Self.reader) == "Tomorrow")
        #expect(day.stepped(months: -1, by: Self.reader) == "4 September 2024")
        day.text = "nonsense"
        #expect(day.stepped(days: 1, by: Self.reader) == nil)
    }

    @Test
    func aCallIsOfThePastAndAMeetingOfAnyDay() throws {
        let ahead = Self.draft { $0.day.text = "Tomorrow" }
        #expect(throws: EntryDraft.Issue(field: .day, issue: .ahead)) { try ahead.value(.call, by: Self.reader) }
        let tomorrow = ContactDay.date(year: 2024, month: 10, day: 5)
        #expect(
            try ahead.value(.activity, by: Self.reader)
                == .activity(ActivityValue(summary: "Met", day: tomorrow)))
    }

    @Test
    func theFirstLineOfAMeetingIsItsSummary() throws {
        let log = Self.draft { $0[.text] = "  Lunch\nat the harbour \n" }
        let today = ContactDay(Self.today)
        #expect(
            try log.value(.activity, by: Self.reader)
                == .activity(ActivityValue(summary: "Lunch", description: "at the harbour", day: today)))
        let long = Self.draft { $0[.text] = String(repeating: "a", count: 300) }
        #expect(
            try long.value(.activity, by: Self.reader)
                == .activity(ActivityValue(summary: "Met", description: long[.text], day: today)))
        #expect(
            try log.value(.call, by: Self.reader) == .call(CallValue(day: today, content: "Lunch\nat the harbour")))
    }

    @Test
    func aNoteAndATaskNeedAText() {
        #expect(throws: EntryDraft.Issue(field: .text, issue: .noText)) {
            try Self.draft { $0[.text] = " \n" }.value(.note, by: Self.reader)
        }
        #expect(throws: EntryDraft.Issue(field: .title, issue: .noText)) {
            try Self.draft(.task).value(.task, by: Self.reader)
        }
    }

    @Test(arguments: [(nil, .call), (nil, .activity), (nil, .note), (.activity, .activity)] as [(PartKind?, PartKind)])
    func aNameThatIsNotChosenIsNobody(form: PartKind?, kind: PartKind) throws {
        var draft = Self.draft(form) { ($0[.title], $0[.text], $0.typedPerson) = ("Tea", "Tea", "Bob") }
        #expect(draft.fields.contains(.people))
        #expect(throws: EntryDraft.Issue(field: .people, issue: .unknownPerson)) {
            try draft.value(kind, by: Self.reader)
        }
        draft.typedPerson = " "
        #expect(try draft.value(kind, by: Self.reader)?.kind == kind)
    }

    @Test(arguments: [PartKind.note, .call, .task, .reminder, .gift, .pet])
    func aKindWithoutPeopleIgnoresATypedName(kind: PartKind) throws {
        let draft = Self.draft(kind) { ($0[.title], $0[.text], $0.typedPerson) = ("Tea", "Tea", "Bob") }
        #expect(!draft.fields.contains(.people))
        #expect(try draft.value(kind, by: Self.reader)?.kind == kind)
    }

    @Test
    func anEntryStaysAsItIsWithoutTyping() throws {
        var activity = ActivityValue(
            summary: "Lunch", day: .date(year: 2020, month: 2, day: 29), attendees: [.local(ContactID(3))])
        activity.type = RemoteID("7")
        var call = CallValue(day: .date(year: 2020, month: 2, day: 29), content: "Cake", contactCalled: true)
        call.emotions = [RemoteID("1")]
        let person = FormPerson(id: .local(ContactID(3)), name: "Bob")
        let values: [PartValue] = [
            .note(NoteValue(body: "Fond of cake", isFavorite: true)), .call(call),
            .task(TaskValue(title: "Return the book", description: "Red", isDone: true)), .activity(activity),
            .reminder(ReminderValue(title: "Tea", description: "Green", day: call.day, unit: .week, every: 3)),
            .reminder(ReminderValue(title: "Tea", day: call.day)), .gift(GiftValue(name: "Book")),
            .gift(
                GiftValue(
                    name: "Book", comment: "Red", status: .received, amount: "12.50", day: call.day, link: "a:b")),
            .gift(GiftValue(name: "Book", link: "shop.example")),
            .debt(DebtValue(userOwes: true, amount: "20.00", reason: "Lunch", isSettled: true)),
            .debt(DebtValue(userOwes: false, amount: "5")), .pet(PetValue(name: "Tom", animal: .smallAnimal)),
            .pet(PetValue(animal: .cat)),
        ]
        for value in values {
            let draft = EntryDraft(value, people: [person], today: Self.today, by: Self.reader)
            let same = try draft.value(value.kind, by: Self.reader)
            #expect(same == value)
            if case .activity(let kept)? = same { #expect(kept.type == activity.type) }
            if case .call(let kept)? = same { #expect(kept.emotions == call.emotions) }
        }
    }

    @Test
    func aTypedLinkIsOneOfTheWeb() throws {
        for former in [nil, "shop.example"] {
            var draft = EntryDraft(.gift(GiftValue(name: "Book", link: former)), today: Self.today, by: Self.reader)
            draft[.link] = "other.example"
            let typed = PartValue.gift(GiftValue(name: "Book", link: "https://other.example"))
            #expect(try draft.value(.gift, by: Self.reader) == typed)
        }
    }

    @Test(arguments: [AnyContactID.local(ContactID(8)), .remote(RemoteID("8"))])
    func anAttendeeWhoIsNotStoredHasTheNameOfThePage(id: AnyContactID) async throws {
        let bob = ContactReference(id: 8, completeName: "Bob Byron")
        let sections = ContactSections(activities: [Activity(summary: "Lunch", attendees: [bob])])
        let store = try ContactStore.inMemory()
        let value = PartValue.activity(
            ActivityValue(summary: "Lunch", day: ContactDay(Self.today), attendees: [id]))
        let people = await FormStart.people(ofEntry: value, besides: sections, in: store)
        #expect(people == [FormPerson(id: id, name: "Bob Byron")])
    }

    @Test(arguments: [("en_US", "1,250", "1.250"), ("de_DE", "1.250", "1,250")])
    func aSignOfThousandsBeginsNoThousandths(language: String, thousands: String, thousandths: String) throws {
        let locale = Locale(identifier: language)
        #expect(try EntryAmount.number(in: thousands, hasThousandths: true, locale: locale) == "1250")
        #expect(try EntryAmount.number(in: thousandths, hasThousandths: true, locale: locale) == "1.250")
    }

    /// A server has longer texts and other amounts than Cameo takes.
    @Test
    func aTextThatNobodyTypedStays() throws {
        let gift = GiftValue(
            name: "Book", amount: "12.500", link: "https://a.example/" + String(repeating: "a", count: 400))
        for value in [PartValue.gift(gift), .debt(DebtValue(userOwes: true, amount: "0.750"))] {
            var draft = EntryDraft(value, today: Self.today, by: Self.reader)
            #expect(try draft.value(value.kind, by: Self.reader) == value)
            draft[.amount] = "12.750"
            #expect(try draft.amount() == "12.750")
            draft[.title] = String(repeating: "b", count: 300)
            #expect(throws: EntryDraft.Issue(field: .title, issue: .tooLong(limit: 255))) {
                try draft.value(value.kind, by: Self.reader)
            }
        }
    }

    /// An editor stays open over midnight.
    @Test(arguments: [
        ("Today", "Yesterday", 20_000), ("Tomorrow", "Today", 20_001), ("3 October", "3 October 2024", 19_999),
        ("nonsense", "nonsense", nil), ("", "", 20_001),
    ])
    func theTypedDayStaysAtMidnight(text: String, later: String, number: Int?) throws {
        var day = EntryDay(today: Self.today, by: Self.reader)
        day.text = text
        day.follow(CivilDay(daysSince1970: 20_001), by: Self.reader)
        #expect(day.text == later)
        #expect((try? day.day(by: Self.reader))?.daysSince1970 == number)
    }

    @Test(arguments: [
        ("12", "12"), ("12.50", "12.50"), ("12,5 €", "12.5"), ("1,234.50", "1234.50"), ("1.234,50", "1234.50"),
        ("1.234", "1234"), ("CHF 1’234", "1234"), ("$0.5", "0.5"), ("٣٫٥", "3.5"), ("", nil),
        (".50", "0.50"), ("$.5", "0.5"), (",5 €", "0.5"), ("Rs.500", "500"), ("Fr.12.50", "12.50"),
        (".500", "0.500"), ("0,500", "0.500"), ("1,234.500", "1234.500"), ("1.234.500", "1234500"),
    ])
    func anAmountIsReadAsItIsMeant(text: String, number: String?) throws {
        #expect(try EntryAmount.number(in: text) == number)
    }

    @Test(arguments: ["none", "-5", "12 or 13", "12345678901", "0.12345678901"])
    func otherTextsAreNoAmount(text: String) {
        #expect(throws: FormIssue.noAmount) { try EntryAmount.number(in: text) }
        #expect(throws: EntryDraft.Issue(field: .amount, issue: .noAmount)) {
            try Self.draft(.debt) { $0[.amount] = text }.value(.debt, by: Self.reader)
        }
    }

    /// A draft, the number of its entry, and the text of its day a day later.
    private static let kept: [(EntryDraft, Int?, String)] = [
        (draft { ($0[.text], $0.people, $0.typedPerson) = ("Cake", [bob], "Ad") }, nil, "Yesterday"),
        (draft(.task) { $0[.title] = "Book" }, nil, "Yesterday"),
        (draft(.activity) { $0.day.text = "nonsense" }, 7, "nonsense"),
        (EntryDraft(.note(NoteValue(body: "Tea", isFavorite: true)), today: today, by: reader), -3, "Yesterday"),
    ]
    private static let bob = FormPerson(id: .local(ContactID(3)), name: "Bob")

    @Test
    func aDraftIsReadAsItWasTyped() throws {
        for (draft, number, day) in Self.kept {
            let stored = StoredEntry(draft, number: number, by: Self.reader)
            let read = try StoredEntry(stored: try stored.stored())
            #expect(read.draft(today: Self.today, by: Self.reader) == draft)
            let tomorrow = CivilDay(daysSince1970: Self.today.daysSince1970 + 1)
            #expect(read.draft(today: tomorrow, by: Self.reader).day.text == day)
            #expect(
                read.field == draft.kind.flatMap(\.section).flatMap { section in number.map { .entry(section, $0) } })
            let kept = Draft(
                id: 1, contact: ContactID(3), isAwaitingContact: false, form: try stored.stored(), savedAt: .now)
            #expect(kept.isOfEntry)
        }
        #expect(throws: ContactStoreError.unreadableDraft) { try StoredEntry(stored: Data(#"{"entry":1}"#.utf8)) }
    }
}
