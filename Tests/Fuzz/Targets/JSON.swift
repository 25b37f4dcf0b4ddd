import Foundation
import Model
import Network

@testable import Contacts
@testable import Monica

/// 2026-11-22, noon.
private let now = Date(timeIntervalSince1970: 1_795_348_800)
private let server = try? ServerAddress("https://monica.example.org/contacts")

func fuzzJSON(_ bytes: Data) {
    if let contact = try? Contact(json: bytes) { look(at: contact) }
    if let page = try? ContactPage(parsing: bytes, atMost: 10) {
        promise(page.contacts.count + page.unreadable <= 10, "more contacts than were asked for")
        look(at: page.page, page.lastPage, page.total)
        page.contacts.forEach(look)
    }
    if let page = try? ListPage(bytes, atMost: 10, SectionEntry.init) {
        let entries = SectionEntries(objects: page.entries.map(\.copy))
        promise(entries.count == page.entries.count || entries.serverCopy.count > 1 << 20, "an entry that was lost")
        look(
            at: ContactSections(
                json: Dictionary(uniqueKeysWithValues: ContactSection.allCases.map { ($0, entries.serverCopy) })))
    }
    if let page = try? ListPage(bytes, atMost: 10, Photo.init) { look(at: page.page, page.lastPage, page.total) }
    if let page = try? ListPage(bytes, atMost: 10, { $0.contactReminder }) {
        for reminder in page.entries { look(at: reminder.reminder) }
    }
    _ = try? User(parsing: bytes)
    if let contact = MonicaContact(json: bytes) { look(at: contact) }
    tryStoredForms(bytes)
    if let object = JSONObject(parsing: bytes) {
        if let reminder = MonicaPart(object, .reminder, of: RemoteID("1")) { _ = reminder.madeOf([:]) }
        _ = object.relationshipTypeChoice(groups: [:])
    }
    for status in [200, 401, 404, 422, 429] {
        guard let server else { return }
        let answer = HTTPResponse(status: status, url: server.url, headers: [:], body: bytes)
        _ = answer.isLaravelUnauthenticated
        // The target tests the errors that this call throws.
        try? answer.checkSuccess()
        for method in [HTTPRequest.Method.get, .put] { _ = RequestFailure(answer, to: method) }
    }
}

/// Sums and products of a page's numbers must not overflow.
private func look(at page: Int, _ lastPage: Int, _ total: Int) {
    promise(page > 0 && lastPage > 0 && total >= 0, "a page without a number")
    _ = (total - (page - 1) * 100 + 99) / 100 + lastPage * 100
}

private func look(at contact: Contact) {
    promise(contact.id > 0, "a contact without a number")
    promise(contact.serverCopy.count > 0, "a contact without its bytes")
    promise(contact.displayName.unicodeScalars.allSatisfy { $0.value >= 0x20 }, "a name of several lines")
    _ = contact.stayInTouchDue
    for date in [contact.birthdate, contact.deceasedDate, contact.howYouMet?.date].compactMap({ $0 }) {
        promise((1...12).contains(date.month) && (1...31).contains(date.day), "a day of no month")
        promise((date.age(at: now)?.count ?? 0) >= 0, "an age below nought")
    }
    for link in contact.contactFields.compactMap(\.link) {
        let scheme = link.scheme?.lowercased() ?? ""
        promise(!["file", "javascript", "data", "about", "vbscript", ""].contains(scheme), "a link to \(scheme)")
    }
    if let server { _ = contact.avatar.avatarURL(server: server) }
    promise(contact.avatar.withoutInlineData.withoutInlineData == contact.avatar.withoutInlineData, "another digest")
    if let page = server.flatMap({ MonicaKind().page(of: contact, on: $0) }) {
        promise(Origin(page) == server?.origin, "a page of another server")
    }
    // The program reads stored data again.
    promise((try? Contact(json: contact.serverCopy)) == contact, "a contact that reads differently")
}

private func look(at contact: MonicaContact) {
    promise(contact.id.path("contacts") != nil, "a contact without a number")
    promise(MonicaContact(json: contact.copy) == contact, "a contact that reads differently")
    for day in contact.values.values.compactMap(\.remindableDay) {
        guard case .date(_, let month, let day) = day else { continue }
        promise((1...12).contains(month) && (1...31).contains(day), "a day of no month")
    }
    let planner = MonicaPlanner(year: 2_026)
    var parts = PartBook()
    guard let view = planner.view(copy: contact.copy, parts: &parts, names: NoNames()) else {
        return promise(false, "a contact that no view shows")
    }
    var again = parts
    promise(planner.view(copy: contact.copy, parts: &again, names: NoNames()) == view, "a view that reads differently")
    promise(again == parts, "a part with two numbers")
}

private struct NoNames: ContactNames {
    func remote(of id: ContactID) -> RemoteID? { nil }
    func local(of remote: RemoteID) -> ContactID? { nil }
}

/// Rows of a damaged database.
private func tryStoredForms(_ bytes: Data) {
    let text = String(decoding: bytes, as: UTF8.self)
    if let slot = Slot(stored: text) { promise(Slot(stored: slot.stored) == slot, "a slot that reads differently") }
    if let change: PendingChange = try? StoredForm.value(of: text) { promiseAgain(change) }
    if let attempt: Attempt = try? StoredForm.value(of: text) { promiseAgain(attempt) }
    if let states: [SlotState] = try? StoredForm.value(of: text) { promiseAgain(states) }
}

private func promiseAgain<Value: Codable & Equatable>(_ value: Value) {
    let text = try? StoredForm(value: value).text()
    let again: Value? = text.flatMap { try? StoredForm.value(of: $0) }
    promise(again == value, "a row that reads differently")
}

private func look(at sections: ContactSections) {
    sections.reminders.forEach(look)
}

private func look(at reminder: Reminder) {
    if let next = reminder.nextDate(at: now) { promise(next >= now - 2 * 86_400, "a day that is past") }
}
