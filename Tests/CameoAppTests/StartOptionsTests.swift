import Testing

@testable import CameoApp

/// Options of the command line.
@MainActor
struct StartOptionsTests {
    private func parse(_ words: String...) throws(StartOptions.Mistake) -> StartOptions {
        try StartOptions(parsing: ["cameo"] + words)
    }

    @Test func startsWithTheAccountWhenNothingIsSaid() throws {
        let options = try parse()
        #expect(options.demo == nil)
        #expect(!options.isService)
        #expect(!options.showsVersion)
    }

    @Test func takesTheNumberOfADemoWhichMayBeLeftOut() throws {
        #expect(try parse("--demo").demo == 500)
        #expect(try parse("--demo=7").demo == 7)
        #expect(try parse("--demo", "7").demo == 7)
        #expect(try parse("--demo=0").demo == 0)
        #expect(try parse("--demo=100000").demo == 100_000)
        #expect(try parse("--demo=3", "--demo=4").demo == 4)
    }

    @Test func knowsTheDesktopsOwnStart() throws {
        #expect(try parse("--gapplication-service").isService)
        #expect(try parse("--version").showsVersion)
    }

    @Test func takesLinks() throws {
        let links = ["cameo://contact/7", "https://monica.example/people/h:x"]
        #expect(try parse(links[0], links[1]).links == links)
        #expect(throws: StartOptions.Mistake.self) { try parse("cameo:7") }
    }

    @Test(arguments: ["100001", "-1", "seven", "7.5", "99999999999999999999", "7 "])
    func refusesADemoOfNoNumber(size: String) {
        #expect(throws: StartOptions.Mistake(text: "“--demo” takes a number from 0 to 100000")) {
            try parse("--demo=\(size)")
        }
    }

    @Test func refusesWhatItDoesNotKnow() {
        #expect(throws: StartOptions.Mistake(text: "Unexpected argument “ada”")) { try parse("--version", "ada") }
        #expect(throws: StartOptions.Mistake.self) { try parse("--", "--demo") }
        #expect(throws: StartOptions.Mistake.self) { try parse("--nothing") }
        #expect(throws: StartOptions.Mistake.self) { try parse("-x") }
    }
}
