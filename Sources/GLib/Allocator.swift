import CGtk

/// The C library's allocator, which GTK, Swift and the picture decoders share.
public nonisolated enum Allocator {
    /// Lets free memory return to the system. To be called before there are threads.
    ///
    /// Otherwise every thread has a heap of its own. Freed blocks of a decoded photo then stay fragmented between small blocks:
    /// a third of all memory after a while of scrolling.
    public static func returnFreeMemory() {
        mallopt(M_ARENA_MAX, 2)
        // Also keeps this limit from rising with each large block that is freed. Drawing without a graphics card needs a block
        // of some megabytes for each frame. Above the limit such a block would be mapped and cleared each time.
        mallopt(M_MMAP_THRESHOLD, 4 << 20)
        mallopt(M_TRIM_THRESHOLD, 8 << 20)
    }

    /// Returns all free memory to the system, also free blocks between used ones. For use after freeing much memory at once: it
    /// takes some milliseconds.
    @concurrent
    public static func giveBack() async {
        malloc_trim(0)
    }
}
