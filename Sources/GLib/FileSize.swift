import CGtk

/// A number of bytes as a text in the person's language, such as "4.2 MB".
public nonisolated func formattedSize(bytes: Int) -> String {
    guard let text = g_format_size(guint64(clamping: bytes)) else { return "" }
    defer { g_free(text) }
    return String(cString: text)
}
