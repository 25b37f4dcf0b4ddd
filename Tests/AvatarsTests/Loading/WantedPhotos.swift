@testable import Avatars

extension Fixture {
    /// Photos that views want.
    func want(_ ids: some Sequence<Int>) -> [AvatarState<Face>] {
        let states = ids.map { photo($0) }
        for state in states { state.want() }
        return states
    }
}

extension [AvatarState<Face>] {
    /// Whether each has a picture, or an error in its place.
    @MainActor var areSettled: Bool {
        allSatisfy { $0.current.image != nil || $0.current.error != nil }
    }
}
