import CSoup
import GLib

/// Counts the messages that a session has sent, and the messages that are still in memory.
@MainActor
final class LiveObjects {
    private(set) var total = 0
    private(set) var count = 0

    init(of session: Object) {
        session.on("request-queued") { [self] arguments in
            guard let message = arguments.object(0) else { return }
            total += 1
            count += 1
            g_object_weak_ref(
                message.assumingMemoryBound(to: GObject.self),
                { data, _ in
                    guard let data else { return }
                    let counter = Unmanaged<LiveObjects>.fromOpaque(data).takeRetainedValue()
                    MainActor.assumeIsolated { counter.count -= 1 }
                }, Unmanaged.passRetained(self).toOpaque())
        }
    }
}
