import Foundation

/// A token in the form of Laravel Passport: a JWT that expires after a year. Its signature is never checked.
struct AccessToken: Sendable {
    let text: String

    init(_ text: String) {
        self.text = text
    }

    init(seed: UInt64, issued: Timestamp) {
        var random = Random(seed &+ UInt64(truncatingIfNeeded: issued.seconds), 0, .token)
        let identifier = (0..<80).map { _ in String(random.integer(0...15), radix: 16) }.joined()
        let year = Timestamp(seconds: issued.seconds + 365 * Timestamp.day)
        let header = #"{"typ":"JWT","alg":"RS256"}"#
        let claims = """
            {"aud":"1","jti":"\(identifier)","iat":\(issued.seconds).104512,"nbf":\(issued.seconds).104516,\
            "exp":\(year.seconds).098467,"sub":"1","scopes":[]}
            """
        let signature = Data((0..<512).map { _ in UInt8(truncatingIfNeeded: random.next()) })
        text = [Data(header.utf8), Data(claims.utf8), signature].map(Self.base64URL).joined(separator: ".")
    }

    /// Whether a request carries the token; the scheme's case matters to Passport.
    func isCarried(by request: Request) -> Bool {
        request["Authorization"] == "Bearer \(text)"
    }

    private static func base64URL(_ data: Data) -> String {
        data.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
}
