import Foundation
import GRDB
import Model
import Network
import Testing

@testable import Contacts

/// The choices of forms are read once a day, and when a person asks for news.
@MainActor
@Suite struct FormChoicesRefreshTests {
    private let monica = FakeMonica(contacts: 1)
    private let store: ContactStore
    private let lists = [
        "relationshiptypegroups?page=1&limit=100", "genders?page=1&limit=100", "contactfieldtypes?page=1&limit=100",
        "relationshiptypes?page=1&limit=100",
    ]

    init() throws {
        store = try ContactStore.inMemory()
        answer(gender: "Man")
    }

    private func answer(gender: String) {
        monica.misbehave = { request in
            let entries =
                request.hasPrefix("genders")
                ? #"{"id":1,"name":"\#(gender)","type":"M"},{"id":1,"name":"Twice"},{"id":0,"name":"None"},7,{"id":3}"#
                : ""
            return (200, #"{"data":[\#(entries)],"meta":{"current_page":1,"last_page":1,"total":1}}"#)
        }
    }

    private func refresh(after days: Double = 0, notBefore oldest: Date? = nil) async throws {
        let now = Date.now.addingTimeInterval(days * 86_400)
        try await SeldomRefresh(server: monica.client(), store: store) { _ in }
            .formChoices(now: now, notBefore: oldest)
    }

    @Test func theyAreReadAnewForAPersonWhoAsksForNews() async throws {
        try await refresh()
        try await refresh(notBefore: .now.addingTimeInterval(-600))
        #expect(monica.requests == lists)
        try await refresh(after: 0.5, notBefore: .now.addingTimeInterval(0.4 * 86_400))
        #expect(monica.requests == lists + lists)
    }

    @Test func theyAreReadOnceADay() async throws {
        #expect(try await store.formChoices() == nil)
        try await refresh()
        #expect(monica.requests == lists)
        let man = GenderChoice(id: RemoteID("1"), title: "Man", type: .man)
        #expect(try await store.formChoices()?.genders == [man])
        answer(gender: "Male")
        try await refresh(after: 0.9)
        #expect(monica.requests == lists)
        try await refresh(after: 1.1)
        #expect(monica.requests == lists + lists)
        #expect(try await store.formChoices()?.genders.map(\.title) == ["Male"])
    }

    @Test func aClockThatWasSetBackMakesNothingFresh() async throws {
        try await refresh()
        try await refresh(after: -1)
        #expect(monica.requests.count == 2 * lists.count)
    }

    @Test func whatDoesNotComeLeavesWhatWasStored() async throws {
        try await refresh()
        monica.misbehave = { $0.hasPrefix("relationshiptypes?") ? (500, "{}") : (200, #"{"data":[]}"#) }
        await #expect(throws: ServerError.self) { try await refresh(after: 8) }
        #expect(try await store.formChoices()?.genders.map(\.title) == ["Man"])
    }

    @Test func whatCannotBeReadIsAskedForAgain() async throws {
        try await refresh()
        try await store.write { try $0.execute(sql: "UPDATE form_choices SET choices = x'00'") }
        #expect(try await store.formChoices() == nil)
        try await refresh()
        #expect(try await store.formChoices() != nil)
    }

    @Test func aServerThatNeverEndsIsLeft() async throws {
        monica.misbehave = { _ in (200, #"{"data":[],"meta":{"last_page":100000}}"#) }
        try await refresh()
        #expect(monica.requests.count == 4 * 5)
    }
}
