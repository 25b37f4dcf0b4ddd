import Foundation
import Glibc
import Network
import Platform
import Testing

@testable import Avatars

/// Processes that die while they store pictures.
@Suite(.serialized)
struct DiskCrashTests {
    private static let folderVariable = "CAMEO_TESTS_DISK_FOLDER"
    private static let names = (0..<12).map { SHA256Digest(of: Data([$0])).hex }

    /// Of a length that tells its content, so that a mixture of two would be seen.
    private static func entry(_ number: Int) -> DiskEntry {
        let picture = Data(repeating: UInt8(truncatingIfNeeded: number), count: 1_000 + number * 7 % 90_000)
        return DiskEntry(picture: picture, digest: SHA256Digest(of: picture), freshness: Freshness())
    }

    /// Not a test but the process that is killed by the next one.
    @Test(.enabled(if: ProcessInfo.processInfo.environment[folderVariable] != nil))
    func storesUntilItIsKilled() throws {
        let path = try #require(ProcessInfo.processInfo.environment[Self.folderVariable])
        let folder = DiskFolder(FolderPath(URL(filePath: path)), capacity: 400_000)
        var number = Int(getpid())
        while write(STDERR_FILENO, "w", 1) == 1 {
            number += 1
            folder.store(Self.entry(number), named: Self.names[number % Self.names.count])
        }
    }

    @Test(.enabled(if: ProcessInfo.processInfo.environment[folderVariable] == nil))
    func everyEntryIsWholeOrAbsentAfterItsWritersWereKilled() async throws {
        let temporary = try TemporaryFolder()
        let url = temporary.url.appending(component: "cache")
        let folder = DiskFolder(FolderPath(url), capacity: 400_000)
        var found = 0
        let rounds = ProcessInfo.processInfo.environment["CAMEO_TESTS"] == "usual" ? 8 : 25
        for round in 0..<rounds {
            let writers = [try Writer(url), try Writer(url)]
            for writer in writers { await writer.kill(afterWrites: 5 + round) }
            for name in Self.names where folder.contains(name) {
                let entry = try #require(folder.entry(named: name), "damaged after round \(round)")
                let first = try #require(entry.picture.first)
                #expect(entry.picture.allSatisfy { $0 == first })
                found += 1
            }
        }
        #expect(found > rounds)
        let names = Set(temporary.files().map(\.lastPathComponent).filter { !$0.hasPrefix(".new-") })
        #expect(names.isSubset(of: Self.names))
    }

    /// This very test program in another process.
    private final class Writer: Sendable {
        private let process: pid_t
        private let output: Int32

        init(_ folder: URL) throws {
            var ends: [Int32] = [0, 0]
            guard pipe(&ends) == 0 else { throw POSIXError(.EMFILE) }
            // Held by another writer, the pipe would never end.
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            output = ends[0]
            defer { close(ends[1]) }
            var actions = posix_spawn_file_actions_t()
            posix_spawn_file_actions_init(&actions)
            defer { posix_spawn_file_actions_destroy(&actions) }
            posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO)
            posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
            let arguments = ["test", "--testing-library", "swift-testing", "--filter", "storesUntilItIsKilled"]
            var environment = ProcessInfo.processInfo.environment
            environment[DiskCrashTests.folderVariable] = folder.path
            var argv = arguments.map { strdup($0) } + [nil]
            var envp = environment.map { strdup("\($0)=\($1)") } + [nil]
            defer { for text in argv + envp { free(text) } }
            var process = pid_t()
            let failure = posix_spawn(&process, "/proc/self/exe", &actions, nil, &argv, &envp)
            guard failure == 0 else { throw POSIXError(POSIXErrorCode(rawValue: failure) ?? .ENOENT) }
            self.process = process
        }

        func kill(afterWrites count: Int) async {
            await withCheckedContinuation { continuation in
                Thread.detachNewThread { [process, output] in
                    var byte: UInt8 = 0
                    var writes = 0
                    while writes < count, read(output, &byte, 1) == 1 {
                        if byte == UInt8(ascii: "w") { writes += 1 }
                    }
                    Glibc.kill(process, SIGKILL)
                    waitpid(process, nil, 0)
                    close(output)
                    continuation.resume()
                }
            }
        }
    }
}
