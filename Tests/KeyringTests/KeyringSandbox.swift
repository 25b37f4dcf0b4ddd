import CSecret
import Foundation
import GLib
import TestSupport
import XCTest

/// A D-Bus and a gnome-keyring-daemon of our own. The keyring is empty, open and in a temporary directory.
@MainActor
final class KeyringSandbox {
    private let directory: URL
    private let bus = Process()
    private var daemon: Process?
    private var slowOutput: FileHandle?

    /// Skips the test where the programs are missing, or where this process is on another bus already, which may be a person's.
    init() throws {
        directory = FileManager.default.temporaryDirectory.appending(path: "cameo-keyring-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        let output = Pipe()
        let configuration = directory.appending(path: "bus.conf")
        // Without directories of services, so that the bus starts no keyring by itself.
        try """
        <busconfig>
          <type>session</type>
          <listen>unix:tmpdir=\(directory.path)</listen>
          <policy context="default">
            <allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/>
          </policy>
        </busconfig>
        """.write(to: configuration, atomically: true, encoding: .utf8)
        bus.executableURL = try Self.program("dbus-daemon")
        bus.arguments = ["--config-file=\(configuration.path)", "--nofork", "--print-address"]
        bus.standardOutput = output
        try bus.run()
        let address = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
            .trimmingCharacters(in: .whitespacesAndNewlines)
        setenv("DBUS_SESSION_BUS_ADDRESS", address, 1)
        guard let connection = try throwingGError({ g_bus_get_sync(G_BUS_TYPE_SESSION, nil, $0) }) else {
            throw XCTSkip("no bus")
        }
        defer { g_object_unref(UnsafeMutableRawPointer(connection)) }
        guard let guid = g_dbus_connection_get_guid(connection), address.hasSuffix("guid=\(String(cString: guid))")
        else {
            stop()
            throw XCTSkip("this process is on another bus already: run these tests by themselves")
        }
        // Else the process ends with the bus.
        g_dbus_connection_set_exit_on_close(connection, 0)
    }

    private static func program(_ name: String) throws -> URL {
        for directory in ["/usr/bin", "/bin", "/usr/local/bin"] {
            let path = "\(directory)/\(name)"
            if FileManager.default.isExecutableFile(atPath: path) { return URL(fileURLWithPath: path) }
        }
        throw XCTSkip("\(name) is not installed")
    }

    /// Starts the keyring, with its passwords open, and turns the main loop until it answers.
    func startDaemon() throws {
        if slowOutput != nil { stopDaemon() }
        guard daemon == nil else { return }
        let daemon = Process()
        let input = Pipe()
        daemon.executableURL = try Self.program("gnome-keyring-daemon")
        daemon.arguments = [
            "--foreground", "--unlock", "--components=secrets", "--control-directory=\(directory.path)/control",
        ]
        daemon.environment = ProcessInfo.processInfo.environment.merging(
            ["HOME": directory.path, "XDG_DATA_HOME": directory.path, "XDG_RUNTIME_DIR": directory.path]
        ) { $1 }
        daemon.standardInput = input
        daemon.standardOutput = FileHandle.nullDevice
        daemon.standardError = FileHandle.nullDevice
        try daemon.run()
        try input.fileHandleForWriting.write(contentsOf: Data("password".utf8))
        try input.fileHandleForWriting.close()
        self.daemon = daemon
        guard MainLoop.run(atMost: .seconds(5), until: { (try? defaultCollection()) ?? nil != nil }) else {
            throw XCTSkip("gnome-keyring-daemon does not start here")
        }
    }

    /// Starts a keyring that behaves as password managers do, in place of the other. It stops with the sandbox or the next one.
    func startSlowKeyring(_ arguments: [String]) throws {
        stopDaemon()
        let keyring = Process()
        let output = Pipe()
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Desktop/slow_keyring.py")
        keyring.executableURL = try Self.program("python3")
        keyring.arguments = [script.standardized.path] + arguments
        keyring.standardOutput = output
        try keyring.run()
        daemon = keyring
        slowOutput = output.fileHandleForReading
        guard String(decoding: slowOutput?.availableData ?? Data(), as: UTF8.self).hasPrefix("ready") else {
            throw XCTSkip("Python has no GObject introspection here")
        }
    }

    /// Makes the slow keyring lock each secret for everybody again.
    func forgetWhoAsked() throws {
        guard let daemon, let slowOutput else { return XCTFail("no slow keyring") }
        kill(daemon.processIdentifier, SIGUSR1)
        let answer = String(decoding: slowOutput.availableData, as: UTF8.self)
        XCTAssertTrue(answer.hasSuffix("forgotten\n"), answer)
    }

    /// How often the slow keyring has asked its person since the last time.
    func promptCount() -> Int {
        guard let slowOutput else { return 0 }
        var state = pollfd(fd: slowOutput.fileDescriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&state, 1, 0) > 0 else { return 0 }
        return String(decoding: slowOutput.availableData, as: UTF8.self).split(separator: "\n").count
    }

    func stopDaemon() {
        guard let daemon else { return }
        daemon.terminate()
        daemon.waitUntilExit()
        self.daemon = nil
        slowOutput = nil
    }

    /// Lets the daemon hang, or go on.
    func setHanging(_ isHanging: Bool) {
        guard let daemon else { return XCTFail("no daemon") }
        kill(daemon.processIdentifier, isHanging ? SIGSTOP : SIGCONT)
    }

    func lock() throws {
        let service = try service()
        guard let collection = try defaultCollection() else { return XCTFail("no keyring") }
        let list = g_list_append(nil, collection.pointer)
        defer { g_list_free(list) }
        let count = try throwingGError { secret_service_lock_sync(service.cast(), list, nil, nil, $0) }
        XCTAssertEqual(count, 1)
    }

    private func service() throws -> Object {
        let service = try throwingGError { secret_service_get_sync(SECRET_SERVICE_NONE, nil, $0) }
        return Object(adopting: try XCTUnwrap(service))
    }

    private func defaultCollection() throws -> Object? {
        let service = try service()
        return try throwingGError {
            secret_collection_for_alias_sync(
                service.cast(), SECRET_COLLECTION_DEFAULT, SECRET_COLLECTION_NONE, nil, $0)
        }.map { Object(adopting: $0) }
    }

    func stop() {
        stopDaemon()
        bus.terminate()
        bus.waitUntilExit()
        try? FileManager.default.removeItem(at: directory)
    }
}
