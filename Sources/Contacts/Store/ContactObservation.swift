import Model

/// An observation of stored contacts; it ends when it is cancelled or released.
public final class ContactObservation: Sendable {
    private let task: Task<Void, Never>

    init(_ work: @escaping @Sendable () async -> Void) {
        task = Task.detached { await work() }
    }

    deinit {
        task.cancel()
    }

    /// Ends the observation; nothing is told afterwards.
    public func cancel() {
        task.cancel()
    }
}

extension ContactStore {
    /// While a synchronisation stores page after page, lists follow at this pace.
    private static let minInterval = Duration.milliseconds(200)

    /// All contacts in an order, sorted by the rules of the desktop's language.
    @concurrent
    public func list(
        order: ContactOrder = ContactOrder(), includingArchived: Bool = false
    ) async throws(ContactStoreError) -> ContactList {
        ContactList(sorting: try await unsortedSummaries(includingArchived: includingArchived), by: order)
    }

    /// All contacts by first name.
    @concurrent
    public func summaries() async throws(ContactStoreError) -> [ContactSummary] {
        try await list().contacts
    }

    /// Calls back with the list as it is, and again after changes, at most five times a second and never on the main
    /// thread. After a failure nothing more comes.
    ///
    /// With `beginsEarly`, the first contacts of a long list may come alone before, as they were listed the last time. The
    /// list comes again when `filter` changes.
    public func observeList(
        order: ContactOrder = ContactOrder(), includingArchived: Bool = false, beginsEarly: Bool = false,
        filter: ListFilter = ListFilter(),
        onFailure: @escaping @Sendable (ContactStoreError) -> Void = { _ in },
        onChange: @escaping @Sendable (ContactList) -> Void
    ) -> ContactObservation {
        let mailbox = changes.subscribe()
        filter.onChange { [weak mailbox] in mailbox?.put([]) }
        return ContactObservation { [weak self] in
            defer { mailbox.close() }
            do throws(ContactStoreError) {
                var kept: ListBeginning?
                if beginsEarly, let early = try await self?.beginning(of: order, includingArchived: includingArchived) {
                    kept = early.kept
                    onChange(early.list)
                    // The caller draws the beginning before the rest keeps the processor busy. A cancellation during the sleep
                    // makes the next read useless, not wrong.
                    try? await Task.sleep(for: Self.minInterval)
                }
                guard let all = try await self?.unsortedSummaries(includingArchived: includingArchived) else { return }
                var sorted = SortedContacts(all, order: order)
                func tell() async throws(ContactStoreError) {
                    let wanted = filter.value
                    let list = sorted.list(wanted, tagged: try await self?.tagged(wanted))
                    onChange(list)
                    guard wanted.isEmpty, ListBeginning(of: list) != kept else { return }
                    kept = ListBeginning(of: list)
                    await self?.keep(kept, of: order, includingArchived: includingArchived)
                }
                try await tell()
                for await _ in mailbox.arrivals {
                    let ids = mailbox.empty()
                    guard let changed = ids.isEmpty ? [] : try await self?.summaries(ids: ids) else { return }
                    sorted.replace(ids, with: changed.filter { includingArchived || !$0.isArchived })
                    if Task.isCancelled { return }
                    try await tell()
                    // Cancelled while asleep: the loop ends by itself.
                    try? await Task.sleep(for: Self.minInterval)
                }
            } catch {
                if error != .cancelled { onFailure(error) }
            }
        }
    }

    /// Calls back with a contact and its sections, and again whenever they change; nil for a contact that is not stored. A
    /// failure ends the calls: the last reported state may be out of date.
    public func observeContact(
        id: Int, onFailure: @escaping @Sendable (ContactStoreError) -> Void,
        onChange: @escaping @Sendable (StoredContact?) -> Void
    ) -> ContactObservation {
        let mailbox = changes.subscribe(besides: [.sections])
        return ContactObservation { [weak self] in
            defer { mailbox.close() }
            // The contact is shown with the contacts that it names.
            var concerned: Set<Int> = [id]
            do throws(ContactStoreError) {
                repeat {
                    guard let self else { return }
                    let contact = try await storedContact(id: id)
                    if Task.isCancelled { return }
                    concerned = contact?.concerned ?? [id]
                    onChange(contact)
                } while await mailbox.changed(oneOf: concerned)
            } catch {
                if error != .cancelled, !Task.isCancelled { onFailure(error) }
            }
        }
    }

    /// Calls back after changes of any contacts or their sections, at most five times a second and never on the main
    /// thread.
    public func observeChanges(_ onChange: @escaping @Sendable () -> Void) -> ContactObservation {
        let mailbox = changes.subscribe(besides: [.sections, .lists])
        return ContactObservation {
            defer { mailbox.close() }
            for await _ in mailbox.arrivals {
                if Task.isCancelled { return }
                onChange()
                // Cancelled while asleep: the loop ends by itself.
                try? await Task.sleep(for: Self.minInterval)
            }
        }
    }

    /// Calls back with the present answer. Changes of contacts or of lists of the account ask again, at most once a second; a different
    /// answer is a further call. New sections do not repeat the question: a prefetch stores them one by one for hours.
    public func observe<Value: Sendable & Equatable>(
        _ ask: @escaping @Sendable (ContactStore) async throws(ContactStoreError) -> Value,
        onChange: @escaping @Sendable (Value) -> Void
    ) -> ContactObservation {
        let mailbox = changes.subscribe(besides: [.lists])
        return ContactObservation { [weak self] in
            defer { mailbox.close() }
            var last: Value?
            repeat {
                // The next change repeats a failed question. Until then the last answer stays.
                if let self, let value = try? await ask(self), value != last, !Task.isCancelled {
                    last = value
                    onChange(value)
                }
                // Cancelled while asleep: the wait for changes ends by itself.
                try? await Task.sleep(for: .seconds(1))
            } while await mailbox.changed()
        }
    }

    private func tagged(_ filter: ContactFilter) async throws(ContactStoreError) -> Set<Int>? {
        filter.tags.isEmpty ? nil : try await read { try filter.tagged($0) }
    }

    private func summaries(ids: Set<Int>) async throws(ContactStoreError) -> [ContactSummary] {
        try await read { try ContactSummary.fetchListed($0, ids: ids) }
    }
}
