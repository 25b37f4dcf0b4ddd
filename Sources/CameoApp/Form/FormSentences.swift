import Contacts
import Foundation
import Model

nonisolated extension FormIssue {
    /// The text of the mistake for a person.
    func sentence(locale: Locale = .ofDates) -> String {
        switch self {
        case .noName: tr("No name")
        case .tooLong(let limit): trn("At most %d character.", "At most %d characters.", limit)
        case .beyondEntry: tr("Too long to edit here: open it on the server")
        case .noAt: tr("This address needs an @.")
        case .noSuchDay(let day, let month, let year):
            tr("There is no %1$s.", Self.day(day, month, year, locale))
        case .incompleteDate(true): tr("Enter the day and month, or choose Approximate Age.")
        case .incompleteDate(false): tr("Enter the day and month.")
        case .leapDayWithoutYear: tr("29 February needs a year.")
        case .wrongAge(let most): tr("Enter an age from %1$s to %2$s.", "0", "\(most)")
        case .noDate: tr("Enter a date such as %1$s.", Self.day(4, 5, 1984, locale))
        case .ahead: tr("A call can’t be in the future.")
        case .noText: tr("Enter a text.")
        case .noAmount: tr("Enter an amount such as %1$s.", EntryAmount.text("12.50", locale: locale))
        case .unknownCountry(let name): tr("There is no country %1$s.", PlainText.line(name, atMost: 80))
        case .tagWithoutLetter: tr("A tag needs a letter.")
        case .unknownPerson: tr("Choose one of your contacts.")
        case .noKind: tr("Choose a kind of relationship.")
        case .lastLabel: tr("The server can’t remove the last label.")
        case .waiting(let sentence): sentence
        }
    }

    /// The text of a day that does not exist, in the person's format.
    private static func day(_ day: Int, _ month: Int, _ year: Int?, _ locale: Locale) -> String {
        let template = year == nil ? "MMMMd" : "yMMMMd"
        let format = DateFormatter.dateFormat(fromTemplate: template, options: 0, locale: locale) ?? "d MMMM y"
        var calendar = Calendar(identifier: .gregorian)
        calendar.locale = locale
        let months = calendar.monthSymbols
        var words = ""
        var isQuoted = false
        var last: Character?
        for letter in format {
            defer { last = letter }
            switch letter {
            case "'": isQuoted.toggle()
            case "d" where !isQuoted: words += letter == last ? "" : day.formatted(.number.locale(locale))
            case "M" where !isQuoted, "L" where !isQuoted:
                words += letter == last || !months.indices.contains(month - 1) ? "" : months[month - 1]
            case "y" where !isQuoted:
                words += letter == last ? "" : (year ?? 0).formatted(.number.grouping(.never).locale(locale))
            default: words.append(letter)
            }
        }
        return words
    }
}

nonisolated extension FormWarning {
    var sentence: String {
        switch self {
        case .leavesOut: tr("Too many to edit here: the others stay as they are")
        case .replacesWhereMet: tr("The server may lose where you met when you save.")
        case .removesPerson(let name):
            tr("%1$s has no other relationship and will be deleted as well.", PlainText.line(name))
        }
    }
}

nonisolated extension ContactKey {
    /// The label of a value in a form.
    var label: String {
        switch self {
        case .firstName: tr("_First Name")
        case .lastName: tr("_Last Name")
        case .nickname: tr("_Nickname")
        case .gender: tr("_Gender")
        case .description: tr("Desc_ription")
        case .birthday: tr("_Birthday")
        case .death: tr("Has Died")
        case .job: tr("_Job")
        case .company: tr("Compan_y")
        case .food: tr("F_ood Preferences")
        case .metOn: tr("First _Met")
        case .metWhere: tr("Where You Met")
        case .metThrough: tr("_Introduced By")
        case .metStory: tr("_How You Met")
        }
    }
}

/// A day in words, as it stands below the fields that it is typed in.
nonisolated enum DayMeaning {
    /// The words for a day. A birthday has the age, other days have none.
    static func text(_ day: ContactDay, of key: ContactKey, now: Date = .now, locale: Locale = .ofDates) -> String? {
        let special: SpecialDate? =
            switch day {
            case .date(let year, let month, let day):
                CivilDay(year: year, month: month, day: day).map { SpecialDate(date: $0.midnight) }
            case .monthDay(let month, let day):
                CivilDay(year: 2000, month: month, day: day).map { SpecialDate(date: $0.midnight, isYearUnknown: true) }
            case .year(let year):
                CivilDay(year: year, month: 1, day: 1).map { SpecialDate(date: $0.midnight, isAgeBased: true) }
            }
        let text = special.map { DateText($0, now: now, locale: locale) }
        return key == .birthday ? text?.withAge : text?.date
    }
}
