public import CGtk
import Dispatch
import Foundation

/// Cancels GIO operations.
///
/// Sendable because GCancellable is documented as thread-safe. It is still cancelled on the main thread, since cancelling calls
/// back into libraries that are not thread-safe.
public nonisolated final class Cancellable: @unchecked Sendable {
    /// The `GCancellable`.
    public let pointer: UnsafeMutableRawPointer

    /// A new cancellable, not cancelled yet.
    public init() {
        pointer = UnsafeMutableRawPointer(g_cancellable_new())
    }

    deinit {
        g_object_unref(pointer)
    }

    /// Whether `cancel` was called.
    public var isCancelled: Bool {
        g_cancellable_is_cancelled(pointer.assumingMemoryBound(to: GCancellable.self)) != 0
    }

    /// Cancels the operations that use it; on any thread.
    public func cancel() {
        guard Thread.isMainThread else { return DispatchQueue.main.async { self.cancel() } }
        g_cancellable_cancel(pointer.assumingMemoryBound(to: GCancellable.self))
    }
}

/// Waits for one asynchronous GIO operation: a pair of functions that end in `_async` and `_finish`.
///
/// `start` passes on the callback and its data. `finish` gets the result and a place for the error. Cancelling the task cancels
/// the operation, which then throws GIO's cancellation error.
@MainActor
public func gioOperation<Value>(
    cancellable: Cancellable = Cancellable(),
    start: (UnsafeMutablePointer<GCancellable>, GAsyncReadyCallback, UnsafeMutableRawPointer) -> Void,
    finish: @escaping @MainActor (OpaquePointer?, UnsafeMutablePointer<UnsafeMutablePointer<GError>?>) -> Value
) async throws(GLibError) -> Value {
    // The outcome stays on the main actor, so it need not be Sendable.
    var outcome: Result<Value, GLibError>?
    await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
            let completion = Completion { result in
                var error: UnsafeMutablePointer<GError>?
                let value = finish(result, &error)
                outcome = error.map { .failure(GLibError(consuming: $0)) } ?? .success(value)
                continuation.resume()
            }
            start(
                cancellable.pointer.assumingMemoryBound(to: GCancellable.self),
                { _, result, data in
                    guard let data else { return }
                    Unmanaged<Completion>.fromOpaque(data).takeRetainedValue().body(result)
                },
                Unmanaged.passRetained(completion).toOpaque())
        }
    } onCancel: {
        cancellable.cancel()
    }
    guard let outcome else { preconditionFailure("the continuation resumed without an outcome") }
    return try outcome.get()
}

/// Owned by C from the start of an operation to its end.
private final class Completion {
    let body: @MainActor (OpaquePointer?) -> Void

    init(_ body: @escaping @MainActor (OpaquePointer?) -> Void) {
        self.body = body
    }
}
