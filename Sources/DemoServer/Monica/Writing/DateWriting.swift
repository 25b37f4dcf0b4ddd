// The three days of a contact, and the yearly reminders that come with them.
extension Write {
    /// A day as a request names it.
    private struct Day {
        var isAgeBased: Bool
        var day: Int?
        var month: Int?
        var year: Int?
        var age: Int?
        var wantsReminder: Bool
    }

    /// Removes all parts that the request leaves out, the reminder too.
    mutating func setBirthday(_ id: Int) throws(Refusal) {
        let isKnown = input.bool("is_birthdate_known") == true
        let wanted = day("birthdate_")
        let missing = missing(wanted, isKnown: isKnown)
        guard missing.isEmpty else { throw Refusal(.invalid(missing.map { "The \($0) field is required." })) }
        if let old = account.person(id)?.birthdayReminder { account.remove(ReminderResource.self, old) }
        edit(id) {
            $0.birthdayReminder = nil
            $0.birthdate = nil
        }
        guard isKnown else { return }
        let date = try date(wanted)
        edit(id) { $0.birthdate = date }
        touch(id)
        guard wanted.wantsReminder, !wanted.isAgeBased, let person = account.person(id) else { return }
        let title =
            person.isDead
            ? "On this date, \(person.firstName) would have celebrated their birthday"
            : "Wish happy birthday to \(person.firstName)"
        let reminder = addReminder(title, date.date, to: id, isDeletable: false)
        edit(id) { $0.birthdayReminder = reminder }
    }

    mutating func setDeath(_ id: Int) throws(Refusal) {
        guard input.has("is_deceased") else {
            throw Refusal(.exception("Undefined array key \"is_deceased\"", status: 500, for: request))
        }
        guard let isDead = input.bool("is_deceased") else {
            throw Refusal(.invalid(["The is deceased field is required."]))
        }
        if let old = account.person(id)?.deathReminder { account.remove(ReminderResource.self, old) }
        edit(id) {
            $0.isDead = isDead
            $0.deathReminder = nil
            $0.deceasedDate = nil
        }
        guard isDead, input.bool("is_deceased_date_known") == true else { return }
        let wanted = day("deceased_date_")
        for (position, name, value) in [(3, "month", wanted.month), (4, "day", wanted.day)] where value == nil {
            let message = """
                App\\Models\\Contact\\Contact::setSpecialDate(): Argument #\(position) ($\(name)) must be of type int, null \
                given, called in /var/www/monica/app/Services/Contact/Contact/UpdateDeceasedInformation.php on line 118
                """
            throw Refusal(.exception(message, status: 500, for: request))
        }
        let date = try date(wanted)
        edit(id) { $0.deceasedDate = date }
        touch(id)
        guard wanted.wantsReminder, let name = account.person(id)?.firstName else { return }
        let reminder = addReminder("Anniversary of the death of \(name)", date.date, to: id, isDeletable: true)
        edit(id) { $0.deathReminder = reminder }
    }

    /// Sets how the contact was met. The introducer is saved before the other values are checked.
    mutating func setMeeting(_ id: Int) throws(Refusal) {
        let isKnown = input.bool("is_date_known") == true
        let wanted = day("")
        let through = input.int("met_through_contact_id")
        let old = account.person(id)?.meetingReminder
        edit(id) {
            $0.howMet = $0.howMet ?? Person.HowMet()
            $0.howMet?.through = through
            $0.meetingReminder = nil
        }
        if let old { account.remove(ReminderResource.self, old) }
        var date: Person.PersonDate?
        if isKnown {
            guard wanted.isAgeBased || input.has("year") else {
                throw Refusal(.exception("Undefined array key \"year\"", status: 500, for: request))
            }
            date = try self.date(wanted)
            touch(id)
        }
        let input = input
        edit(id) {
            $0.howMet?.date = date
            $0.howMet?.general = input.string("general_information")
            $0.howMet?.place = input.string("where")
        }
        guard let date, wanted.wantsReminder, !wanted.isAgeBased else { return }
        let title = "Anniversary of the day you first met"
        let reminder = addReminder(title, date.date, to: id, isDeletable: false)
        edit(id) { $0.meetingReminder = reminder }
    }

    /// The required parts of the day of an introduction that were not sent.
    var missingPartsOfMeeting: [String] {
        missing(day(""), isKnown: input.bool("is_date_known") == true)
    }
}

extension Write {
    private func day(_ prefix: String) -> Day {
        Day(
            isAgeBased: input.bool(prefix + "is_age_based") == true, day: input.int(prefix + "day"),
            month: input.int(prefix + "month"), year: input.int(prefix + "year"), age: input.int(prefix + "age"),
            wantsReminder: input.bool(prefix + "add_reminder") == true)
    }

    private func missing(_ day: Day, isKnown: Bool) -> [String] {
        guard isKnown else { return [] }
        var missing: [String] = []
        if day.isAgeBased {
            if day.age == nil { missing.append("age") }
        } else {
            if day.day == nil { missing.append("day") }
            if day.month == nil { missing.append("month") }
        }
        return missing
    }

    /// Days that do not exist run into the next month, months into the next year; without a year it is this one.
    private func date(_ wanted: Day) throws(Refusal) -> Person.PersonDate {
        let thisYear = now.civil.year
        if wanted.isAgeBased {
            let age = min(max(wanted.age ?? 0, -7_000), thisYear)
            return Person.PersonDate(date: Timestamp(year: thisYear - age, month: 1, day: 1), isAgeBased: true)
        }
        let known = wanted.year.flatMap { $0 == 0 ? nil : $0 }
        let (month, day) = (wanted.month ?? 1, wanted.day ?? 1)
        for (name, value, greatest) in [("year", known ?? thisYear, 9_999), ("month", month, 99), ("day", day, 99)]
        where !(0...greatest).contains(value) {
            let message = "\(name) must be between 0 and \(greatest), \(value) given"
            throw Refusal(.exception(message, status: 500, for: request))
        }
        let months = (known ?? thisYear) * 12 + month - 1
        let first = Timestamp(year: months / 12, month: months % 12 + 1, day: 1)
        return Person.PersonDate(date: first.adding(days: day - 1), isYearUnknown: known == nil)
    }

    private mutating func addReminder(_ title: String, _ date: Timestamp, to id: Int, isDeletable: Bool) -> Int {
        let uuid = uuid(.reminder)
        let number = account.newID(ReminderResource.self)
        account.store(
            ReminderResource(
                id: number, uuid: uuid, contact: id, title: title, frequency: "year", date: date,
                isDeletable: isDeletable, created: now, updated: now))
        return number
    }
}
