/// Makes one person of an address book, always the same for the same seed and id.
struct PersonMaker {
    static let colours = [
        "#fdb660", "#93521e", "#bd5067", "#b3d5fe", "#ff9807", "#709512", "#5f479a", "#e5e5cd",
    ]
    static let alphanumerics = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")

    private let book: AddressBook
    private let id: Int

    init(book: AddressBook, id: Int) {
        self.book = book
        self.id = id
    }

    func make() -> Person {
        let household = Household(book: book, member: id)
        let culture = household.culture
        var identity = random(.identity)
        var name = NameMaker(book: book, id: id).make(household)
        let age = household.age
        if book.isPartial(id) { name.nickname = nil }
        let made = book.created(id)
        var person = Person(
            id: id, uuid: Identifiers.uuid(of: id, kind: .contact, seed: book.seed),
            hashID: "h:" + identity.characters(Self.alphanumerics, count: 18),
            firstName: name.first, middleName: name.middle, lastName: name.last, nickname: name.nickname,
            gender: household.gender, genderID: household.gender?.number, avatar: .initials,
            initialsDrawn: book.updated(id), colour: identity.pick(Self.colours),
            created: made, updated: book.updated(id), culture: culture, age: age)
        person.isPartial = book.isPartial(id)
        person.isActive = !book.isArchived(id)
        person.isMe = id == 1
        addDates(&person)
        if book.hasBirthday(id) {
            person.birthdayReminder = Detail.number(contact: id, index: 0)
        }
        guard !person.isPartial else { return person }
        person.isStarred = id == 1 || identity.chance(0.06)
        addWork(&person)
        addAcquaintance(&person)
        person.avatar = book.avatar(of: id)
        person.portrait = book.hasPortrait(id) ? 0 : nil
        person.isPhotoBroken = book.isPhotoBroken(ofContact: id)
        let calls = book.count(of: .calls, contact: id)
        person.lastCalled = calls > 0 ? book.entered(.calls, contact: id, index: 0).midnight : nil
        return person
    }
}

extension PersonMaker {
    private func random(_ purpose: Random.Purpose) -> Random {
        Random(book.seed, id, purpose)
    }

    private func addDates(_ person: inout Person) {
        var random = random(.life)
        let year = book.today.civil.year
        let birth = Timestamp(year: year - person.age, month: 1, day: 1).adding(days: random.integer(0...364))
        switch random.unit() {
        case ..<0.5: person.birthdate = Person.PersonDate(date: birth)
        case ..<0.62:
            // The day alone is known: the server puts the year of entry before it.
            let (_, month, day) = birth.civil
            let entered = Timestamp(year: person.created.civil.year, month: month, day: day)
            person.birthdate = Person.PersonDate(date: entered, isYearUnknown: true)
        case ..<0.68:
            let reckoned = Timestamp(year: year - person.age, month: 1, day: 1)
            person.birthdate = Person.PersonDate(date: reckoned, isAgeBased: true)
        default: break
        }
        guard person.age > 60 ? random.chance(0.12) : random.chance(0.01), !person.isMe else { return }
        person.isDead = true
        if random.chance(0.7) {
            let day = book.today.adding(days: -random.integer(30...3_000))
            person.deceasedDate = Person.PersonDate(date: max(day, birth.adding(days: 400)))
        }
    }

    private func addWork(_ person: inout Person) {
        var random = random(.work)
        guard person.age >= 19 else { return }
        if random.chance(0.72) { person.job = person.age > 68 ? "Retired" : random.pick(Vocabulary.jobs) }
        if person.job != "Retired", random.chance(0.55) { person.company = random.pick(Vocabulary.companies) }
        if random.chance(0.06) { person.description = random.pick(Vocabulary.descriptions) }
    }

    private func addAcquaintance(_ person: inout Person) {
        var random = random(.howMet)
        if random.chance(0.15) { person.foodPreferences = random.pick(Vocabulary.foods) }
        if random.chance(0.2) {
            let frequency = random.pick([7, 14, 30, 30, 90, 180])
            person.stayInTouchFrequency = frequency
            person.stayInTouchDate = Timestamp(
                seconds: book.today.adding(days: random.integer(1...frequency)).seconds + 8 * 3600)
        }
        guard random.chance(0.3), !person.isMe else { return }
        var met = Person.HowMet(general: random.pick(Vocabulary.meetings))
        if random.chance(0.6) {
            met.date = Person.PersonDate(date: book.today.adding(days: -random.integer(200...5_000)))
        }
        if random.chance(0.25), book.count > 1 {
            let other = random.integer(1...book.count)
            met.through = other == id ? nil : other
        }
        person.howMet = met
    }
}

extension AddressBook {
    /// Whether the day of birth is known, with or without its year: then there is a reminder of it.
    func hasBirthday(_ id: Int) -> Bool {
        guard ids?.contains(id) == true, !isPartial(id) else { return false }
        var random = Random(seed, id, .life)
        // The first draw is the day.
        _ = random.next()
        return random.unit() < 0.62
    }

    /// Whether the book invents a portrait besides the album's photos. The portrait is the avatar.
    func hasPortrait(_ id: Int) -> Bool {
        guard id != 1, !isPartial(id) else { return id == 1 }
        var random = Random(seed, id, .avatar)
        return random.unit() < 0.45
    }

    /// Without the rest of the person.
    func avatar(of id: Int) -> Person.Avatar {
        guard !isPartial(id) else { return .initials }
        guard !hasPortrait(id) else { return .photo(Detail.number(contact: id, index: 0)) }
        var random = Random(seed, id, .avatar)
        switch random.unit() {
        case ..<0.55: return .adorable
        case ..<0.59: return hasGravatars ? .gravatar : .initials
        case ..<0.595: return .photo(Detail.number(contact: id, index: 0))
        case ..<0.61: return .initialsWithoutURL
        default: return .initials
        }
    }
}
