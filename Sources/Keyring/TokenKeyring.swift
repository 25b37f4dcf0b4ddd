import CSecret
import GLib

/// Stores tokens in the desktop's Secret Service, and nowhere else.
///
/// No call blocks the main thread. The keyring may ask a person for its password at any request. The call's `Patience` limits
/// the wait for that.
@MainActor
public final class TokenKeyring {
    private let schema: TokenSchema

    /// The limit of a brief call.
    var limit = Duration.seconds(5)

    /// A keyring for the secrets of one application, named by its id.
    public init(application: String) {
        schema = TokenSchema(application: application)
    }

    /// The stored token; nil when there is none.
    public func token(of owner: TokenOwner, patience: Patience = .brief) async throws(KeyringError) -> String? {
        let attempt = Attempt(limit: limit, patience: patience)
        guard let item = try await find(owner.server, owner.account, attempt) else { return nil }
        let value = try await run(attempt) { cancellable, callback, data in
            secret_retrievable_retrieve_secret(item.opaque, cancellable, callback, data)
        } finish: { result, error in
            secret_retrievable_retrieve_secret_finish(item.opaque, result, error)
        }
        guard let value else { return nil }
        defer { secret_value_unref(UnsafeMutableRawPointer(value)) }
        return secret_value_get_text(value).map { String(cString: $0) }
    }

    /// Stores a token and replaces an older one of the same owner. The keyring shows the label to people.
    public func store(
        _ token: String, of owner: TokenOwner, label: String, patience: Patience = .brief
    ) async throws(KeyringError) {
        let attempt = Attempt(limit: limit, patience: patience)
        // Storing in a locked keyring would ask for its password, and time out before a person could type it.
        let state = await stateOfDefault(attempt)
        if state == .locked { throw .locked }
        let isStored: Bool
        do throws(KeyringError) {
            isStored = try await run(attempt) { cancellable, callback, data in
                schema.withAttributes(server: owner.server, account: owner.account) {
                    secret_password_storev(
                        schema.pointer, $0, SECRET_COLLECTION_DEFAULT, label, token, cancellable, callback, data)
                }
            } finish: { result, error in
                secret_password_store_finish(result, error) != 0
            }
        } catch .unavailable where state == .open {
            // The service answered before, so it may have received this request too.
            throw .noAnswer
        }
        // The function fails with an error, which was thrown above, or without one.
        if !isStored { throw .failed("The keyring stored nothing.") }
    }

    /// Removes the stored token, and returns whether there was one.
    @discardableResult
    public func remove(_ owner: TokenOwner) async throws(KeyringError) -> Bool {
        try await remove(owner.server, owner.account, .brief)
    }

    /// Removes all tokens of an account, for all addresses of its server, and returns whether there was one.
    @discardableResult
    public func removeAll(
        ofAccount account: String, patience: Patience = .brief
    ) async throws(KeyringError) -> Bool {
        try await remove(nil, account, patience)
    }

    /// Lets the desktop ask the person for the keyring's password, so that a token can be stored. Takes as long as the person
    /// does.
    ///
    /// Throws `locked` when the person does not want to.
    public func unlock() async throws(KeyringError) {
        let attempt = Attempt(limit: limit, patience: .person(silences: 1))
        let service = try await service(attempt)
        if let collection = try await defaultCollection(of: service, attempt) {
            try await unlock([collection], service)
        } else {
            try await makeDefaultCollection(in: service)
        }
    }

    /// Lets the desktop ask the person for an account's tokens, on one server or on any. An open keyring may still lock single
    /// secrets. Takes as long as the person does.
    ///
    /// Throws `locked` when the person does not want to.
    public func unlock(_ account: String, on server: String? = nil) async throws(KeyringError) {
        let attempt = Attempt(limit: limit, patience: .person(silences: 1))
        let locked = try await search(server, account, attempt).filter(\.isLocked)
        guard !locked.isEmpty else { return }
        try await unlock(locked, try await service(attempt))
    }
}

extension TokenKeyring {
    private func remove(
        _ server: String?, _ account: String, _ patience: Patience
    ) async throws(KeyringError) -> Bool {
        let attempt = Attempt(limit: limit, patience: patience)
        guard try await find(server, account, attempt) != nil else { return false }
        _ = try await run(attempt) { cancellable, callback, data in
            schema.withAttributes(server: server, account: account) {
                secret_password_clearv(schema.pointer, $0, cancellable, callback, data)
            }
        } finish: { result, error in
            secret_password_clear_finish(result, error)
        }
        // The service may keep a token in spite of the request. The token must not count as removed then.
        if try await find(server, account, attempt) != nil {
            throw .failed("The keyring kept what was to be removed.")
        }
        return true
    }

    /// Finds a secret without reading it; throws `locked` when none can be read.
    private func find(
        _ server: String?, _ account: String, _ attempt: Attempt
    ) async throws(KeyringError) -> Object? {
        let items = try await search(server, account, attempt)
        if let open = items.first(where: { !$0.isLocked }) { return open }
        if !items.isEmpty { throw .locked }
        return nil
    }

