import CGtk

/// How many bytes malloc has given out and not got back (mallinfo(3)). Unlike the process's resident memory it does not grow
/// where freed memory is only kept for later, or is in too many pieces to be given back. In a build with a sanitizer, which has
/// a heap of its own and looks for leaks there, this tells nothing.
public func heapInUse() -> Int {
    let info = mallinfo2()
    return Int(info.uordblks) + Int(info.hblkhd)
}
