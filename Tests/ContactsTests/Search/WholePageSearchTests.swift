import Foundation
import Model
import Testing

@testable import Contacts

/// All texts of a contact's page are found, in every spelling.
@Suite(.timeLimit(.minutes(1)))
struct WholePageSearchTests {
    private let store: ContactStore

    init() async throws { store = try ContactStore.inMemory() }

    private func found(_ typed: String) async throws -> [Int] {
        try await store.search(typed).matches.map(\.id).sorted()
    }

    private func reason(_ typed: String) async throws -> SearchMatch.Part? {
        try await store.search(typed).matches.first?.parts.first
    }

    private static var paula: [String: Any] {
        [
            "first_name": "Paula", "last_name": "Steinbach", "complete_name": "Paula Steinbach",
            "description": "keeps bees",
            "information": [
                "food_preferences": "no nuts",
                "how_you_met": ["first_met_through_contact": ["id": 51, "complete_name": "Ottilie Brandt"]],
                "relationships": [
                    "family": [
                        "total": 1,
                        "contacts": [
                            [
                                "relationship": ["id": 1, "name": "child"],
                                "contact": [
                                    "id": 50, "first_name": "Zacharias", "last_name": "Kindermann",
                                    "complete_name": "Zacharias Kindermann", "is_partial": true,
                                ],
                            ]
                        ],
                    ]
                ],
            ],
            "addresses": [
                [
                    "id": 9, "name": "home", "street": "Kastanienallee 1", "city": "Potsdam", "postal_code": "14467",
                    "country": ["id": "DE", "name": "Germany", "iso": "DE"],
                ]
            ],
        ]
    }

    @Test(
        arguments: [
            ("Zacharias", SearchField.relative), ("kindermann", .relative), ("Potsdam", .address),
            ("Kastanienallee", .address), ("14467", .address), ("germany", .address), ("bees", .description),
            ("nuts", .food), ("ottilie", .howWeMet),
        ])
    func whatThePageShowsIsFoundWithTheReason(typed: String, field: SearchField) async throws {
        try await store.upsert([makeContact(1, Self.paula), makeContact(2, ["complete_name": "Other Person"])])
        #expect(try await found(typed) == [1])
        let part = try #require(try await reason(typed))
        #expect(part.field == field)
        #expect(part.ranges.map { part.text[$0].lowercased() } == [typed.lowercased()])
    }

    @Test func sectionsAreFoundOnceTheyAreThereAndNoMoreWithoutThem() async throws {
        try await store.upsert([makeContact(1, Self.paula)])
        let entries: [(ContactSection, [String: Any], String, SearchField)] = [
            (.gifts, ["id": 1, "name": "Telescope", "comment": "for the balcony"], "balcony", .gift),
            (.gifts, ["id": 1, "name": "Telescope", "url": "https://shop.example/lens"], "lens", .gift),
            (.activities, ["id": 2, "summary": "Sailing trip"], "sailing", .activity),
            (
                .activities,
                [
                    "id": 2, "summary": "Trip",
                    "attendees": ["contacts": [["id": 77, "complete_name": "Ursula Kern"]]],
                ], "ursula", .activity
            ),
            (
                .reminders,
                [
                    "id": 10, "title": "Renew the passport", "initial_date": "2027-01-15T00:00:00Z",
                    "frequency_type": "one_time",
                ], "passport", .reminder
            ),
            (.calls, ["id": 3, "content": "about the garden"], "garden", .call),
            (.tasks, ["id": 4, "title": "Return the ladder", "completed": false], "ladder", .task),
            (
                .debts, ["id": 5, "amount": 20, "reason": "theatre", "in_debt": "yes", "status": "inprogress"],
                "theatre", .debt
            ), (.pets, ["id": 6, "name": "Whiskers", "pet_category": ["id": 1, "name": "Cat"]], "whiskers", .pet),
            (.pets, ["id": 6, "pet_category": ["id": 1, "name": "Cat"]], "cat", .pet),
            (.pets, ["id": 6, "name": "Rex", "pet_category": ["id": 2, "name": "Small animal"]], "animal", .pet),
            (.lifeEvents, ["id": 7, "name": "Moved to Lisbon", "note": "by train"], "lisbon", .lifeEvent),
            (
                .lifeEvents, ["id": 7, "life_event_type": ["default_life_event_type_key": "new_job"]], "job",
                .lifeEvent
            ),
            (.lifeEvents, ["id": 7, "name": "Moved to Lisbon", "note": "by train"], "train", .lifeEvent),
            (
                .conversations,
                ["id": 8, "messages": [["content": "Hello"], ["content": "the violin"]]], "violin", .conversation
            ),
            (
                .conversations,
                ["id": 8, "messages": [["content": "the violin"]], "contact_field_type": ["name": "Signal"]],
                "signal", .conversation
            ), (.documents, ["id": 9, "original_filename": "lease.pdf"], "lease", .document),
        ]
        for (section, json, typed, field) in entries {
            #expect(try await found(typed).isEmpty)
            let copy = try JSONSerialization.data(withJSONObject: [json])
            try await store.store(SectionEntries(serverCopy: copy, count: 1), in: section, ofContact: 1)
            #expect(try await found(typed) == [1], "\(section)")
            #expect(try await reason(typed)?.field == field)
            try await store.remove([section], ofContact: 1)
            #expect(try await found(typed).isEmpty)
        }
    }

