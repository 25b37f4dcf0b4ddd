import CGtk

/// The C library's memory, which GTK, Swift and the decoders of pictures share.
public nonisolated enum Allocator {
    /// Lets memory go back to the system when it is free. To be called before there are threads.
    ///
    /// Otherwise every thread has a heap of its own, and what one decode of a photo needed stays in pieces between the small
    /// blocks around it: a third of all memory after a while of scrolling.
    public static func returnFreeMemory() {
        mallopt(M_ARENA_MAX, 2)
        // Also keeps this limit from rising with each large block that is freed. What is drawn without a graphics card
        // needs a block of up to some megabytes for each frame, which would be mapped and cleared each time.
        mallopt(M_MMAP_THRESHOLD, 4 << 20)
        mallopt(M_TRIM_THRESHOLD, 8 << 20)
    }

    /// Gives all free memory back to the system, also what lies between blocks that are in use. To be called when much has
    /// become free at once: it takes some milliseconds.
    @concurrent
    public static func giveBack() async {
        malloc_trim(0)
    }
}
