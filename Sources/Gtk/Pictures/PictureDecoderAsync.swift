public import Foundation
public import GLib

nonisolated extension PictureDecoder {
    /// As many pictures at once as there are cores: more would only take more memory.
    static let queue = WorkQueue(
        label: "picture decoder", width: ProcessInfo.processInfo.activeProcessorCount)

    /// Longer than any allowed picture takes, so only a hung decoder exceeds it.
    private static let maxDuration = Duration.seconds(30)

    /// Decodes on a thread of its own, as many pictures at once as there are cores. Throws `PictureError.cancelled` if the task
    /// is cancelled before that begins. Throws `noDecoder` if the system's decoders do not work. With notes, a picture that
    /// ended the program twice is `invalidData`.
    public static func decodeAsync(
        _ data: Data, square pixels: Int, exactly: Bool = true, limits: Limits = Limits(), notes: CrashNotes? = nil
    ) async throws(PictureError) -> Picture {
        try await decodeAsync(data, square: pixels, exactly: exactly, limits: limits, notes: notes) { $0 }
    }

    /// The same, and then uses the picture on the same thread.
    public static func decodeAsync<Value: Sendable>(
        _ data: Data, square pixels: Int, exactly: Bool = true, limits: Limits = Limits(), notes: CrashNotes? = nil,
        then use: @escaping @Sendable (Picture) -> Value
    ) async throws(PictureError) -> Value {
        let result = await queue.run(atMost: maxDuration, onOverrun: DecoderProbe.noteStuck) {
            Result { () throws(PictureError) -> Value in
                guard let subject = notes?.subject({ $0.add(data) }) else {
                    return try use(decode(data, square: pixels, exactly: exactly, limits: limits))
                }
                if subject.isGuilty { throw .invalidData }
                return try subject.noting { () throws(PictureError) -> Value in
                    try use(decode(data, square: pixels, exactly: exactly, limits: limits))
                }
            }
        }
        guard let result else { throw Task.isCancelled ? .cancelled : .noDecoder }
        return try result.get()
    }
}
