import Model
import Testing

struct PhoneNumberTests {
    private static let dashes = (0x2010...0x2015).compactMap(Unicode.Scalar.init).map { "+49 30 5550\($0)0144" }
    private static let marks = ([0x200e, 0x200f, 0x61c, 0xfeff, 0xad] + [0x202a...0x202e, 0x2066...0x2069].joined())
        .compactMap(Unicode.Scalar.init).map { "+49\($0) 30 5550 0144\($0)" }
    private static let others = [
        "tel:+49-30-5550-0144", "TEL:+493055500144", "Tel.: +49 30 55500144", "☎ +49 30 55500144",
        "+49 (30) 5550-0144", "+49 (0)30 5550 0144", "+49\u{a0}30\u{202f}5550−0144", "[+49] {30} 5550 0144",
        "＋４９（３０）５５５０－０１４４", "+٤٩ ٣٠ ٥٥٥٠ ٠١٤٤", "+49.30.5550.0144", "+49 30 / 5550 0144", "+49 (0) 30 5550 0144",
        "+49 30 5550 0144 (work)", "+49 30 5550 0144 ext. 12", "+49 30 5550 0144x12", "+49 30 5550 0144;ext=12",
    ]

    @Test(arguments: dashes + marks + others)
    func itIsThePlainOneHoweverItIsWritten(text: String) {
        #expect(PhoneNumber.dialled(text) == "+493055500144")
    }

    @Test(
        arguments: [
            ("+1 555 0100 / +1 555 0101", ["+15550100", "+15550101"]),
            ("030 5550100 / 0171 5550101", ["0305550100", "01715550101"]),
            ("5550100, 5550101", ["5550100", "5550101"]),
            ("5550100 or 5550101", ["5550100", "5550101"]), ("5550100 oder 5550101", ["5550100", "5550101"]),
            ("555-0100/555-0101", ["5550100", "5550101"]), ("5550100; 5550101", ["5550100", "5550101"]),
            ("5550100 | 5550101", ["5550100", "5550101"]), ("5550100 & 5550101", ["5550100", "5550101"]),
            ("5550100\n5550101", ["5550100", "5550101"]), ("+1 555 0100 +1 555 0101", ["+15550100", "+15550101"]),
            ("5550100（または5550101）", ["5550100", "5550101"]), ("5550100、5550101", ["5550100", "5550101"]),
            ("home 5550100, work 5550101", ["5550100", "5550101"]),
            ("030 12345 / 030 12346", ["03012345", "03012346"]),
            ("5550100 - 5550101", ["5550100", "5550101"]),
            ("0171 / 5550199 / 0172 5550198", ["01715550199", "01725550198"]),
        ])
    func twoAreTwo(text: String, numbers: [String]) {
        #expect(PhoneNumber.numbers(in: text).map { ($0.hasPlus ? "+" : "") + $0.text } == numbers)
        #expect(PhoneNumber.dialled(text) == numbers.first)
    }

    @Test(
        arguments: [
            ("4321 / 4322", ["4321", "4322"]), ("4321/4322", ["4321", "4322"]), ("112 / 110", ["112", "110"]),
            ("112 or 110", ["112", "110"]), ("112, 110", ["112", "110"]), ("15 / 17 / 18", ["15", "17", "18"]),
            ("112 / 0171 5550101", ["112", "01715550101"]), ("112 / +49 171 5550101", ["112", "+491715550101"]),
            ("030 / +49 171 5550101", ["030", "+491715550101"]), ("4321 / 5550100", ["4321", "5550100"]),
            ("(4321) / (4322)", ["4321", "4322"]), ("(work) 4321 / (home) 4322", ["4321", "4322"]),
            ("(work)4321 / (home)4322", ["4321", "4322"]), ("(work 4321) / (home 4322)", ["4321", "4322"]),
        ])
    func twoShortOnesAreTwo(text: String, numbers: [String]) {
        #expect(PhoneNumber.numbers(in: text).map { ($0.hasPlus ? "+" : "") + $0.text } == numbers)
        #expect(PhoneNumber.dialled(text) == numbers.first)
    }

    @Test(arguments: [
        ("030 / 5550144", "0305550144"), ("030/5550144", "0305550144"), ("0171/555 01 99", "01715550199"),
        ("+49 171 / 5550199", "+491715550199"), ("(212) / 555-0100", "2125550100"), ("030 - 5550144", "0305550144"),
        ("033203 / 12345", "03320312345"), ("[212]/555-0100", "2125550100"), ("0475/05.12.34", "0475051234"),
        ("+49 / 30 5550144", "+49305550144"),
    ])
    func aSlashBehindAnAreaCodePartsNothing(text: String, number: String) {
        #expect(PhoneNumber.dialled(text) == number)
    }

    @Test(arguments: [
        "", "call me", "*#06#", "＊＃06＃", "1-800-FLOWERS", "5550100or5550101", "12:30",
        String(repeating: "5", count: 40),
    ])
    func whatIsNoNumberIsNotDialled(text: String) {
        #expect(PhoneNumber.dialled(text) == nil)
    }

    @Test func digitsSayWhereTheyStand() throws {
        let text = "☎ ０30-1"
        let number = try #require(PhoneNumber.numbers(in: text).first)
        #expect(number.digits.map { text[$0.index] } == ["０", "3", "0", "1"])
    }
}
