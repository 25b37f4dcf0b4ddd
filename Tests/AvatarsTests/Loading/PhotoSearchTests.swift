import Contacts
import Foundation
import Model
import Network
import Testing

@testable import Avatars
@testable import Monica

/// Photos that the API has to be asked for: which requests find them.
@MainActor
struct PhotoSearchTests {
    @Test func thePhotoOfThatNameIsPickedFromManyOfAContact() async throws {
        let fixture = try Fixture()
        let names = (1...11).map { "\($0).jpg" }
        let monica = FakeMonica(names.map { .init(name: $0, contactID: 1) }, serving: fixture.transport)
        let state = fixture.photo(1, name: "10.jpg")
        state.want()
        await eventually { state.face == "face 10.jpg" }
        #expect(monica.calls.count == 3)
    }

    @Test func aPhotoThatTheContactHasNotIsNotFound() async throws {
        let fixture = try Fixture()
        // As many as a page has.
        let others = (1...4).map { FakeMonica.Upload(name: "other\($0).jpg", contactID: 1) }
        let monica = FakeMonica(others, serving: fixture.transport)
        let state = fixture.photo(1)
        state.want()
        await eventually { state.current == .failed(.notFound) }
        state.release()
        state.want()
        await settle()
        #expect(monica.calls.count == 1)
    }

    @Test func aBrokenPhotoDoesNotHideTheOthersOfItsContact() async throws {
        let fixture = try Fixture()
        var uploads = (1...4).map { FakeMonica.Upload(name: "\($0).jpg", contactID: 1) }
        uploads[0].isBroken = true
        let monica = FakeMonica(uploads, serving: fixture.transport)
        let state = fixture.photo(1, name: "4.jpg")
        state.want()
        await eventually { state.face == "face 4.jpg" }
        #expect(monica.calls.count == 5)
        let broken = fixture.photo(1, name: "1.jpg")
        broken.want()
        await eventually { broken.current == .failed(.notFound) }
    }

    @Test func manyWantedPhotosComeFromTheListOfAll() async throws {
        let fixture = try Fixture()
        let monica = FakeMonica(contacts: 40, serving: fixture.transport)
        let states = fixture.want(1...40)
        await eventually { states.areSettled }
        #expect(states.map(\.face) == (1...40).map { "face \($0).jpg" })
        #expect(monica.calls.count == 5)
        #expect(monica.calls.allSatisfy { $0.hasPrefix("/api/photos?") })
    }

    @Test func aHugeListIsNotReadForAFewPhotos() async throws {
        let fixture = try Fixture()
        let monica = FakeMonica(contacts: 1_000, serving: fixture.transport)
        let states = fixture.want(501...512)
        await eventually { states.areSettled }
        #expect(states.allSatisfy { $0.face != nil })
        #expect(monica.calls.count == 13)
    }