    private func search(
        _ server: String?, _ account: String, _ attempt: Attempt
    ) async throws(KeyringError) -> [Object] {
        let items = try await runPatiently(attempt) { cancellable, callback, data in
            schema.withAttributes(server: server, account: account) {
                secret_password_searchv(schema.pointer, $0, SECRET_SEARCH_NONE, cancellable, callback, data)
            }
        } finish: { result, error in
            secret_password_search_finish(result, error)
        }
        defer { g_list_free_full(items, g_object_unref) }
        return (0..<g_list_length(items)).compactMap { g_list_nth_data(items, $0) }.map { Object(borrowing: $0) }
    }

    private enum State {
        case open, locked
        /// The store operation will tell.
        case unknown
    }

    /// Whether new secrets can be stored.
    private func stateOfDefault(_ attempt: Attempt) async -> State {
        do {
            let service = try await service(attempt)
            // The very first secret makes the keyring, and the person has to choose a password.
            guard let collection = try await defaultCollection(of: service, attempt) else { return .locked }
            return secret_collection_get_locked(collection.cast()) != 0 ? .locked : .open
        } catch {
            return .unknown
        }
    }

    private func service(_ attempt: Attempt) async throws(KeyringError) -> Object {
        let service = try await run(attempt) { cancellable, callback, data in
            secret_service_get(SECRET_SERVICE_NONE, cancellable, callback, data)
        } finish: { result, error in
            secret_service_get_finish(result, error).map { Object(adopting: $0) }
        }
        guard let service else { throw .unavailable }
        g_dbus_proxy_set_default_timeout(service.cast(), .max)
        return service
    }

    private func defaultCollection(of service: Object, _ attempt: Attempt) async throws(KeyringError) -> Object? {
        try await run(attempt) { cancellable, callback, data in
            secret_collection_for_alias(
                service.cast(), SECRET_COLLECTION_DEFAULT, SECRET_COLLECTION_NONE, cancellable, callback, data)
        } finish: { result, error in
            secret_collection_for_alias_finish(result, error).map { Object(adopting: $0) }
        }
    }

    private func unlock(_ objects: [Object], _ service: Object) async throws(KeyringError) {
        let count = try await run(nil) { cancellable, callback, data in
            let list = objects.reversed().reduce(nil) { g_list_prepend($0, $1.pointer) }
            secret_service_unlock(service.cast(), list, cancellable, callback, data)
            g_list_free(list)
        } finish: { result, error in
            secret_service_unlock_finish(service.cast(), result, nil, error)
        }
        if count == 0 { throw .locked }
    }

    private func makeDefaultCollection(in service: Object) async throws(KeyringError) {
        let collection = try await run(nil) { cancellable, callback, data in
            secret_collection_create(
                service.cast(), "Default", SECRET_COLLECTION_DEFAULT, SECRET_COLLECTION_CREATE_NONE, cancellable,
                callback,
                data)
        } finish: { result, error in
            secret_collection_create_finish(result, error).map { Object(adopting: $0) }
        }
        if collection == nil { throw .locked }
    }

    /// Repeats a reading call, because D-Bus's own limit of 25 s is shorter than the attempt's patience.
    private func runPatiently<Value>(
        _ attempt: Attempt,
        start: (UnsafeMutablePointer<GCancellable>, GAsyncReadyCallback, UnsafeMutableRawPointer) -> Void,
        finish: @escaping @MainActor (OpaquePointer?, UnsafeMutablePointer<UnsafeMutablePointer<GError>?>) -> Value
    ) async throws(KeyringError) -> Value {
        while true {
            do throws(KeyringError) {
                return try await run(attempt, start: start, finish: finish)
            } catch .noAnswer where !attempt.cancellable.isCancelled {
                continue
            }
        }
    }

    /// Waits for a libsecret operation, within the attempt's limit if there is one.
    private func run<Value>(
        _ attempt: Attempt?,
        start: (UnsafeMutablePointer<GCancellable>, GAsyncReadyCallback, UnsafeMutableRawPointer) -> Void,
        finish: @escaping @MainActor (OpaquePointer?, UnsafeMutablePointer<UnsafeMutablePointer<GError>?>) -> Value
    ) async throws(KeyringError) -> Value {
        do {
            return try await gioOperation(
                cancellable: attempt?.cancellable ?? Cancellable(), start: start, finish: finish)
        } catch {
            throw attempt?.error(for: error) ?? KeyringError(error)
        }
    }
}

extension Object {
    /// Whether a found item is locked. In a sandbox secrets are in a file, which has no lock.
    fileprivate var isLocked: Bool {
        g_type_check_instance_is_a(cast(), secret_item_get_type()) != 0 && secret_item_get_locked(cast()) != 0
    }
}
