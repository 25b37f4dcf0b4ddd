import CSecret

/// The attributes of the program's secrets as a libsecret schema.
///
/// The functions with hash tables replace those with variable arguments, which Swift cannot call.
final class TokenSchema {
    let pointer: UnsafeMutablePointer<SecretSchema>
    private let application: String

    init(application: String) {
        self.application = application
        let types = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, nil)
        defer { g_hash_table_unref(types) }
        for name in ["application", "server", "account"] {
            // The type of a string attribute is 0, which is a null pointer in a hash table.
            g_hash_table_insert(types, g_strdup(name), nil)
        }
        guard let schema = secret_schema_newv(application, SECRET_SCHEMA_NONE, types) else {
            preconditionFailure("libsecret makes no schema")
        }
        pointer = schema
    }

    isolated deinit {
        secret_schema_unref(pointer)
    }

    /// Passes the attributes of tokens to a closure. Without a server they match the account's tokens on any server.
    func withAttributes<Result>(server: String?, account: String, _ body: (OpaquePointer?) -> Result) -> Result {
        let table = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free)
        defer { g_hash_table_unref(table) }
        var attributes = ["application": application, "account": account]
        attributes["server"] = server
        for (name, value) in attributes {
            g_hash_table_insert(table, g_strdup(name), g_strdup(value))
        }
        return body(table)
    }
}
