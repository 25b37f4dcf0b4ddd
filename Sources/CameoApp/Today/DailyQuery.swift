import Contacts

/// What the stored contacts say of today: asked again when they change, and when a new day begins.
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
                // What an ended observation still sends is of another day, or of nobody.
                guard let self, self.version == version else { return }
                self.onChange?(value)
            }
        }
        dayClock = DayClock(onNewDay: { [weak self] in self?.begin(with: store) })
    }
}
