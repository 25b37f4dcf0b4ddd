public import Foundation

// Changes of contacts, as made on the web pages. An unknown `id` is no error.
extension DemoServer {
    /// Moves `updated_at`, as every edit of a contact does.
    public func renameContact(_ id: Int, first: String, last: String?) {
        edit(id, isUpdate: true) {
            $0.firstName = first
            $0.lastName = last
            $0.initialsDrawn = .now
        }
    }

    /// Gone from every list, and 404.
    public func deleteContact(_ id: Int) {
        edit(id, isUpdate: false) { $0.isDeleted = true }
    }

    /// The contact leaves the list of contacts, but a request by its id still finds it.
    public func archiveContact(_ id: Int, _ isArchived: Bool = true) {
        edit(id, isUpdate: true) { $0.isActive = !isArchived }
    }

    /// Makes a partial contact a contact in the list.
    public func listContact(_ id: Int) {
        edit(id, isUpdate: true) { $0.isPartial = false }
    }

    /// Gives the contact a new photo, and thereby another URL.
    public func changePhoto(ofContact id: Int) {
        edit(id, isUpdate: true) {
            $0.portrait = ($0.portrait ?? 0) + 1
            $0.avatar = .photo(Detail.number(contact: id, index: 0))
        }
    }

    /// Deletes the photo that is the avatar. The contact's `updated_at` stays and its source too: a quirk of Monica.
    public func deletePhoto(ofContact id: Int) {
        edit(id, isUpdate: false) {
            $0.portrait = nil
            $0.avatar = .photo(Detail.number(contact: id, index: 0))
        }
    }

    /// Sets the avatar's source to one of Monica's: `default`, `adorable`, `gravatar` or `photo`; others are ignored.
    public func setAvatar(ofContact id: Int, source: String) {
        let avatars: [String: Person.Avatar] = [
            "default": .initials, "adorable": .adorable, "gravatar": .gravatar,
            "photo": .photo(Detail.number(contact: id, index: 0)),
        ]
        guard let avatar = avatars[source] else { return }
        edit(id, isUpdate: true) {
            if source == "photo", $0.portrait == nil { $0.portrait = 0 }
            $0.avatar = avatar
        }
    }

    /// Sets when the contact was changed last.
    public func setUpdated(_ date: Date, ofContact id: Int) {
        edit(id, isUpdate: false) { $0.updated = Timestamp(seconds: Int(date.timeIntervalSince1970)) }
    }

    private func edit(_ id: Int, isUpdate: Bool, _ change: (inout Person) -> Void) {
        monica.change { state in
            state.account.edit(id) { edit in
                change(&edit)
                if isUpdate { edit.updated = .now }
            }
        }
    }
}

extension Timestamp {
    fileprivate static var now: Timestamp { Timestamp(seconds: Int(Date().timeIntervalSince1970)) }
}
