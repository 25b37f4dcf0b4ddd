import Foundation

/// How many bytes malloc has given out and not got back, in all arenas (malloc_info(3)). Unlike the process's resident
/// memory it does not grow where freed memory is only kept for later, or is in too many pieces to be given back. In a
/// build with a sanitizer, which has a heap of its own and looks for leaks there, this tells nothing.
public func heapInUse() throws -> Int {
    typealias MallocInfo = @convention(c) (Int32, UnsafeMutablePointer<FILE>) -> Int32
    guard let address = dlsym(nil, "malloc_info") else { throw HeapUnknown() }
    var text: UnsafeMutablePointer<CChar>?
    var size = 0
    guard let file = open_memstream(&text, &size) else { throw HeapUnknown() }
    let status = unsafeBitCast(address, to: MallocInfo.self)(0, file)
    fclose(file)
    defer { free(text) }
    guard status == 0, let text else { throw HeapUnknown() }
    // What stands behind the last arena counts for all of them.
    let totals = String(cString: text).components(separatedBy: "</heap>").last ?? ""
    func bytes(_ element: String) throws -> Int {
        let pattern = try Regex("<\(element) [^>]*size=\"(\\d+)\"", as: (Substring, Substring).self)
        guard let match = totals.firstMatch(of: pattern), let bytes = Int(match.output.1) else { throw HeapUnknown() }
        return bytes
    }
    return try bytes("system type=\"current\"") + bytes("total type=\"mmap\"")
        - bytes("total type=\"fast\"") - bytes("total type=\"rest\"")
}

private struct HeapUnknown: Error {}
