import Foundation
import Gtk
import Model

/// The user's journal, the latest entry first, in a window of its own.
final class JournalWindow {
    private static let size = (width: 560, height: 600)

    let window: SecondaryWindow
    /// The window is closed. It must be let go of: GTK 4.8 keeps the address of the window below until then.
    var onClosed: (() -> Void)?
    /// A link leads to another program.
    var onOpen: ((String) -> Void)?

    private let group: DetailGroup

    /// Shows a section that `section(of:)` made.
    init(_ section: ContactDetail.Section, pictures: AvatarPictures) {
        group = DetailGroup(section, pictures: pictures)
        group.root.setMargins(top: 12, bottom: 24, start: 12, end: 12)
        let scroll = ScrolledWindow(Clamp(group.root, maximumWidth: Self.size.width))
        scroll.scrollsVerticallyOnly()
        scroll.expandsVertically = true
        window = SecondaryWindow(
            title: tr("Journal"), content: scroll, width: Self.size.width, height: Self.size.height)
        window.onUnmap { [weak self] in self?.onClosed?() }
        group.onAction = { [weak self] in if case .open(let uri) = $0 { self?.onOpen?(uri) } }
        group.onPending = { [weak self] in self?.fill() }
        fill()
    }

    /// The entries as rows. All of a long journal takes longer than a frame. `page` is the journal's web page, which has the
    /// earlier entries of a journal that is not whole.
    @concurrent
    nonisolated static func section(
        of entries: [JournalEntry], isWhole: Bool = true, page: URL? = nil
    ) async -> ContactDetail.Section {
        let rows = entries.map { entry in
            let day = entry.writtenAt.map { DayText.localDay(of: $0) } ?? ""
            let title = entry.title.map { PlainText.line($0) } ?? ""
            return ContactDetail.Row(
                title: ContactDetail.lines(title, PlainText.cleaned(markdown: entry.text)), subtitle: day,
                icon: "x-office-calendar-symbolic")
        }
        let end = ContactDetail.Row(
            title: tr("Earlier entries on the server"), icon: "view-more-horizontal-symbolic",
            action: page.map { .open(uri: $0.absoluteString) })
        return ContactDetail.Section(id: .journal, title: "", rows: rows, ends: isWhole ? [] : [end])
    }

    /// Rows come one by one, so that no frame waits for all of them.
    private func fill() {
        guard group.addNext() != nil else { return }
        if !group.root.afterNextFrame({ [weak self] in self?.fill() }) { Task { [weak self] in self?.fill() } }
    }
}
