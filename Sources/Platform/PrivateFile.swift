public import Foundation
import Glibc
import Synchronization

/// Files that only the user can read, and that are written completely or not at all.
extension PrivateFolder {
    /// The prefix of the names of temporary files.
    public static let temporaryPrefix = ".new-"
    /// Distinguishes the temporary files of this process.
    private static let lastTemporary = Atomic<Int>(0)

    /// Reads a whole file. `touching` sets its time of modification to now: the caches measure use by this time.
    ///
    /// Throws `EFBIG` for a file that is empty or longer than `maxBytes`, and for an entry that is no regular file.
    public func read(_ name: String, maxBytes: Int, touching: Bool = false) throws(SystemError) -> Data {
        // A link could lead out of the folder, and a pipe could block the reader.
        let file = try SystemError.check(openat(descriptor, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK))
        defer { close(file) }
        var status = stat()
        try SystemError.check(fstat(file, &status))
        guard status.st_mode & S_IFMT == S_IFREG, (1...maxBytes).contains(Int(status.st_size)) else {
            throw SystemError(code: EFBIG)
        }
        var data = Data(count: Int(status.st_size))
        var position = 0
        while position < data.count {
            let count = data.withUnsafeMutableBytes { bytes in
                Glibc.read(file, bytes.baseAddress?.advanced(by: position), bytes.count - position)
            }
            guard count > 0 else { throw SystemError(code: count == 0 ? EIO : errno) }
            position += count
        }
        // A failure here only affects the order of use.
        if touching { futimens(file, nil) }
        return data
    }

    /// Whether a file is a temporary file of `replace` in another process that has ended.
    static func isUnfinished(_ name: String) -> Bool {
        let parts = name.dropFirst(temporaryPrefix.count).split(separator: "-")
        guard name.hasPrefix(temporaryPrefix), parts.count == 2, let process = pid_t(parts[0]), process > 0 else {
            return false
        }
        return process != getpid() && kill(process, 0) != 0 && errno == ESRCH
    }

    /// Makes an empty file; throws `EEXIST` if the name exists.
    public func create(_ name: String) throws(SystemError) {
        close(try SystemError.check(openat(descriptor, name, Self.creation, 0o600)))
    }

    /// Replaces a file atomically through a temporary file. A reader, and a crash, finds either the old or the new content.
    ///
    /// `durably` waits until the new content would survive a power cut.
    public func replace(_ name: String, with data: Data, durably: Bool = true) throws(SystemError) {
        let number = Self.lastTemporary.add(1, ordering: .relaxed).newValue
        let temporary = "\(Self.temporaryPrefix)\(getpid())-\(number)"
        // A former process of the same number may have left the file.
        unlinkat(descriptor, temporary, 0)
        // The file is private before it has any content.
        let file = try SystemError.check(openat(descriptor, temporary, Self.creation, 0o600))
        do throws(SystemError) {
            defer { close(file) }
            try Self.write(data, to: file)
            // Otherwise the name may survive a power cut without the content.
            try SystemError.check(fsync(file))
        } catch {
            unlinkat(descriptor, temporary, 0)
            throw error
        }
        do throws(SystemError) {
            try rename(temporary, to: name)
        } catch {
            unlinkat(descriptor, temporary, 0)
            throw error
        }
        if durably { try synchronise() }
    }

    private static let creation = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW

    private static func write(_ data: Data, to file: Int32) throws(SystemError) {
        var position = 0
        while position < data.count {
            let count = data.withUnsafeBytes { bytes in
                Glibc.write(file, bytes.baseAddress?.advanced(by: position), bytes.count - position)
            }
            guard count > 0 else { throw SystemError(code: errno) }
            position += count
        }
    }
}
