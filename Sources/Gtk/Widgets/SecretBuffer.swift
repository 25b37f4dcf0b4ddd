import CGtk
import GLib

/// Keeps the typed text of a text field, and gives bullets to all readers, assistive technologies included.
///
/// A password field still gives its text to other programs: GTK 4.8 does so over the accessibility bus.
@MainActor
final class SecretBuffer: Object {
    /// The typed text.
    var secret: String { secretState(of: pointer)?.text ?? "" }

    convenience init() {
        guard let object = g_object_new_with_properties(secretBufferType, 0, nil, nil) else {
            preconditionFailure("GTK made no buffer")
        }
        self.init(adopting: UnsafeMutableRawPointer(object))
        attach(SecretState(), as: stateKey)
    }

    /// Makes a text field (GtkText) store its text here.
    func use(in text: Widget) {
        gtk_text_set_buffer(text.cast(), cast())
        gtk_text_set_visibility(text.cast(), 0)
        // GTK passes the typed text in a signal, and its accessibility code listens to this signal later. It gets bullets
        // instead.
        let buffer = pointer
        text.on("insert-text") { [address = text.pointer] arguments in
            guard let state = secretState(of: buffer), state.incoming == nil,
                let typed = arguments.text(0, length: arguments.int(1)), let position = arguments.pointer(2)
            else { return }
            g_signal_stop_emission_by_name(address, "insert-text")
            state.incoming = typed
            let bullets = String(repeating: bullet, count: typed.unicodeScalars.count)
            gtk_editable_insert_text(
                OpaquePointer(address), bullets, -1, position.assumingMemoryBound(to: Int32.self))
            state.incoming = nil
        }
    }
}

private let bullet = "•"
private let stateKey: AttachmentKey = "cameo-secret"
/// Many times the length of any token.
private let maxLength = 16_384

/// The state of a buffer.
@MainActor
private final class SecretState {
    private var scalars: [Unicode.Scalar] = []
    /// The text that GTK shows. GTK may read it at any time, and it stays valid until the next change.
    private(set) var bullets = strdup("")
    /// The text for the bullets that are about to be inserted.
    var incoming: String?

    isolated deinit {
        erase()
        free(bullets)
    }

    var text: String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars)
        return String(text)
    }

    var count: Int { scalars.count }

    func insert(_ text: String, at position: Int) -> Int {
        let new = Array(text.unicodeScalars.prefix(maxLength - count))
        scalars.insert(contentsOf: new, at: min(position, count))
        showBullets()
        return new.count
    }

    func remove(_ range: Range<Int>) {
        let range = range.clamped(to: 0..<count)
        // Moving scalars down would leave copies of the last ones in memory.
        let rest = Array(scalars[..<range.lowerBound] + scalars[range.upperBound...])
        erase()
        scalars = rest
        showBullets()
    }

    private func erase() {
        for index in scalars.indices { scalars[index] = "\0" }
    }

    private func showBullets() {
        free(bullets)
        bullets = strdup(String(repeating: bullet, count: count))
    }
}

@MainActor
private func secretState(of buffer: UnsafeMutableRawPointer?) -> SecretState? {
    buffer.flatMap { Object.attachment(stateKey, of: $0) }
}

@MainActor
private let secretBufferType: GType = {
    var parent = GTypeQuery()
    g_type_query(gtk_entry_buffer_get_type(), &parent)
    return g_type_register_static_simple(
        gtk_entry_buffer_get_type(), "CameoSecretBuffer", parent.class_size,
        { type, _ in
            guard let type else { return }
            let bufferClass = type.assumingMemoryBound(to: GtkEntryBufferClass.self)
            bufferClass.pointee.get_length = { guint(secretState(of: $0)?.count ?? 0) }
            bufferClass.pointee.get_text = { buffer, length in
                // An object without its state is empty.
                guard let bullets = secretState(of: buffer)?.bullets else { return UnsafePointer(noText) }
                length?.pointee = gsize(strlen(bullets))
                return UnsafePointer(bullets)
            }
            bufferClass.pointee.insert_text = { buffer, position, characters, count in
                guard let buffer, let characters, let state = secretState(of: buffer) else { return 0 }
                let end = g_utf8_offset_to_pointer(characters, glong(count))
                let bytes = UnsafeRawBufferPointer(
                    start: characters, count: end.map { UnsafePointer($0) - characters } ?? 0)
                let text = state.incoming ?? String(decoding: bytes, as: UTF8.self)
                let inserted = state.insert(text, at: Int(position))
                let bullets = String(repeating: bullet, count: inserted)
                gtk_entry_buffer_emit_inserted_text(buffer, position, bullets, guint(inserted))
                return guint(inserted)
            }
            bufferClass.pointee.delete_text = { buffer, position, count in
                guard let buffer, let state = secretState(of: buffer) else { return 0 }
                let start = min(Int(position), state.count)
                let removed = min(Int(count), state.count - start)
                if removed > 0 { gtk_entry_buffer_emit_deleted_text(buffer, guint(start), guint(removed)) }
                return guint(removed)
            }
            // The text is removed after the handlers have read the deleted range.
            bufferClass.pointee.deleted_text = { buffer, position, count in
                guard let buffer, let state = secretState(of: buffer) else { return }
                state.remove(Int(position)..<Int(position) + Int(count))
                let object = UnsafeMutableRawPointer(buffer).assumingMemoryBound(to: GObject.self)
                for property in ["text", "length"] { g_object_notify(object, property) }
            }
        }, parent.instance_size, nil, GTypeFlags(rawValue: 0))
}()

@MainActor
private let noText = strdup("")
