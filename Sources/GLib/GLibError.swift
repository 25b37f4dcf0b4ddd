public import CGtk

/// A GError: its domain, its code and the library's own text.
public nonisolated struct GLibError: Error, Hashable, Sendable {
    /// The quark's name, such as "g-io-error-quark".
    public let domain: String
    /// The code of the error within the domain.
    public let code: Int
    /// The message in the system's own words and language.
    public let message: String

    /// An error by its domain and code.
    public init(domain: String, code: Int, message: String) {
        self.domain = domain
        self.code = code
        self.message = message
    }

    /// Takes over a GError and frees it.
    public init(consuming error: UnsafeMutablePointer<GError>) {
        domain = String(cString: g_quark_to_string(error.pointee.domain))
        code = Int(error.pointee.code)
        message = error.pointee.message.map { String(cString: $0) } ?? ""
        g_error_free(error)
    }

    /// Whether the operation was cancelled.
    public var isCancellation: Bool { isIO(G_IO_ERROR_CANCELLED) }

    /// Whether it is a GIO error with this code.
    public func isIO(_ code: GIOErrorEnum) -> Bool {
        domain == "g-io-error-quark" && self.code == Int(code.rawValue)
    }
}

/// Calls a C function that reports failure through a GError.
public nonisolated func throwingGError<Value>(
    _ body: (UnsafeMutablePointer<UnsafeMutablePointer<GError>?>) -> Value
) throws(GLibError) -> Value {
    var error: UnsafeMutablePointer<GError>?
    let value = body(&error)
    if let error { throw GLibError(consuming: error) }
    return value
}
