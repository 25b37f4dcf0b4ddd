import Contacts

/// A question about today to the stored contacts. It is asked again when they change, and when a new day begins.
final class DailyQuery<Value: Sendable & Equatable> {
    var onChange: ((Value) -> Void)?

    /// Another question counts from the next `begin` on.
    var ask: @Sendable (ContactStore) async throws(ContactStoreError) -> Value
    private var observation: ContactObservation?
    private var dayClock: DayClock?
    private var version = 0

    init(_ ask: @escaping @Sendable (ContactStore) async throws(ContactStoreError) -> Value) {
        self.ask = ask
    }

    /// Asks a store from now on; nil ends it.
    func begin(with store: ContactStore?) {
        version += 1
        guard let store else {
            observation = nil
            dayClock = nil
            return
        }
        observation = store.observe(ask) { [weak self, version] value in
            Task { @MainActor in
                // A value of an ended observation is of another day or of another account.
                guard let self, self.version == version else { return }
                self.onChange?(value)
            }
        }
        dayClock = DayClock(onNewDay: { [weak self] in self?.begin(with: store) })
    }
}