    @Test func theWordThatAPageShowsForTheServersOwnIsFound() async throws {
        try await store.upsert([makeContact(1, Self.paula)])
        let entries: [(ContactSection, [String: Any])] = [
            (.pets, ["id": 6, "name": "Rex", "pet_category": ["id": 2, "name": "Small animal"]]),
            (.lifeEvents, ["id": 7, "life_event_type": ["default_life_event_type_key": "new_job"]]),
        ]
        for (section, json) in entries {
            let copy = try JSONSerialization.data(withJSONObject: [json])
            try await store.store(SectionEntries(serverCopy: copy, count: 1), in: section, ofContact: 1)
        }
        let words = ShownWords(["small_animal": "Kleintier", "new_job": "Neue Tätigkeit", "dog": "Hund"])
        let found = [
            ("kleint", "Kleintier"), ("paula neue taetig", "Neue Tätigkeit"), ("animal", "Small animal"),
            ("job", "New job"),
        ]
        for (typed, text) in found {
            let part = try await store.search(typed, words: words).matches.first?.parts.last
            #expect(part?.text == text && part?.ranges.isEmpty == false, "\(typed)")
        }
        for typed in ["hund", "tier", "kleintier job x"] {
            #expect(try await store.search(typed, words: words).matches.isEmpty, "\(typed)")
        }
    }

    /// The page shows at most 300 entries of a section.
    @Test func theLastEntryOfALongSectionIsFound() async throws {
        try await store.upsert([makeContact(1, Self.paula)])
        let entries = (1...300).map {
            ["id": $0, "summary": "Trip \($0)", "description": "to place\($0)"] as [String: Any]
        }
        let copy = try JSONSerialization.data(withJSONObject: entries)
        try await store.store(SectionEntries(serverCopy: copy, count: 300), in: .activities, ofContact: 1)
        #expect(try await found("place300") == [1])
        #expect(try await reason("place300")?.field == .activity)
    }

