import Foundation
import Network
import Testing

@testable import Avatars

@MainActor
struct OrderTests {
    private func url(_ number: Int) -> String { "https://pictures.example/\(number)." }

    @Test func sixRequestsRunAtOnceTheNewestVisibleFirst() async throws {
        let fixture = try Fixture()
        let states = (0..<20).map { fixture.state($0, url($0)) }
        for state in states[0..<6] { state.want() }
        await eventually { fixture.transport.open.count == 6 }
        for state in states[6..<10] { state.want(.background) }
        for state in states[10..<14] { state.want(.visible) }
        for state in states[14..<20] { state.want(.background) }
        await settle()
        #expect(fixture.transport.requests.count == 6)
        states[7].want(.visible)

        var order: [URL] = []
        for _ in 0..<14 {
            let open = try #require(fixture.transport.open.first)
            fixture.transport.answer(open.absoluteString, .face("x"))
            let count = fixture.transport.requests.count
            await eventually { fixture.transport.requests.count == count + 1 }
            order.append(try #require(fixture.transport.requests.last).url)
        }
        let expected = [7, 13, 12, 11, 10, 19, 18, 17, 16, 15, 14, 9, 8, 6]
        #expect(order.map(\.absoluteString) == expected.map { url($0) + "?d=404" })
        #expect(fixture.transport.mostAtOnce == 6)
    }

    @Test func whatHasLeftTheScreenIsNeverAskedFor() async throws {
        let fixture = try Fixture()
        let states = (0..<40).map { fixture.state($0, url($0)) }
        for state in states { state.want() }
        await eventually { fixture.transport.open.count == 6 }
        for state in states[6...] { state.release() }
        fixture.transport.answer(url(0), .face("x"))
        await settle()
        #expect(fixture.transport.requests.count == 6)
        for state in states[..<6] { state.release() }
        await eventually { fixture.transport.cancelled.count == 5 }
        #expect(fixture.transport.open.isEmpty)
    }

    @Test func theUrgencyOfARequestIsThatOfItsMostUrgentView() async throws {
        let fixture = try Fixture()
        fixture.state(1, url(1)).want(.background)
        let state = fixture.state(2, url(2))
        state.want(.background)
        state.want(.visible)
        await eventually { fixture.transport.open.count == 2 }
        #expect(fixture.transport.requests.map(\.urgency) == [.background, .visible])
    }

    @Test func aPrefetchOutlivesTheRowThatCameAndWent() async throws {
        let fixture = try Fixture()
        let state = fixture.state(1, url(1))
        state.want(.background)
        state.want(.visible)
        state.release(.visible)
        await eventually { fixture.transport.open.count == 1 }
        #expect(state.urgency == .background)
        state.release(.background)
        await eventually { fixture.transport.cancelled.count == 1 }
        state.release()
        #expect(!state.isWanted)
    }

    @Test func callsToTheAPILeaveRoomForOtherPictures() async throws {
        let fixture = try Fixture()
        fixture.transport.rule = { $0.url.path.contains("/store/") ? .status(302) : nil }
        let states = (1...5).map { fixture.photo($0) }
        for state in states { state.want() }
        await eventually { fixture.transport.open.count == 2 }
        for id in 11...20 { fixture.state(id, "https://pictures.example/\(id).jpg").want() }
        await eventually { fixture.transport.open.count == 6 }
        await settle()
        #expect(fixture.transport.open.count { $0.host() == "pictures.example" } == 4)
        #expect(states.allSatisfy { $0.current == .loading })
    }
}
