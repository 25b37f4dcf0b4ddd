import CGtk
import Foundation
import TestSupport
import XCTest

@testable import GLib

/// Asynchronous operations of GIO as Swift functions.
final class OperationTests: XCTestCase {
    private final class Witness {}

    /// The size of a file; fails when there is none.
    @MainActor
    private static func size(of path: String, witness: Witness? = nil) async throws(GLibError) -> Int {
        let file = Object(adopting: UnsafeMutableRawPointer(g_file_new_for_path(path)))
        return try await gioOperation { cancellable, callback, data in
            g_file_query_info_async(
                file.opaque, "standard::size", G_FILE_QUERY_INFO_NONE, 0, cancellable, callback, data)
        } finish: { result, error in
            _ = witness
            guard let info = g_file_query_info_finish(file.opaque, result, error) else { return 0 }
            defer { g_object_unref(UnsafeMutableRawPointer(info)) }
            return Int(g_file_info_get_size(info))
        }
    }

    /// An operation that never ends by itself. No client makes the connection that the operation waits for.
    @MainActor
    private static func wait(cancellable: Cancellable = Cancellable()) async throws(GLibError) {
        let listener = Object(type: g_socket_listener_get_type(), [:])
        g_socket_listener_add_any_inet_port(listener.cast(), nil, nil)
        try await gioOperation(cancellable: cancellable) { cancellable, callback, data in
            g_socket_listener_accept_async(listener.cast(), cancellable, callback, data)
        } finish: { result, error in
            _ = g_socket_listener_accept_finish(listener.cast(), result, nil, error)
        }
    }

    /// The error of a task that waits for ever, once something has ended it.
    @MainActor
    private static func failure(of task: Task<Void, any Error>) async -> GLibError? {
        switch await task.result {
        case .success: nil
        case .failure(let error): error as? GLibError
        }
    }

    func testSuccessReturnsTheValue() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "cameo-\(UUID().uuidString)")
        try Data(count: 1234).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        onMainLoop {
            let size = try await Self.size(of: file.path)
            XCTAssertEqual(size, 1234)
        }
    }

    func testFailureThrowsGIOsError() {
        onMainLoop {
            let error = await Self.failure(of: Task { _ = try await Self.size(of: "/no/such/file") })
            XCTAssertEqual(error?.isIO(G_IO_ERROR_NOT_FOUND), true)
            XCTAssertEqual(error?.isCancellation, false)
            XCTAssertEqual(error?.message.contains("/no/such/file"), true)
        }
    }

    func testCancellingTheTaskCancelsTheOperation() {
        onMainLoop {
            let task = Task { try await Self.wait() }
            try await Task.sleep(for: .milliseconds(20))
            task.cancel()
            let error = await Self.failure(of: task)
            XCTAssertEqual(error?.isCancellation, true)
        }
    }

    func testCancellingOnAnotherThreadCancelsTheOperation() {
        onMainLoop {
            let task = Task { try await Self.wait() }
            try await Task.sleep(for: .milliseconds(20))
            await Task.detached { task.cancel() }.value
            let error = await Self.failure(of: task)
            XCTAssertEqual(error?.isCancellation, true)
        }
    }

    func testACancelledTaskStartsNothing() {
        onMainLoop {
            let task = Task { try await Self.wait() }
            task.cancel()
            let error = await Self.failure(of: task)
            XCTAssertEqual(error?.isCancellation, true)
        }
    }

    func testTheCancellableEndsTheOperation() {
        onMainLoop {
            let cancellable = Cancellable()
            let task = Task { try await Self.wait(cancellable: cancellable) }
            try await Task.sleep(for: .milliseconds(20))
            XCTAssertFalse(cancellable.isCancelled)
            cancellable.cancel()
            let error = await Self.failure(of: task)
            XCTAssertEqual(error?.isCancellation, true)
        }
    }

    func testNothingIsKeptAfterwards() {
        onMainLoop {
            weak var witness: Witness?
            do {
                let strong = Witness()
                witness = strong
                _ = try? await Self.size(of: "/no/such/file", witness: strong)
            }
            XCTAssertNil(witness)
        }
    }

    func testACancellableIsFreed() {
        onMainLoop {
            var cancellable: Cancellable? = Cancellable()
            let life = try Lifetime(of: XCTUnwrap(cancellable?.pointer))
            XCTAssertEqual(cancellable?.isCancelled, false)
            cancellable = nil
            XCTAssertTrue(life.isOver)
        }
    }

    func testErrorsOfOtherFunctionsAreThrown() {
        XCTAssertThrowsError(try throwingGError { g_dir_open("/no/such/folder", 0, $0) }) { error in
            XCTAssertEqual((error as? GLibError)?.domain, "g-file-error-quark")
            XCTAssertEqual((error as? GLibError)?.code, Int(G_FILE_ERROR_NOENT.rawValue))
        }
        XCTAssertNoThrow(try throwingGError { _ in 1 })
    }

    func testBytesAreCopiedBothWays() throws {
        for data in [Data(), Data([0]), Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0) })] {
            let bytes = try XCTUnwrap(data.makeGBytes())
            XCTAssertEqual(Data(copying: bytes), data)
            g_bytes_unref(bytes)
        }
    }
}
