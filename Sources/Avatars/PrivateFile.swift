import Foundation
import Glibc

/// Files that the user alone can read, and that are there whole or not at all.
nonisolated enum PrivateFile {
    /// What the system says, as `errno`.
    struct Failure: Error, Hashable {
        let code: Int32
    }

    /// A whole file, whose time of modification becomes now: the caches' measure of use.
    static func readAndTouch(_ path: String, longest: Int) throws(Failure) -> Data {
        // A link could lead out of the folder.
        let file = try check(open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW))
        defer { close(file) }
        var status = stat()
        try check(fstat(file, &status))
        guard status.st_mode & S_IFMT == S_IFREG, (1...longest).contains(Int(status.st_size)) else {
            throw Failure(code: EFBIG)
        }
        var data = Data(count: Int(status.st_size))
        var position = 0
        while position < data.count {
            let count = data.withUnsafeMutableBytes { bytes in
                Glibc.read(file, bytes.baseAddress?.advanced(by: position), bytes.count - position)
            }
            guard count > 0 else { throw Failure(code: count == 0 ? EIO : errno) }
            position += count
        }
        // Only the order of use suffers if this fails.
        futimens(file, nil)
        return data
    }

    /// Writes beside the file and then takes its place, so that whoever reads it or crashes sees the old or the new.
    static func replace(_ path: String, with data: Data, beside temporary: String) throws(Failure) {
        let file = try check(open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600))
        do throws(Failure) {
            defer { close(file) }
            try write(data, to: file)
            // Else the name may survive a power cut and the content not.
            try check(fsync(file))
        } catch {
            unlink(temporary)
            throw error
        }
        guard rename(temporary, path) == 0 else {
            let failure = Failure(code: errno)
            unlink(temporary)
            throw failure
        }
    }

    /// Makes a folder that only the user can enter, or makes an existing one so.
    static func makeFolder(_ folder: URL) throws(Failure) {
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw Failure(code: errno)
        }
        try check(chmod(folder.path, 0o700))
    }

    private static func write(_ data: Data, to file: Int32) throws(Failure) {
        var position = 0
        while position < data.count {
            let count = data.withUnsafeBytes { bytes in
                Glibc.write(file, bytes.baseAddress?.advanced(by: position), bytes.count - position)
            }
            guard count > 0 else { throw Failure(code: errno) }
            position += count
        }
    }

    @discardableResult
    private static func check(_ result: Int32) throws(Failure) -> Int32 {
        guard result >= 0 else { throw Failure(code: errno) }
        return result
    }
}
