import Testing

@testable import Gtk

/// Where the letters beside a list stand.
@Suite struct LetterPlacesTests {
    private let sections = [
        ListSection(letter: "A", start: 0), ListSection(letter: "B", start: 1), ListSection(letter: "C", start: 100),
    ]

    /// With rows of 60 pixels, of which ten are on the screen, and letters of 16 pixels.
    private func places(at position: Double) -> [String] {
        LetterPlaces(rowHeight: 60, letterHeight: 16, position: position, pageHeight: 600).places(of: sections)
            .map { "\($0.letter) \(Int($0.y))" }
    }

    @Test func aLetterStandsAtTheFirstRowOfItsSection() {
        #expect(places(at: 0) == ["A 8", "B 68"])
        #expect(places(at: 5_700) == ["B 8", "C 308"])
    }

    @Test func inALongRunItStaysInSight() {
        #expect(places(at: 60) == ["B 8"])
        #expect(places(at: 3_333) == ["B 8"])
        #expect(places(at: 100_000) == ["C 8"])
    }

    @Test func theNextLetterPushesItAway() {
        // C comes to 30 below the top, where the resting letter is done 26 below it.
        #expect(places(at: 5_978) == ["B 8", "C 30"])
        #expect(places(at: 5_990) == ["B 0", "C 18"])
        #expect(places(at: 6_000) == ["C 8"])
        #expect(places(at: 6_001) == ["C 8"])
    }

    @Test func aListWithoutLettersOrRowsHasNone() {
        #expect(LetterPlaces(rowHeight: 60, letterHeight: 16, position: 0, pageHeight: 600).places(of: []).isEmpty)
        #expect(
            LetterPlaces(rowHeight: 0, letterHeight: 16, position: 0, pageHeight: 600).places(of: sections).isEmpty)
    }
}
