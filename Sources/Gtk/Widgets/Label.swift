import CGtk
import GLib

/// A text that is shown.
@MainActor
public final class Label: Widget {
    public convenience init(_ text: String = "", classes: [String] = []) {
        self.init(made: gtk_label_new(text))
        classes.forEach(addClass)
    }

    public var text: String {
        get { String(cString: gtk_label_get_text(opaque)) }
        set { gtk_label_set_text(opaque, newValue) }
    }

    /// A line with some of its parts in bold and underlined.
    public struct Line {
        var text: String
        var marks: [Range<String.Index>]

        public init(text: String, marks: [Range<String.Index>] = []) {
            self.text = text
            self.marks = marks
        }
    }

    /// Shows a line, and below it one in the size of a caption; nothing below if the second is empty. The opacity is from 0
    /// to 1 and blends the text's colour only, which costs less than the opacity of a widget.
    public func setLines(_ first: Line, _ second: Line, secondOpacity: Double) {
        let attributes = TextAttributes()
        let firstOpening = opening(of: first.text)
        attributes.mark(first.marks, of: first.text, from: firstOpening.utf8.count)
        var text = firstOpening + first.text
        if !second.text.isEmpty {
            // The line before ends what it opened.
            text += firstOpening.isEmpty ? "\n" : "\u{2069}\n"
            let secondOpening = opening(of: second.text)
            text += secondOpening
            let start = text.utf8.count
            text += second.text
            attributes.add(pango_attr_scale_new(Self.captionScale), start..<Int(UInt32.max))
            attributes.add(
                pango_attr_foreground_alpha_new(guint16(secondOpacity * Double(UInt16.max))), start..<Int(UInt32.max))
            attributes.mark(second.marks, of: second.text, from: start)
        }
        gtk_label_set_text(opaque, text)
        gtk_label_set_attributes(opaque, attributes.list)
    }

    /// What a line begins with whose text runs against the label's direction: Pango would let it stand at the other end,
    /// so it is set apart (an isolate of UAX 9) in a line that runs as the label does.
    private func opening(of text: String) -> String {
        let isLeftwards = gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL
        guard let letter = text.unicodeScalars.first(where: \.properties.isAlphabetic),
            letter.isWrittenLeftwards != isLeftwards
        else { return "" }
        return isLeftwards ? "\u{200F}\u{2068}" : "\u{200E}\u{2068}"
    }

    /// As Adwaita's `caption` class.
    private static let captionScale = 0.82

    /// Shortens with an ellipsis at the end what does not fit.
    public func ellipsizes() {
        gtk_label_set_ellipsize(opaque, PANGO_ELLIPSIZE_END)
    }

    /// Breaks lines between words, and within one that is too long for a line.
    public func wraps() {
        gtk_label_set_wrap(opaque, 1)
        gtk_label_set_wrap_mode(opaque, PANGO_WRAP_WORD_CHAR)
    }

    /// Most lines that are shown when it wraps.
    public func setMaximumLines(_ lines: Int) {
        gtk_label_set_lines(opaque, Int32(lines))
    }

    public func setSelectable(_ selectable: Bool) {
        gtk_label_set_selectable(opaque, selectable ? 1 : 0)
    }

    /// Where lines start: 0 at the start of the writing direction, 0.5 in the middle, 1 at the end.
    public var lineAlignment: Double {
        get { Double(gtk_label_get_xalign(opaque)) }
        set {
            gtk_label_set_xalign(opaque, Float(newValue))
            gtk_label_set_justify(opaque, newValue == 0.5 ? GTK_JUSTIFY_CENTER : GTK_JUSTIFY_LEFT)
        }
    }

    /// The widest that it asks for, in characters of average width.
    public func setMaximumWidth(characters: Int) {
        gtk_label_set_max_width_chars(opaque, Int32(characters))
    }
}

/// How parts of a text look; positions are in bytes of UTF-8.
@MainActor
private final class TextAttributes {
    let list = pango_attr_list_new()

    isolated deinit {
        pango_attr_list_unref(list)
    }

    func add(_ attribute: UnsafeMutablePointer<PangoAttribute>?, _ bytes: Range<Int>) {
        attribute?.pointee.start_index = guint(bytes.lowerBound)
        attribute?.pointee.end_index = guint(bytes.upperBound)
        // The list takes the new attribute.
        pango_attr_list_insert(list, attribute)
    }

    /// `start` is where the text begins.
    func mark(_ ranges: [Range<String.Index>], of text: String, from start: Int) {
        for range in ranges {
            let lower = start + text.utf8.distance(from: text.startIndex, to: range.lowerBound)
            let upper = start + text.utf8.distance(from: text.startIndex, to: range.upperBound)
            add(pango_attr_weight_new(PANGO_WEIGHT_BOLD), lower..<upper)
            add(pango_attr_underline_new(PANGO_UNDERLINE_SINGLE), lower..<upper)
        }
    }
}

private extension Unicode.Scalar {
    /// Whether it is in one of the blocks that Unicode keeps for scripts written from right to left
    /// (DerivedBidiClass.txt, the defaults for R and AL).
    nonisolated var isWrittenLeftwards: Bool {
        switch value {
        case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
        default: false
        }
    }
}

/// A symbolic icon by its name in the icon theme.
@MainActor
public final class Icon: Widget {
    public convenience init(_ name: String) {
        self.init(made: gtk_image_new_from_icon_name(name))
        // An icon only repeats what a text says.
        setAccessibleHidden(true)
    }

    public var name: String {
        get { gtk_image_get_icon_name(opaque).map { String(cString: $0) } ?? "" }
        set { gtk_image_set_from_icon_name(opaque, newValue) }
    }
}

/// Says that something is going on, as long as it is on the screen.
@MainActor
public final class Spinner: Widget {
    /// Turns whenever it is shown.
    public convenience init() {
        self.init(made: gtk_spinner_new())
        // GTK would turn it on the hidden page of a stack as well, and draw frame after frame for nobody.
        let spinner = opaque
        onMap { gtk_spinner_start(spinner) }
        onUnmap { gtk_spinner_stop(spinner) }
    }

    /// A spinner in the middle of a page that is about to come.
    public static func page() -> Spinner {
        let spinner = Spinner()
        spinner.setMinimumSize(width: 32, height: 32)
        spinner.expandsVertically = true
        spinner.horizontalAlignment = .center
        spinner.verticalAlignment = .center
        return spinner
    }
}

/// How much of a work is done.
@MainActor
public final class ProgressBar: Widget {
    public convenience init() {
        self.init(made: gtk_progress_bar_new())
    }

    /// 0 to 1.
    public var fraction: Double {
        get { gtk_progress_bar_get_fraction(opaque) }
        set { gtk_progress_bar_set_fraction(opaque, min(max(newValue, 0), 1)) }
    }
}
