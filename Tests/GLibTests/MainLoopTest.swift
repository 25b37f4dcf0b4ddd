import CGtk
import GLib
import XCTest

/// Runs asynchronous code on the main actor while GLib's loop turns, and fails when it takes longer than the limit.
///
/// Anything that GLib complains about ends the process.
func onMainLoop(
    limit: Duration = .seconds(10), file: StaticString = #filePath, line: UInt = #line,
    _ body: @escaping @MainActor () async throws -> Void
) {
    MainActor.assumeIsolated {
        let levels = [G_LOG_FLAG_FATAL, G_LOG_LEVEL_ERROR, G_LOG_LEVEL_CRITICAL, G_LOG_LEVEL_WARNING]
        g_log_set_always_fatal(GLogLevelFlags(rawValue: levels.reduce(0) { $0 | $1.rawValue }))
        MainLoop.attachMainActor()
        var result: Result<Void, any Error>?
        let task = Task {
            do {
                result = .success(try await body())
            } catch {
                result = .failure(error)
            }
        }
        if !MainLoop.run(atMost: limit, until: { result != nil }) {
            task.cancel()
            XCTFail("not done within \(limit)", file: file, line: line)
        }
        if case .failure(let error) = result { XCTFail("\(error)", file: file, line: line) }
    }
}

/// Whether a GObject is still in memory.
@MainActor
final class Life {
    private let place = UnsafeMutablePointer<gpointer?>.allocate(capacity: 1)

    init(of object: UnsafeMutableRawPointer) {
        place.initialize(to: object)
        g_object_add_weak_pointer(object.assumingMemoryBound(to: GObject.self), place)
    }

    isolated deinit {
        if let object = place.pointee {
            g_object_remove_weak_pointer(object.assumingMemoryBound(to: GObject.self), place)
        }
        place.deallocate()
    }

    var isOver: Bool { place.pointee == nil }

    /// The number of references that somebody holds.
    var references: Int {
        place.pointee.map { Int($0.assumingMemoryBound(to: GObject.self).pointee.ref_count) } ?? 0
    }
}
