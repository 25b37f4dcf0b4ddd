import Contacts
import Foundation
import Gtk

/// How far the first fill of the list is.
final class SyncProgress {
    let root: Widget

    private let bar = ProgressBar()
    private let text = Label(classes: ["dim-label", "caption"])
    private let area: Revealer

    init() {
        let box = Box(.vertical, spacing: 4)
        box.setMargins(top: 6, bottom: 6, start: 12, end: 12)
        bar.setAccessibleLabel(tr("Loading contacts"))
        box.append(bar)
        box.append(text)
        area = Revealer(box)
        root = area
    }

    /// Shows a work that counts; looking for a few changes is none to watch.
    func show(_ progress: Synchroniser.Progress) {
        guard case .running(let done, let total?) = progress, total > 0, done < total else { return hide() }
        bar.fraction = Double(done) / Double(total)
        text.text = tr(
            "%1$s of %2$s", done.formatted(.number.locale(.ofNumbers)), trn("%d contact", "%d contacts", total))
        area.isRevealed = true
    }

    func hide() {
        area.isRevealed = false
    }
}
