import Contacts
import Foundation
import GLib
import Model
import Monica
import Network
import Soup

/// The program's own way to a server and back, without a window: reads what to do from its input, line by line, and says
/// what came of it, for `scripts/test conformance`.
///
/// `cameo-conformance SERVER TOKEN-FILE`. Everything stored is in memory.
@main
@MainActor
final class Driver {
    /// A change that a server's limit holds up waits for the next minute, more than once.
    private static let limit = Duration.seconds(600)

    private let transport: SoupTransport
    private let client: MonicaClient
    private let store: ContactStore
    private let queue: EditQueue
    private var receipts: [EditQueue.Receipt] = []

    init(server: ServerAddress, token: Token) throws {
        transport = SoupTransport(origin: server.origin, token: { token.secret }, userAgent: "cameo-conformance")
        client = MonicaClient(server: server, transport: transport)
        let store = try ContactStore.inMemory(decoder: MonicaKind())
        self.store = store
        guard let editServer = client.editServer(choices: { try? await store.formChoices() }) else {
            throw DriverError.noEdits
        }
        queue = EditQueue(store: store, account: "conformance", server: editServer)
    }

    static func main() {
        MainLoop.attachMainActor()
        var status: Int32?
        Task {
            do {
                guard CommandLine.arguments.count == 3 else { throw DriverError.usage }
                let file = URL(filePath: CommandLine.arguments[2])
                let token = try String(contentsOf: file, encoding: .utf8).trimmingCharacters(
                    in: .whitespacesAndNewlines)
                let driver = try Driver(
                    server: ServerAddress(monica: CommandLine.arguments[1]), token: Token(token))
                try await driver.run()
                status = 0
            } catch {
                FileHandle.standardError.write(Data("cameo-conformance: \(error)\n".utf8))
                status = 1
            }
        }
        while status == nil { MainLoop.iterate(mayBlock: true) }
        exit(status ?? 1)
    }

    private func run() async throws {
        let sending = Task { [queue] in await queue.run() }
        defer { sending.cancel() }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        for await line in Self.lines {
            var report = Report()
            do {
                report = try await carryOut(try JSONDecoder().decode(Command.self, from: Data(line.utf8)))
            } catch {
                report.error = "\(error)"
            }
            report.requests = transport.statistics.requests
            try FileHandle.standardOutput.write(contentsOf: encoder.encode(report) + Data("\n".utf8))
        }
    }

    private static var lines: AsyncStream<String> {
        AsyncStream { stream in
            Thread.detachNewThread {
                while let line = readLine() { stream.yield(line) }
                stream.finish()
            }
        }
    }

    private func carryOut(_ command: Command) async throws -> Report {
        let changes = command.changes.map { PlannedChange($0.planned.change, needs: $0.planned.needs) }
        switch command.action {
        case .synchronise: return try await synchronise()
        case .show: return try await show(contact(of: command))
        case .create:
            guard case .create(let creation)? = changes.first?.change else { throw DriverError.noCreation }
            let rest = changes.dropFirst().map { PlannedChange($0.change, needs: $0.needs.map { $0 - 1 }) }
            receipts = try await queue.create(creation, then: rest)
            return try await settle(receipts.first?.contact)
        case .store:
            receipts = try await queue.store(changes, of: contact(of: command))
            return try await settle(contact(of: command))
        case .undo:
            try await queue.undo(receipts)
            return try await settle(receipts.first?.contact)
        case .delete:
            let id = try contact(of: command)
            let shown = try await queue.editable(id)
            try await queue.delete(id, remote: shown?.remote, after: 0)
            return try await settle(nil)
        }
    }

    private func contact(of command: Command) throws -> ContactID {
        guard let number = command.contact else { throw DriverError.noContact }
        return ContactID(number)
    }

    private func synchronise() async throws -> Report {
        let synchroniser = Synchroniser(server: client, store: store)
        await synchroniser.run()
        guard case .finished = synchroniser.progress else {
            throw DriverError.notSynchronised("\(synchroniser.progress)")
        }
        try await SeldomRefresh(server: client, store: store).formChoices()
        var report = Report()
        let names = try await store.unsortedSummaries().map { ("\($0.id)", $0.displayName) }
        report.names = Dictionary(names) { first, _ in first }
        return report
    }

    /// Waits until nothing is on its way, and says what was not carried out; that is given up then.
    private func settle(_ contact: ContactID?) async throws -> Report {
        let end = ContinuousClock.now + Self.limit
        var report = Report()
        while true {
            let edits = try await queue.edits()
            let stuck = edits.filter { $0.state == .refused || $0.state == .conflicting }
            guard ContinuousClock.now < end else { throw DriverError.notSettled }
            if stuck.count < edits.count {
                try await Task.sleep(for: .milliseconds(5))
                continue
            }
            for edit in stuck {
                let issue = edit.issue.map { "\($0)" } ?? ""
                report.left.append(Report.Left(kind: edit.change.kind, state: edit.state.rawValue, issue: issue))
                _ = try await queue.drop(edit.id)
            }
            break
        }
        if let contact { report.contact = try await show(contact).contact }
        return report
    }

    private func show(_ id: ContactID) async throws -> Report {
        if try await store.contact(id: Int(id.rawValue)) == nil, id.rawValue < 1 << 40 {
            try await store.upsert([try await client.contact(id: Int(id.rawValue))])
        }
        var report = Report()
        guard let contact = try await queue.editable(id) else { return report }
        report.contact = Report.Contact(
            contact: id, remote: contact.remote, isActive: contact.isActive, isMe: contact.isMe,
            values: Dictionary(uniqueKeysWithValues: contact.values.map { ($0.key.rawValue, $0.value) }),
            parts: contact.parts.map { Report.Part(part: $0.part, kind: $0.kind, value: $0.value) },
            tags: contact.tags)
        return report
    }
}

enum DriverError: Error {
    case usage, noEdits, noCreation, noContact, notSettled
    case notSynchronised(String)
}
