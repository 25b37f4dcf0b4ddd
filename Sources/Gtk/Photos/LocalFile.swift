import CGtk
import Foundation
import Glibc

/// Reads files that a person chose.
nonisolated enum LocalFile {
    /// Reads a regular file of at most so many bytes.
    static func read(_ path: String, atMost limit: Int) throws(PhotoProblem) -> Data {
        // Without waiting for the other end of a pipe.
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else { throw .unreadable }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { throw .unreadable }
        guard status.st_size <= limit else { throw .tooLarge }
        var bytes = Data(count: Int(status.st_size))
        var count = 0
        while count < bytes.count {
            let part = bytes.withUnsafeMutableBytes { buffer in
                Glibc.read(descriptor, buffer.baseAddress.map { $0 + count }, buffer.count - count)
            }
            // The file became shorter, or cannot be read. The decoder refuses half a picture.
            guard part > 0 else { break }
            count += part
        }
        return bytes.prefix(count)
    }
}
