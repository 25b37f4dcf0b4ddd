/// The rows of other accounts on the same server. Their ids are taken, and this account cannot reach them. A private server has
/// no other accounts.
struct Neighbour: Sendable {
    var contacts: Set<Int> = []
    var photos: Set<Int> = []
    var contactFieldTypes: Set<Int> = []
    /// The server shows these to every request with their id.
    var genders: [Gender] = []
}
