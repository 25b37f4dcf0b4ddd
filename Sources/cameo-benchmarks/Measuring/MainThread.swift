import CameoApp
import Foundation
import GLib
import Glibc
import Monica

/// Runs `body` on the main actor while GLib's main loop has the thread, as in the program.
@MainActor
func runOnMainLoop(_ body: @escaping @MainActor () async throws -> Void) throws {
    MainLoop.attachMainActor()
    var result: Result<Void, any Error>?
    Task {
        do {
            try await body()
            result = .success(())
        } catch {
            result = .failure(error)
        }
    }
    while result == nil { MainLoop.iterate(mayBlock: true) }
    try result?.get()
}

/// Waits until a condition holds, looking every few milliseconds.
@MainActor
func wait(_ what: String, atMost limit: Duration = .seconds(60), until condition: () -> Bool) async throws {
    let end = ContinuousClock.now + limit
    while !condition() {
        guard ContinuousClock.now < end else { throw Unmeasurable("waited too long for \(what)") }
        try await Task.sleep(for: .milliseconds(2))
    }
}

/// Runs the program in this process, whole and unchanged, with `measure` beside it; the process ends with `measure`.
@MainActor
func runInApplication(_ measure: @escaping @MainActor () async throws -> Void) {
    Log.start()
    let application = CameoApplication(.normal, kinds: ServerKinds(MonicaKind()))
    Task {
        do {
            try await measure()
            exit(0)
        } catch {
            // A closed standard error has no reader.
            try? FileHandle.standardError.write(contentsOf: Data("\(error)\n".utf8))
            exit(1)
        }
    }
    _ = application.run()
}
