/// What other accounts of the same server have: their ids are taken, and nothing of theirs can be reached from here. A
/// server of one's own has none.
struct Neighbour: Sendable {
    var contacts: Set<Int> = []
    var photos: Set<Int> = []
    var contactFieldTypes: Set<Int> = []
    /// The server shows those to everybody who names their id.
    var genders: [Gender] = []
}
