import Avatars
import Contacts
import Model

/// Changes of the account: by the server's answers, or by a person's choice.
extension Session {
    /// Asks who the user is, which accounts of older versions do not say: by that the account is known again when its server
    /// moves.
    func learnUser() async {
        guard account.userCreated == nil, token != nil, !Task.isCancelled else { return }
        // Without an answer the next synchronisation asks again.
        guard let user = try? await client.me(), user.id == account.userID, user.createdAt != nil else { return }
        (account.userUUID, account.userCreated) = (user.uuid, user.createdAt)
        onAccountChange?()
    }

    /// Loads pictures from other hosts from now on, or does not. The account has to be saved.
    func setLoadsExternalPictures(_ loads: Bool) {
        account.loadsExternalPictures = loads
        avatars.showsExternalPictures = loads
    }
}
