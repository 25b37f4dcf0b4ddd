import Foundation
import Glibc

/// The error of a failed system call.
public struct SystemError: Error, Hashable, Sendable {
    /// The value of `errno`.
    public let code: Int32

    /// An error by its `errno`.
    public init(code: Int32) {
        self.code = code
    }

    /// The system's own message.
    public var message: String { String(cString: strerror(code)) }

    /// The result of a call that reports failure by a negative number.
    @discardableResult
    static func check(_ result: Int32) throws(SystemError) -> Int32 {
        guard result >= 0 else { throw SystemError(code: errno) }
        return result
    }
}
