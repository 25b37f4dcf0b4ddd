import Contacts
import Model

/// The part of a section that is not on this computer.
nonisolated enum SectionGap: Equatable {
    /// It is being asked for.
    case loading
    /// So many entries, which cannot be had now; nil where the contact does not count them.
    case missing(Int?)

    /// The gaps in a stored contact while a loader loads the rest. `loading` is nil without a loader.
    static func gaps(in stored: StoredContact, _ loading: ContactLoader.State?) -> [ContactSection: SectionGap] {
        var gaps = Dictionary(uniqueKeysWithValues: stored.unread.map { ($0, SectionGap.missing(nil)) })
        for section in ContactSection.counted {
            let count = stored.missingCount(in: section)
            guard count > 0 else { continue }
            guard let loading else {
                gaps[section] = .missing(count)
                continue
            }
            // A loaded and stored section is complete, even where the server counts differently.
            if loading.loaded.contains(section), stored.hasLoaded(section) { continue }
            gaps[section] = loading.isFailing || loading.failed.contains(section) ? .missing(count) : .loading
        }
        return gaps
    }
}

nonisolated extension ContactDetail {
    /// The row that stands for the missing part.
    static func row(_ gap: SectionGap, in section: ContactSection) -> Row {
        switch gap {
        case .loading: Row(title: tr("Loading…"), icon: "", isLoading: true)
        case .missing(let count):
            Row(
                title: tr("%1$s, not on this computer", words(for: count ?? 0, in: section)),
                icon: "content-loading-symbolic")
        }
    }

    private static func words(for count: Int, in section: ContactSection) -> String {
        switch section {
        case .notes: trn("%d note", "%d notes", count)
        case .activities: trn("%d activity", "%d activities", count)
        case .calls: trn("%d call", "%d calls", count)
        case .reminders: trn("%d reminder", "%d reminders", count)
        case .tasks: trn("%d task", "%d tasks", count)
        case .gifts: trn("%d gift", "%d gifts", count)
        case .debts: trn("%d debt", "%d debts", count)
        // The contact does not count the others.
        case .pets: tr("Pets")
        case .lifeEvents: tr("Life Events")
        case .conversations: tr("Conversations")
        case .documents: tr("Documents")
        }
    }
}
