import Foundation

/// The rules that the queue follows. The program has these values; tests show that each is needed.
struct EditPolicy: Sendable {
    /// How long a request without an answer is held to be under way, in seconds.
    var hold: TimeInterval = 120
    /// What is to be replaced is read anew before each write.
    var readsFirst = true
    /// That a request may leave is stored before it does.
    var storesSending = true
    /// After a failure the server is looked at before the next try.
    var looksAfterErrors = true
    /// Answers of gateways, and pages, prove nothing.
    var holdsGateways = true
    /// A creation is looked for by its UUID.
    var looksForUUID = true
    /// Parts that were there before the first try are not what it made.
    var knowsParts = true
    /// A deletion waits for what is being sent.
    var deletionSettles = true
    /// Copies of contacts with a write under way are thrown away.
    var guardsUnsettled = true
    /// Copies that were asked for before a write ended are thrown away.
    var hasGenerations = true
    /// Contacts with edits stay when the server has them no more.
    var keepsEdited = true
    /// Only contacts that the server knows can be missing there.
    var missesOnlyKnown = true

    /// How long before the newest date of the server a first try is held to have been, in seconds.
    var leeway: TimeInterval = 60
    /// Between tries after failures of the server, in seconds; after the last the edit is refused.
    var pauses: [TimeInterval] = [60, 300, 1_800]
    /// After a page instead of an answer, in seconds.
    var pageHold: TimeInterval = 60
    /// While the server does not answer: before the next question each time, in seconds; the last of them stays.
    var unansweredPauses: [TimeInterval] = [60, 120, 300, 900]
    /// How long the toast of a deletion shows at least, in seconds.
    var deletionWindow: TimeInterval = 20
    /// How often it is tried at most to read or to delete photos while something else answers for the server, or nothing.
    var photoTries = 10
    /// How old at most what is read before a write may be, in seconds: two questions without haste.
    var maxReadingAge: TimeInterval = 60
    /// How long at most a question may be under way, in seconds; sleeps of the computer count.
    var maxRequestAge: TimeInterval = 86_400
    /// Before one is looked for again among more contacts than can be read, in seconds.
    var unreachedPause: TimeInterval = 900
}
