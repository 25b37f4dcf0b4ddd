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
}
