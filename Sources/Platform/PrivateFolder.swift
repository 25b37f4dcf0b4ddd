public import Foundation
import Glibc

/// An open folder that the user owns. All operations use this very folder, even if its path changes meanwhile. They never
/// follow a link. All of them block.
public final class PrivateFolder: Sendable {
    /// The kind of an entry in a folder.
    public enum Entry: Hashable, Sendable {
        case file(bytes: Int)
        case folder
        case link
        /// A socket, a device, or an entry of another user.
        case foreign
    }

    private static let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC

    /// The path of the folder when it was opened, for messages and for libraries that need a path.
    public let path: String
    let descriptor: Int32

    private init(descriptor: Int32, path: String) throws(SystemError) {
        self.descriptor = descriptor
        self.path = path
        var status = stat()
        // Another user could change a folder of their own at any time.
        guard fstat(descriptor, &status) == 0, status.st_uid == geteuid() else { throw SystemError(code: EACCES) }
    }

    deinit {
        close(descriptor)
    }

    /// Opens a folder by its path and follows links: the folder's place is the person's choice.
    public static func open(following path: String) throws(SystemError) -> PrivateFolder {
        guard let resolved = realpath(path, nil) else { throw SystemError(code: errno) }
        defer { free(resolved) }
        let place = String(cString: resolved)
        return try PrivateFolder(
            descriptor: SystemError.check(Glibc.open(place, flags | O_NOFOLLOW)), path: place)
    }

    /// Opens a folder that is no link itself. If it does not exist, makes it for the user alone.
    public static func make(_ url: URL) throws(SystemError) -> PrivateFolder {
        try makeFolders(url.path)
        return try PrivateFolder(
            descriptor: SystemError.check(Glibc.open(url.path, flags | O_NOFOLLOW)), path: url.path)
    }

    /// A subfolder.
    public func folder(_ name: String, creating: Bool = false) throws(SystemError) -> PrivateFolder {
        if creating, mkdirat(descriptor, name, 0o700) != 0, errno != EEXIST { throw SystemError(code: errno) }
        return try PrivateFolder(
            descriptor: SystemError.check(openat(descriptor, name, Self.flags | O_NOFOLLOW)), path: path(of: name))
    }

    /// The path of an entry of this folder.
    public func path(of name: String) -> String { path == "/" ? "/\(name)" : "\(path)/\(name)" }

    /// The names of all entries, in no order.
    public func names() throws(SystemError) -> [String] {
        // Of its own, since reading moves a place in it.
        let copy = try SystemError.check(openat(descriptor, ".", Self.flags))
        guard let stream = fdopendir(copy) else {
            close(copy)
            throw SystemError(code: errno)
        }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
                name.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    /// The kind of an entry; nil if there is none.
    public func entry(_ name: String) -> Entry? {
        guard let status = status(of: name) else { return nil }
        guard status.st_uid == geteuid() else { return .foreign }
        return switch status.st_mode & S_IFMT {
        case S_IFREG: .file(bytes: Int(status.st_size))
        case S_IFDIR: .folder
        case S_IFLNK: .link
        default: .foreign
        }
    }

    /// When a file was last changed; nil if there is none.
    public func lastChange(of name: String) -> timespec? {
        status(of: name)?.st_mtim
    }

    /// Whether it is in no folder any more.
    public var isRemoved: Bool {
        var status = stat()
        return fstat(descriptor, &status) != 0 || status.st_nlink == 0
    }

    /// Closes the folder to other users. One with the sticky bit, such as /tmp, is for all of them, and is left as it is.
    public func restrict() throws(SystemError) {
        var status = stat()
        try SystemError.check(fstat(descriptor, &status))
        guard status.st_mode & 0o077 != 0, status.st_mode & S_ISVTX == 0 else { return }
        try SystemError.check(fchmod(descriptor, 0o700))
    }

    /// Closes a file of the folder to other users.
    public func restrict(_ name: String) throws(SystemError) {
        let file = try SystemError.check(openat(descriptor, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC))
        defer { close(file) }
        var status = stat()
        try SystemError.check(fstat(file, &status))
        guard status.st_mode & 0o077 != 0 else { return }
        try SystemError.check(fchmod(file, 0o600))
    }

    /// Removes a file or a link; false if there was none.
    @discardableResult
    public func remove(_ name: String) throws(SystemError) -> Bool {
        if unlinkat(descriptor, name, 0) == 0 { return true }
        guard errno == ENOENT else { throw SystemError(code: errno) }
        return false
    }

    /// Removes a folder with nothing in it; false if there was none.
    @discardableResult
    public func removeFolder(_ name: String) throws(SystemError) -> Bool {
        if unlinkat(descriptor, name, AT_REMOVEDIR) == 0 { return true }
        guard errno == ENOENT else { throw SystemError(code: errno) }
        return false
    }

    /// Renames a file. It replaces an existing file of the new name.
    public func rename(_ name: String, to new: String) throws(SystemError) {
        try SystemError.check(renameat(descriptor, name, descriptor, new))
    }

    /// Waits until the names in the folder would survive a power cut.
    public func synchronise() throws(SystemError) {
        // Some file systems cannot, and need not: EINVAL.
        guard fsync(descriptor) != 0, errno != EINVAL else { return }
        throw SystemError(code: errno)
    }

    /// Waits until the content of a file would survive a power cut.
    public func synchronise(_ name: String) throws(SystemError) {
        let file = try SystemError.check(openat(descriptor, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC))
        defer { close(file) }
        try SystemError.check(fsync(file))
    }

    private func status(of name: String) -> stat? {
        var status = stat()
        return fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 ? status : nil
    }

    /// Makes a folder and those around it, all for the user alone.
    static func makeFolders(_ path: String) throws(SystemError) {
        guard mkdir(path, 0o700) != 0 else { return }
        let code = errno
        if code == EEXIST { return }
        let parent = (path as NSString).deletingLastPathComponent
        guard code == ENOENT, !parent.isEmpty, parent != path else { throw SystemError(code: code) }
        try makeFolders(parent)
        guard mkdir(path, 0o700) != 0, errno != EEXIST else { return }
        throw SystemError(code: errno)
    }
}
