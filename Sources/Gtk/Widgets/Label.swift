import CGtk
import GLib

/// A text.
@MainActor
public final class Label: Widget {
    public override class var gType: UInt { gtk_label_get_type() }

    /// A label with a text and style classes.
    public convenience init(_ text: String = "", classes: [String] = []) {
        self.init(made: gtk_label_new(text))
        classes.forEach(addClass)
    }

    /// The text that it shows.
    public var text: String {
        get { String(cString: gtk_label_get_text(opaque)) }
        set {
            shownLinks?.markup = nil
            gtk_label_set_text(opaque, newValue)
        }
    }

    /// Shortens a text that does not fit, with an ellipsis at its end.
    public func ellipsizes() {
        gtk_label_set_ellipsize(opaque, PANGO_ELLIPSIZE_END)
    }

    /// Breaks lines between words, and within words that are too long for a line. It adds no hyphen there: in a mail or web
    /// address a hyphen could be a part of it.
    public func wraps() {
        gtk_label_set_wrap(opaque, 1)
        gtk_label_set_wrap_mode(opaque, PANGO_WRAP_WORD_CHAR)
        let attributes = pango_attr_list_new()
        // The list takes over the attribute, and the label adds a reference to the list.
        pango_attr_list_insert(attributes, pango_attr_insert_hyphens_new(0))
        gtk_label_set_attributes(opaque, attributes)
        pango_attr_list_unref(attributes)
    }

    /// As `wraps`, for a label that gets at most its natural width. At that width, a word that fits does not break.
    public func wrapsBetweenWords() {
        wraps()
        // Otherwise the natural width is the least for the number of lines.
        gtk_label_set_natural_wrap_mode(opaque, GTK_NATURAL_WRAP_WORD)
    }

    /// Shows a text with links in it. The text of a link is also its address.
    ///
    /// The label has links only while it is on the screen. Newer versions of GTK must introduce the label to screen readers
    /// first (`NewerFunctions.introduceToReaders`).
    public func show(_ text: String, links: [Range<String.Index>]) {
        guard !links.isEmpty else { return self.text = text }
        var markup = ""
        var rest = text.startIndex
        for link in links where link.lowerBound >= rest {
            let address = escapingMarkup(String(text[link]))
            markup += escapingMarkup(String(text[rest..<link.lowerBound]))
            markup += "<a href=\"\(address)\">\(address)</a>"
            rest = link.upperBound
        }
        self.text = text
        setShownLinks(markup + escapingMarkup(String(text[rest...])))
    }

    private var shownLinks: ShownLinks? { attachment("cameo-links") }

    private func setShownLinks(_ markup: String) {
        let label = opaque
        let show: @MainActor (String) -> Void = { markup in
            NewerFunctions.introduceToReaders(label)
            gtk_label_set_markup(label, markup)
        }
        if gtk_widget_get_mapped(widget) != 0 { show(markup) }
        if let shownLinks { return shownLinks.markup = markup }
        let links = ShownLinks(markup)
        attach(links, as: "cameo-links")
        onMap { links.markup.map(show) }
        onUnmap { if links.markup != nil { gtk_label_set_text(label, String(cString: gtk_label_get_text(label))) } }
    }

    /// Calls back when a link in the text is clicked.
    public func onLink(_ handler: @escaping @MainActor (String) -> Void) {
        answer("activate-link") { arguments in
            if let address = arguments.string(0) { handler(address) }
            return true
        }
    }

    /// Sets the maximum number of lines when the text wraps.
    public func setMaximumLines(_ lines: Int) {
        gtk_label_set_lines(opaque, Int32(lines))
    }

    /// Whether the text can be selected and copied.
    public func setSelectable(_ selectable: Bool) {
        gtk_label_set_selectable(opaque, selectable ? 1 : 0)
    }

    /// The alignment of lines: 0 at the start of the writing direction, 0.5 in the middle, 1 at the end.
    public var lineAlignment: Double {
        get { Double(gtk_label_get_xalign(opaque)) }
        set {
            gtk_label_set_xalign(opaque, Float(newValue))
            gtk_label_set_justify(opaque, newValue == 0.5 ? GTK_JUSTIFY_CENTER : GTK_JUSTIFY_LEFT)
        }
    }

    /// Sets the minimum width, in characters of average width. GTK's own minimum needs a layout with a line for each letter of
    /// an unbroken run. That takes five times as long as all the rest.
    public func setMinimumWidth(characters: Int) {
        gtk_label_set_width_chars(opaque, Int32(characters))
    }

    /// Sets the maximum natural width, in characters of average width.
    public func setMaximumWidth(characters: Int) {
        gtk_label_set_max_width_chars(opaque, Int32(characters))
    }
}

/// The markup of a label's text with links.
@MainActor
private final class ShownLinks {
    var markup: String?

    init(_ markup: String) {
        self.markup = markup
    }
}

/// A symbolic icon by its name in the icon theme.
@MainActor
public final class Icon: Widget {
    public override class var gType: UInt { gtk_image_get_type() }

    /// A symbolic icon by its name.
    public convenience init(_ name: String) {
        self.init(made: gtk_image_new_from_icon_name(name))
        // An icon repeats the text beside it.
        setAccessibleHidden()
    }

    /// An icon with an accessible label, where no text beside it says the same.
    public convenience init(_ name: String, label: String) {
        self.init(made: gtk_image_new_from_icon_name(name))
        tooltip = label
        setAccessibleLabel(label)
    }

    /// The name of the icon.
    public var name: String {
        get { gtk_image_get_icon_name(opaque).map { String(cString: $0) } ?? "" }
        set { gtk_image_set_from_icon_name(opaque, newValue) }
    }
}

/// Shows that an operation is running, while it is visible.
@MainActor
public final class Spinner: Widget {
    /// A spinner that turns whenever it is shown.
    public convenience init() {
        self.init(made: gtk_spinner_new())
        // GTK would also turn it on a hidden page of a stack, and draw frames that no one sees.
        let spinner = opaque
        onMap { gtk_spinner_start(spinner) }
        onUnmap { gtk_spinner_stop(spinner) }
    }

    /// A spinner in the middle of a page that is being loaded.
    public static func page() -> Spinner {
        let spinner = Spinner()
        spinner.setMinimumSize(width: 32, height: 32)
        spinner.expandsVertically = true
        spinner.horizontalAlignment = .center
        spinner.verticalAlignment = .center
        return spinner
    }
}

/// The progress of an operation.
@MainActor
public final class ProgressBar: Widget {
    /// A bar at 0.
    public convenience init() {
        self.init(made: gtk_progress_bar_new())
    }

    /// 0 to 1.
    public var fraction: Double {
        get { gtk_progress_bar_get_fraction(opaque) }
        set { gtk_progress_bar_set_fraction(opaque, min(max(newValue, 0), 1)) }
    }
}