    @Test(
        arguments: [
            ("Jörg Müller", ["joerg", "jorg", "jörg", "mueller", "muller", "MÜLLER", "joerg mueller", "Muell"]),
            ("Joerg Mueller", ["jörg", "müll", "muller"]),
            ("Måløy Ångström", ["maloy", "maaloy", "maaloey", "maloey", "aangstrom", "angstroem", "Måløy"]),
            ("Åse Ødegård", ["aase", "ase", "oedegaard", "odegard", "ödegård"]),
            ("Muehlbauer", ["Mühlbauer", "muhlb", "Muehlb"]), ("Schoenauer", ["Schönauer"]),
            ("Huettenbauer", ["Hüttenbauer"]), ("Kjærgaard", ["Kjærgård", "kjaergård", "kjärgaard"]),
            ("Søgaard", ["Soegård", "søgård"]), ("Oedegård", ["Ødegaard"]),
            ("Aase Oedegaard", ["åse", "ødegård", "odegard"]), ("Søren Kjær", ["soren", "soeren", "kjaer", "kjär"]),
            ("Weiß Straße", ["weiss", "weis", "strasse", "STRASSE"]), ("Weiss Strasse", ["weiß", "straße"]),
            ("Ａｄａ Ｌｏｖｅ", ["ada", "love"]), ("Ada", ["Ａｄａ"]), ("サクラ", ["さくら", "ｻｸﾗ"]), ("がく", ["ｶﾞｸ", "ガク"]),
            ("علي رضائي", ["علی", "رضایی"]), ("کیان", ["كيان"]), ("فاطمة", ["فاطمه"]), ("مصطفى", ["مصطفی", "مصطفي"]),
            ("أحمد", ["احمد", "ٱحمد"]), ("Goethe-Müller", ["göthe", "goethe-mueller"]),
        ])
    func theSameWordInAnotherSpellingIsFound(name: String, typed: [String]) async throws {
        try await store.upsert([
            makeContact(1, ["first_name": name, "complete_name": name]),
            makeContact(2, ["complete_name": "Zed Person", "description": name]),
        ])
        for words in typed {
            #expect(try await found(words) == [1, 2], "\(words)")
            #expect(try await reason(words)?.ranges.isEmpty == false, "\(words)")
        }
    }

    @Test func anotherSpellingAtTheBeginningOfANameComesFirst() async throws {
        try await store.upsert([
            makeContact(1, ["first_name": "Anna", "last_name": "Mueller", "complete_name": "Anna Mueller"]),
            makeContact(2, ["first_name": "Müller", "last_name": "Zoe", "complete_name": "Müller Zoe"]),
        ])
        #expect(try await store.search("mueller").matches.map(\.id) == [2, 1])
    }

    @Test(arguments: ["joe", "queen", "baur"])
    func thePlainVowelFindsNoOtherOne(typed: String) async throws {
        try await store.upsert([
            makeContact(1, ["complete_name": "John Quentin"]), makeContact(2, ["complete_name": "Jo Qune"]),
            makeContact(3, ["complete_name": "Lena Bauer"]),
        ])
        #expect(try await found(typed).isEmpty)
    }

    private func field(_ content: String, _ type: String?, _ name: String) -> [String: Any] {
        ["id": 1, "content": content, "contact_field_type": ["id": 1, "name": name, "type": type as Any? ?? NSNull()]]
    }

    @Test func theKindOfAFieldSaysWhatItIs() async throws {
        try await store.upsert([
            makeContact(1, ["contactFields": [field("https://social.example/@ida_p", nil, "Mastodon")]]),
            makeContact(2, ["contactFields": [field("ida_p@mail.example", "email", "Email")]]),
        ])
        let matches = try await store.search("ida_p").matches.sorted { $0.id < $1.id }
        #expect(matches.map { $0.parts.first?.field } == [.otherContact, .mail])
        #expect(matches.map { $0.parts.first?.label } == ["Mastodon", nil])
        #expect(matches.map { $0.parts.first?.text } == ["https://social.example/@ida_p", "ida_p@mail.example"])
    }

    @Test func typesAndLabelsInAPersonsOwnWordsAreFound() async throws {
        var mail = field("ida@mail.example", "email", "Email")
        mail["labels"] = [["type": "work", "label": "Work"], ["label": "Boat club"]]
        try await store.upsert([
            makeContact(1, ["contactFields": [field("@ida_p", nil, "Mastodon")]]),
            makeContact(2, ["contactFields": [mail]]),
        ])
        #expect(try await found("mastodon") == [1])
        #expect(try await reason("mastodon").map { [$0.field.rawValue, $0.text] } == ["other_contact", "Mastodon"])
        #expect(try await found("boat") == [2])
        #expect(try await reason("boat").map { [$0.field.rawValue, $0.text] } == ["mail", "Boat club"])
        #expect(try await found("email").isEmpty)
        #expect(try await found("work").isEmpty)
    }

