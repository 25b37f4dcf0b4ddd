import Avatars
import Contacts
import Model

/// Changes of the account: by the server's answers, or by a person's choice.
extension Session {
    /// Asks the server for the user's identity, which accounts of older versions lack. It identifies the account when its
    /// server moves.
    func learnUser() async {
        guard account.userCreated == nil, token != nil, !Task.isCancelled else { return }
        // Without an answer the next synchronisation asks again.
        guard let user = try? await client.me(), user.id == account.userID, user.createdAt != nil else { return }
        (account.userUUID, account.userCreated) = (user.uuid, user.createdAt)
        onAccountChange?()
    }

    /// Turns pictures from other hosts on or off. The caller has to save the account.
    func setLoadsExternalPictures(_ loads: Bool) {
        account.loadsExternalPictures = loads
        avatars.showsExternalPictures = loads
    }
}
