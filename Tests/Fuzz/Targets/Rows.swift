import CGtk
import Foundation

@testable import CameoApp

/// The processor time that the layout of one row may take, in seconds. The window does not answer meanwhile.
private let longest = 0.02
/// A fluke of the machine does not come so often in a row.
private let tries = 3
/// Widths of the text in a narrow window and in a wide one, in pixels; GTK asks for that without a limit as well.
private let widths: [Int32] = [-1, 150, 400]

func fuzzRows(_ bytes: Data) {
    let text = String(decoding: bytes, as: UTF8.self)
    let note = TextPart.excerpt(of: PlainText.cleaned(markdown: text)).part.text
    let name = TextPart.excerpt(of: PlainText.line(text), cost: 300).part.text
    let layout = RowLayout.shared
    for shown in [note, name] {
        var least = Double.infinity
        for _ in 0..<tries where least > longest { least = min(least, layout.time(of: shown)) }
        promise(least <= longest, "\(Int(least * 1_000)) ms for \(shown.debugDescription)")
    }
}

/// Lays text out as a label does.
private final class RowLayout: @unchecked Sendable {
    // Both callers try one input after the other.
    static let shared = RowLayout()

    private let layout: OpaquePointer

    init() {
        let map = pango_cairo_font_map_new()
        let context = pango_font_map_create_context(map)
        guard let layout = pango_layout_new(context) else { preconditionFailure("Pango made no layout") }
        self.layout = layout
        pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
        // Fonts come from the disk at their first use.
        _ = time(of: "x 👨‍👩‍👧‍👦 🇫🇷 👩🏽‍🚀 क्षत्रिय مرحبا 漢字仮名 한국 ไทย ελ עב а 👍 e\u{301}\u{302} ∑ ☃ 𝔘 ა ደ")
    }

    /// How long the processor is busy, in seconds.
    func time(of text: String) -> Double {
        let start = Self.now
        pango_layout_set_text(layout, text, -1)
        for width in widths {
            pango_layout_set_width(layout, width < 0 ? width : width * PANGO_SCALE)
            pango_layout_get_extents(layout, nil, nil)
        }
        return Self.now - start
    }

    private static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
