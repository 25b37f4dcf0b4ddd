import Contacts
import Foundation
import GLib
import Model
import Monica
import Network
import Soup

/// The program's own way to a server and back, without a window, for `scripts/test conformance`: a command for each line of
/// the input, a report for each line of the output.
///
/// `cameo-conformance SERVER TOKEN-FILE`. Contacts are stored in memory.
@main
@MainActor
final class Driver {
    /// In seconds. A change that a server's limit holds up waits for the next minute, more than once.
    private static let limit: TimeInterval = 600

    private let transport: SoupTransport
    private let client: MonicaClient
    private let store: ContactStore
    private let outbox: Outbox
    private var receipt: Receipt?

    init(server: ServerAddress, token: Token) throws {
        transport = SoupTransport(origin: server.origin, token: { token.secret }, userAgent: "cameo-conformance")
        client = MonicaClient(server: server, transport: transport)
        let store = try ContactStore.inMemory(decoder: MonicaKind())
        self.store = store
        guard
            let server = client.writeServer(
                choices: { try? await store.formChoices() }, photo: { try? await store.pendingPhoto(named: $0) })
        else {
            throw DriverError.noWrites
        }
        outbox = Outbox(store: store, server: server)
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
        let sending = Task { [outbox] in await outbox.run() }
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
        switch command.action {
        case .synchronise: return try await synchronise()
        case .show: return try await show(contact(of: command))
        case .form:
            await outbox.readForForm(try contact(of: command))
            return try await show(contact(of: command))
        case .create:
            let save = FormSave(command.edits.map { SlotEdit($0.slot, to: $0.value) }, isMe: command.isMe)
            let receipt = try await outbox.create(save)
            self.receipt = receipt
            return try await settle(receipt.contact)
        case .set:
            let id = try contact(of: command)
            guard let form = try await outbox.editable(id) else { throw DriverError.noContact }
            if let thing = command.edits.first, let entry = thing.slot.entry {
                guard let saw = try await outbox.thing(entry, of: id) else { throw DriverError.noEntry }
                receipt = try await outbox.set(thing.value?.part, of: entry, of: id, saw: saw)
                return try await settle(id)
            }
            let save = FormSave(command.edits.map { form.edit($0.slot, to: $0.value) }, isMe: command.isMe)
            receipt = try await outbox.save(save, of: id)
            return try await settle(id)
        case .sections: return try await sections(contact(of: command))
        case .undo:
            guard let receipt else { throw DriverError.noReceipt }
            _ = try await outbox.undo(receipt)
            return try await settle(receipt.contact)
        case .photo, .avatar, .removePhoto:
            let photos = Photos(outbox: outbox, album: PhotoAlbum(server: client, store: store))
            let id = try contact(of: command)
            receipt = try await photos.carryOut(command, of: id)
            return try await settle(id)
        case .delete:
            _ = try await outbox.delete(contact(of: command), after: 0)
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

    /// Waits until each change is carried out or waits for the person. Waiting changes are reported and dropped.
    private func settle(_ contact: ContactID?) async throws -> Report {
        _ = try await outbox.sendAll(within: Self.limit)
        let changes = try await outbox.waiting()
        guard changes.allSatisfy(\.needsPerson) else { throw DriverError.notSettled }
        var report = Report()
        for change in changes {
            report.left.append(change.left)
            if case .notice = change.state {
                try await outbox.acknowledge(change.id)
            } else {
                _ = try await outbox.drop(change.id)
            }
        }
        if let contact { report.contact = try await show(contact).contact }
        return report
    }

    private func show(_ id: ContactID) async throws -> Report {
        if try await store.contact(id: Int(id.rawValue)) == nil, id.rawValue < 1 << 40 {
            try await store.upsert([try await client.contact(id: Int(id.rawValue))])
        }
        var report = Report()
        guard let contact = try await outbox.editable(id) else { return report }
        report.contact = Report.Contact(
            contact: id, remote: contact.remote, isActive: contact.isActive, isMe: contact.isMe,
            values: Dictionary(uniqueKeysWithValues: contact.values.map { ($0.key.rawValue, $0.value) }),
            parts: contact.parts.map { Report.Part(part: $0.part, kind: $0.kind, value: $0.value) },
            tags: contact.tags, reminders: contact.reminders?.map(\.rawValue).sorted())
        return report
    }
}

extension Driver {
    /// Reads the sections of a contact that a person can add to, as its page does.
    private func sections(_ id: ContactID) async throws -> Report {
        let number = Int(id.rawValue)
        for section in PartKind.allCases.compactMap({ $0.isThing ? $0.section : nil }) {
            let entries = try await client.entries(in: section, ofContact: number, urgency: .person)
            try await store.store(entries, in: section, ofContact: number)
        }
        return try await show(id)
    }
}

extension Slot {
    /// The entry of a page that the server has, by its number there; nil for any other slot.
    fileprivate var entry: FieldID? {
        guard case .part(let kind, let id) = self, kind.isThing, id.rawValue > 0, let section = kind.section else {
            return nil
        }
        return .entry(section, Int(id.rawValue))
    }
}

extension SlotValue {
    fileprivate var part: PartValue? { if case .part(let value) = self { value } else { nil } }
}

extension Command {
    /// The slots of the contact itself.
    var edits: [SlotState] { slots.filter { $0.slot != .me } }
    /// Whether the contact is to be the user; nil leaves that alone.
    var isMe: Bool? { slots.first { $0.slot == .me }.map { $0.value != nil } }
}

extension WaitingChange {
    var left: Report.Left {
        let (state, details) =
            switch state {
            case .problem(.refused(let sentences)): ("refused", sentences.joined(separator: " "))
            case .problem(.conflict(let values)): ("conflict", "\(values)")
            case .problem(.gone): ("gone", "")
            case .problem(.sideEffects(let values)): ("side effects", "\(values)")
            case .notice(let found): ("notice", "\(String(describing: found))")
            default: ("waiting", "\(state)")
            }
        return Report.Left(slot: slot.stored, state: state, details: details)
    }
}

enum DriverError: Error {
    case usage, noWrites, noContact, noEntry, noPhoto, noReceipt, notSettled
    case notSynchronised(String)
}