    @Test(arguments: [[5], [8], [1, 2], [9, 16, 33], [3, 4, 5, 6], Array(17...24)])
    func brokenPhotosAreGoneRound(broken: [Int]) async throws {
        let fixture = try Fixture()
        let monica = FakeMonica(contacts: 40, broken: Set(broken), serving: fixture.transport)
        let states = fixture.want(1...40)
        await eventually { states.areSettled }
        for (id, state) in zip(1...40, states) where !broken.contains(id) {
            #expect(state.face == "face \(id).jpg")
        }
        for id in broken { #expect(states[id - 1].current.error != nil) }
        let calls = monica.calls.count
        for id in broken { fixture.photo(id).want() }
        await settle()
        #expect(monica.calls.count == calls)
    }

    @Test func pagesThatAreTooLargeAreHalvedToo() async throws {
        let fixture = try Fixture()
        let monica = FakeMonica(contacts: 16, serving: fixture.transport)
        monica.instead = { $0.url.absoluteString.contains("limit=8") ? .failure(.tooLarge) : nil }
        let states = fixture.want(1...16)
        await eventually { states.areSettled }
        #expect(states.allSatisfy { $0.face != nil })
    }

    @Test func aBrokenServerIsLeftAloneAfterAPage() async throws {
        let fixture = try Fixture()
        let monica = FakeMonica(contacts: 400, broken: Set(1...400), serving: fixture.transport)
        let states = fixture.want(1...10)
        await eventually { states.areSettled }
        #expect(states.allSatisfy { $0.current.error != nil })
        #expect(monica.calls.count < 80)
    }

    @Test func failuresOfTheAPIAreTold() async throws {
        let expected: [(FakeTransport.Answer, ImageLoadError)] = [
            (.status(401, "{}", type: "application/json"), .unauthorized),
            (.status(404, "{}", type: "application/json"), .notFound),
            (.status(502), .networkError("HTTP 502")), (.failure(.timedOut), .networkError("timed out")),
            (.failure(.unreachable("offline")), .networkError("offline")),
        ]
        for (answer, error) in expected {
            let fixture = try Fixture()
            let monica = FakeMonica(contacts: 1, serving: fixture.transport)
            monica.instead = { _ in answer }
            let state = fixture.photo(1)
            state.want()
            await eventually { state.current == .failed(error) }
            #expect(monica.calls.count == 1)
        }
    }

    @Test func aBusyServerIsAskedAgainWhenItSaid() async throws {
        let fixture = try Fixture()
        let monica = FakeMonica(contacts: 2, serving: fixture.transport)
        var refusals = 2
        monica.instead = { _ in
            refusals -= 1
            return refusals >= 0 ? .status(429, "{}", headers: ["retry-after": "7"]) : nil
        }
        let states = fixture.want(1...2)
        await eventually { states.areSettled }
        #expect(states.map(\.face) == ["face 1.jpg", "face 2.jpg"])
        #expect(fixture.sleeps.allSatisfy { $0 == .seconds(7) } && !fixture.sleeps.isEmpty)
    }

    @Test func aWaitOfAnHourIsAFailure() async throws {
        let fixture = try Fixture()
        let monica = FakeMonica(contacts: 1, serving: fixture.transport)
        monica.instead = { _ in .status(429, "{}", headers: ["retry-after": "3600"]) }
        let state = fixture.photo(1)
        state.want()
        await eventually { state.current == .failed(.networkError("HTTP 429")) }
    }

    @Test func theNewestVisiblePhotosAreLookedForFirst() async throws {
        let fixture = try Fixture()
        fixture.transport.rule = { $0.content == .image ? .status(302) : nil }
        var states = fixture.want(1...2)
        await eventually { fixture.transport.open.count == 2 }
        states += (3...5).map { fixture.photo($0) }
        // One after the other, since the order in which they are wanted counts.
        for (count, state) in zip(3..., states[2...]) {
            state.want(count == 5 ? .background : .visible)
            await eventually { fixture.pictures.search.queries.count == count }
        }
        for id in [1, 2, 4] {
            let count = fixture.transport.requests.count
            fixture.transport.answer("/contacts/\(id)/", .json("{\"data\":[],\"meta\":{}}"))
            await eventually { fixture.transport.requests.count == count + 1 }
        }
        let asked = fixture.transport.requests.filter { $0.content == .json }.suffix(3)
        #expect(asked.map(\.url.path) == [4, 3, 5].map { "/api/contacts/\($0)/photos" })
        #expect(asked.map(\.urgency) == [.visible, .visible, .background])
    }

    @Test func theCallForAContactEndsWithItsLastView() async throws {
        let fixture = try Fixture()
        fixture.transport.rule = { $0.content == .image ? .status(302) : nil }
        let states = fixture.want(1...2)
        await eventually { fixture.transport.open.count == 2 }
        states[0].release()
        await eventually { fixture.transport.cancelled.count == 1 }
        #expect(fixture.transport.open.map(\.path) == ["/api/contacts/2/photos"])
        #expect(states[0].current == .idle)
    }

    @Test func aWishThatComesLateIsLookedForAgain() async throws {
        let fixture = try Fixture()
        let uploads = (1...6).map { FakeMonica.Upload(name: "\($0).jpg", contactID: 1) }
        let monica = FakeMonica(uploads, serving: fixture.transport)
        let early = fixture.photo(1, name: "6.jpg")
        let late = fixture.photo(1, name: "1.jpg", size: 30)
        let rule = fixture.transport.rule
        fixture.transport.rule = { $0.url.absoluteString.contains("page=2") ? nil : rule?($0) }
        early.want()
        await eventually { fixture.transport.open.count == 1 }
        late.want()
        await settle()
        fixture.transport.answer("page=2", .json("{\"data\":[],\"meta\":{}}"))
        #expect(monica.calls.count == 1)
        await eventually { early.current == .failed(.notFound) && late.face == "face 1.jpg" }
    }

    @Test func lookingAnewEndsEachCallAndBeginsAgainForWhatIsWanted() async throws {
        let fixture = try Fixture()
        fixture.transport.rule = { $0.content == .image ? .status(302) : nil }
        let states = fixture.want(1...2)
        await eventually { fixture.transport.open.count == 2 }
        let former = fixture.pictures.search.calls.keys
        fixture.pictures.forget()
        // The search stores none of their answers after the clearing.
        #expect(fixture.pictures.search.calls.keys.allSatisfy { !former.contains($0) })
        await eventually { fixture.transport.cancelled.count == 2 && fixture.transport.open.count == 2 }
        #expect(states.allSatisfy { $0.current == .loading })
    }
}
