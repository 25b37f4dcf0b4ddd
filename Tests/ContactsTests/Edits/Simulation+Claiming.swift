import Model

@testable import Contacts

// The person says which contact is them.
extension Simulation {
    private static let isUser = "is the user"

    /// The switch of a form stood at `was`, which may be old.
    func claim(_ isMe: Bool, not was: Bool, _ contact: ContactID, _ book: inout EditBook) -> Done {
        // After a log-out nobody knows who was the user, until a pass has come.
        if copies.user == nil, server.me != nil { isUserUnsure = true }
        // To make the user of whom is so already: given up, it leads back to what never was.
        if isMe, book.user == contact { isUserUnsure = true }
        let change = ContactChange.me(isMe)
        let intent = oracle.intend(
            thing(contact), .user, was ? Self.isUser : nil, isMe ? Self.isUser : nil)
        let id = book.append(change, of: contact)
        intents[id] = [.user: intent]
        return Done(edit: id, contact: contact, change: change, intents: [intent])
    }

    /// Who is the user in the end, there and as it is shown.
    func wrongUser() -> [String] {
        guard world.claims, let book = engine?.book, book.edits.isEmpty else { return [] }
        let there = server.me.flatMap { server.people[$0]?.thing }
        var complaints: [String] = []
        if copies.user.map({ thing($0) }) != there {
            complaints.append("shows another user \(copies.user.map { "\(thing($0))" } ?? "-"), there \(name(there))")
        }
        let meant = oracle.user(after: firstUser)
        // Somebody who was deleted is nobody; who was before depends on when.
        var named = Set(oracle.intents.filter { $0.key.place == .user }.map(\.key.thing))
        if let firstUser { named.insert(firstUser) }
        let isGone = !named.isSubset(of: server.living.map(\.thing))
        if !isUserUnsure, !isGone, meant != there {
            complaints.append("user lost \(name(meant)), there \(name(there))")
        }
        return complaints
    }

    private func name(_ thing: Thing?) -> String { thing.map { "\($0)" } ?? "-" }
}
