/// Writes rows of the account as the server's JSON.
struct Resources {
    /// JSON that every resource carries.
    static let accountReference: JSON = ["id": 1]

    let account: ServerAccount
    let pictures: PictureStore
    /// Base of the addresses in the answer, as the server believes to be called; without a slash at the end.
    let base: String
    let arePhotosPublic: Bool

    var seed: UInt64 { account.book.seed }

    func uuid(_ kind: Identifiers.Kind, _ number: Int) -> JSON {
        .string(Identifiers.uuid(of: number, kind: kind, seed: seed))
    }

    func api(_ path: String) -> JSON {
        .string("\(base)/api/\(path)")
    }

    func file(_ path: String) -> String {
        "\(base)/\(arePhotosPublic ? "storage" : "store")/\(path)"
    }

    /// `created_at` and `updated_at`, with which nearly every resource ends.
    func times(_ created: Timestamp, _ updated: Timestamp? = nil) -> JSON {
        ["created_at": .string(created.text), "updated_at": .string((updated ?? created).text)]
    }
}
