import Contacts
import Foundation
import Logging
import Model
import Platform

/// Typing that a draft keeps.
nonisolated protocol DraftContent: Sendable {
    /// The bytes of the draft.
    func stored() throws -> Data
}

/// Keeps an open form or entry, so that a crash or the session's end takes no typing away.
final class DraftKeeper {
    /// After such a pause in typing the form is kept.
    private let pause: Duration
    /// Typing without a pause is kept so often.
    private let maxPause: Duration

    private let store: ContactStore
    /// Nil for a new contact.
    let contact: ContactID?
    /// The draft that stands for the form now.
    private(set) var number: Int64?
    private var waiting: Task<Void, Never>?
    /// Since when something typed is not kept.
    private var unkeptSince: ContinuousClock.Instant?
    /// One after the other: each takes the place of the one before.
    private var saving: Task<Void, Never>?
    private var isOver = false
    private var isPaused = false
    private let log = Logger(label: "cameo.drafts")

    /// `number` is the draft that the form was continued from. Tests shorten the pauses.
    init(
        store: ContactStore, contact: ContactID?, number: Int64? = nil,
        pause: Duration = .seconds(2), maxPause: Duration = .seconds(10)
    ) {
        (self.pause, self.maxPause) = (pause, maxPause)
        self.store = store
        self.contact = contact
        self.number = number
    }

    /// A person typed: the form is kept when they pause, and every ten seconds. Nil removes the draft.
    func typed(_ form: @escaping () -> (any DraftContent)?) {
        waiting?.cancel()
        let since = unkeptSince ?? .now
        unkeptSince = since
        let pause = min(pause, max(.zero, ContinuousClock.now.duration(to: since + maxPause)))
        waiting = Task { [weak self] in
            // A form that was closed meanwhile keeps its draft.
            guard await Task.hasSlept(for: pause), !Task.isCancelled else { return }
            self?.keep(form())
        }
    }

    /// Keeps the form now, as when the focus leaves the window. Nil removes the draft: the typing was taken back.
    func keep(_ form: (any DraftContent)?) {
        waiting?.cancel()
        unkeptSince = nil
        guard !isOver, !isPaused else { return }
        let former = saving
        saving = Task { [weak self] in
            await former?.value
            guard let self, !self.isOver else { return }
            do {
                if let form {
                    let data = try await Self.encoded(form)
                    self.number = try await self.store.saveDraft(data, of: self.contact, inPlaceOf: self.number)
                } else if let number = self.number {
                    try await self.store.removeDraft(number)
                    self.number = nil
                }
            } catch {
                // The form is still open. The next key keeps it.
                self.log.debug("a draft could not be kept")
            }
        }
    }

    /// Keeps nothing more, since the form is being stored. Returns the draft that stands for it, which goes in the same
    /// transaction.
    func pause() async -> Int64? {
        isPaused = true
        waiting?.cancel()
        await saving?.value
        return number
    }

    /// The form could not be stored, and is kept on.
    func goOn(with form: any DraftContent) {
        isPaused = false
        keep(form)
    }

    /// The form was saved or given up: nothing stands for it any more.
    func end() {
        isOver = true
        waiting?.cancel()
        let former = saving
        saving = Task { [self] in
            await former?.value
            // A draft that stays is offered again.
            if let number { try? await store.removeDraft(number) }
            number = nil
        }
    }

    /// The form is closed, and its draft stays.
    func leave() {
        waiting?.cancel()
    }

    /// Returns when all is done that was begun.
    func settled() async {
        await saving?.value
    }

    @concurrent
    private nonisolated static func encoded(_ form: any DraftContent) async throws -> Data {
        try form.stored()
    }
}