    static let written = [
        "+49 30 5550–0144", "\u{202a}+49 30 5550 0144\u{202c}", "tel:+49-30-5550-0144", "+49 (30) 55500144",
        "＋４９　３０　５５５０　０１４４", "030 5550‑0144", "(030) 5550\u{2012}0144", "\u{2066}030 5550 0144\u{2069}",
        "030 / 5550 0144", "030 – 5550 0144",
    ]
    static let copied = [
        "\u{202a}tel:+493055500144\u{202c}", "<tel:+493055500144>", "tel：+493055500144", "Tel.: +49 30 5550 0144",
        "Telefon: +49 30 5550 0144", "Tél. : +49 30 5550 0144", "Móvil: +49 30 5550 0144", "Tel +49 30 5550 0144",
        "Tel.:+493055500144", "电话：+493055500144", "☎+49 30 5550 0144",
        "Phone: +49 30 5550 0144", "☎ +49 30 5550 0144", "+ 49 30 5550 0144", "＋４９ー３０ー５５５００１４４", "030ｰ55500144",
    ]

    @Test(arguments: copied)
    func aCopiedNumberIsFound(typed: String) async throws {
        try await store.upsert([makeContact(1, ["contactFields": [field("+49 30 5550 0144", "phone", "Phone")]])])
        #expect(try await found(typed) == [1])
    }

    /// The digit in front of a number of another area.
    @Test(arguments: [("1-415-555-0100", "(415) 555-0100"), ("8 912 345-67-89", "+7 912 345-67-89")])
    func aNumberOfAnotherAreaIsFound(typed: String, stored: String) async throws {
        try await store.upsert([makeContact(1, ["contactFields": [field(stored, "phone", "Phone")]])])
        #expect(try await found(typed) == [1])
    }

    @Test func aWordBeforeAColonAloneIsLookedFor() async throws {
        try await store.upsert([makeContact(1, ["contactFields": [field("+49 30 5550 0144", "phone", "Phone")]])])
        #expect(try await found("Bob: 12").isEmpty)
    }

    @Test(arguments: ["ジョン・スミス", "ｼﾞｮﾝ･ｽﾐｽ", "じょん すみす"], ["ジョン・スミス", "ｼﾞｮﾝ･ｽﾐｽ", "スミス"])
    func aJapaneseDotIsASpace(stored: String, typed: String) async throws {
        try await store.upsert([makeContact(1, ["first_name": stored])])
        #expect(try await found(typed) == [1])
    }

    @Test(arguments: written, written)
    func aNumberIsFoundHoweverItIsWritten(stored: String, typed: String) async throws {
        // A number without the country's code is that of several countries.
        if !stored.contains("49"), !stored.contains("４９"), typed.contains("49") || typed.contains("４９") {
            try await store.upsert([makeContact(1, ["contactFields": [field(stored, "phone", "Phone")]])])
            #expect(try await found(typed) == [1])
            return
        }
        try await store.upsert([makeContact(1, ["contactFields": [field(stored, "phone", "Phone")]])])
        #expect(try await found(typed) == [1])
        #expect(try await reason(typed)?.field == .phone)
    }

    @Test(arguments: ["030 5550100 / 0171 5550101", "030 5550100, 0171 5550101", "030 5550100 or 0171 5550101"])
    func eachOfTwoNumbersIsFound(stored: String) async throws {
        try await store.upsert([makeContact(1, ["contactFields": [field(stored, "phone", "Phone")]])])
        for typed in ["0305550100", "01715550101", "5550101", "+49 171 5550101", "0305550100 01715550101"] {
            #expect(try await found(typed) == [1], "\(typed)")
        }
        #expect(try await found("01000171").isEmpty)
    }

    @Test func wordsAndNumbersOfOtherKindsAreFound() async throws {
        try await store.upsert([
            makeContact(1, ["contactFields": [field("1-800-FLOWERS", "phone", "Phone")]]),
            makeContact(2, ["contactFields": [field("+1 555 0100", nil, "WhatsApp")]]),
        ])
        #expect(try await found("flowers") == [1])
        #expect(try await found("15550100") == [2])
        #expect(try await found("1-555-0100") == [2])
    }
}
