/// The rules of the outbox. Tests take them out one by one, to show that each is needed.
enum OutboxRule: String, CaseIterable, Sendable {
    // Of setting a slot.
    case mending, overtaken, saw, there, formChooses, covered
    // Of an attempt.
    case expected, known, kept, copyTakes, find
    // Of a comparison.
    case deletionSaw, settlingReads, reading
    // Of answers.
    case hold, lookOnce, third, readingAfter
}
