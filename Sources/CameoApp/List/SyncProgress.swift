import Contacts
import Foundation
import Gtk
import Platform

/// How far the first fill of the list is, and how the news are coming for which a person asked.
final class SyncProgress {
    /// How long the end of a refresh shows that the person asked for.
    private static let farewell = Duration.seconds(3)

    let root: Widget

    private let bar = ProgressBar()
    private let spinner = Spinner()
    private let text = Label(classes: ["dim-label", "caption"])
    private let note = Label(classes: ["dim-label", "caption"])
    private let area: Revealer
    /// A person asked for news, and wants to see that they come.
    private var isAwaited = false
    /// When the server's limit lets the synchronisation go on.
    private var pauseEnd: ContinuousClock.Instant?
    /// Counts the pause down, or hides the sentence.
    private var timer: Task<Void, Never>?
    private var isCounting = false
    /// Whether the shown progress is under way.
    private var isBusy: Bool { area.isRevealed && (isCounting || isAwaited) }

    init() {
        let line = Box(.horizontal, spacing: 6)
        line.horizontalAlignment = .center
        line.append(spinner)
        line.append(text)
        text.wraps()
        let box = Box(.vertical, spacing: 4)
        box.setMargins(top: 6, bottom: 6, start: 12, end: 12)
        bar.setAccessibleLabel(tr("Loading contacts"))
        note.wraps()
        note.isVisible = false
        box.append(bar)
        box.append(line)
        let notes = TextColumn()
        notes.append(note)
        box.append(notes)
        area = Revealer(box)
        root = area
    }

    isolated deinit {
        timer?.cancel()
    }

    /// A person asked for news that are on their way: says so until they are there.
    func awaitNews() {
        isAwaited = true
        if !isCounting { say(tr("Updating…"), isBusy: true) }
    }

    /// Shows a work that counts; looking for a few changes is none to watch, unless a person asked for it.
    func show(_ progress: Synchroniser.Progress) {
        switch progress {
        case .running(let done, let total?) where total > 0 && done < total: count(done, of: total)
        case .running:
            if isAwaited { say(tr("Updating…"), isBusy: true) } else { hide() }
        case .finished where isAwaited:
            isAwaited = false
            say(tr("Up to date"), isBusy: false)
            text.announce(text.text)
            timer = Task { [weak self] in
                // Cancelled when there is something newer to say.
                guard await Task.hasSlept(for: Self.farewell) else { return }
                self?.hide()
            }
        case .finished, .failed, .idle:
            isAwaited = false
            hide()
        }
    }

    /// The server's limit holds the synchronisation up; nil when it goes on.
    func showPause(until end: ContinuousClock.Instant?) {
        pauseEnd = end
        if isBusy { countDown() }
    }

    func hide() {
        timer?.cancel()
        isCounting = false
        area.isRevealed = false
    }
}

private extension SyncProgress {
    func count(_ done: Int, of total: Int) {
        timer?.cancel()
        isCounting = true
        bar.isVisible = true
        spinner.isVisible = false
        bar.fraction = Double(done) / Double(total)
        text.text = tr(
            "%1$s of %2$s", done.formatted(.number.locale(.ofNumbers)), trn("%d contact", "%d contacts", total))
        area.isRevealed = true
        countDown()
    }

    func say(_ sentence: String, isBusy: Bool) {
        timer?.cancel()
        isCounting = false
        bar.isVisible = false
        spinner.isVisible = isBusy
        note.isVisible = false
        text.text = sentence
        area.isRevealed = true
        if isBusy { countDown() }
    }

    /// Says why the count stands still, and for how long yet.
    func countDown() {
        timer?.cancel()
        guard let pauseEnd, pauseEnd > .now else {
            note.isVisible = false
            return
        }
        note.text = tr(
            "Server limit reached. Continues in %1$s.",
            (pauseEnd - .now).localizedDescription)
        note.isVisible = true
        timer = Task { [weak self] in
            guard await Task.hasSlept(for: .seconds(1)) else { return }
            self?.countDown()
        }
    }
}
