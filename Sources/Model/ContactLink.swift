package import Foundation

/// What a click on a way to reach a contact opens.
///
/// What the user entered and what the server puts in front of it make one address, and its scheme decides what it may be. Mail
/// addresses, numbers and names are taken out of it and the link is made anew of them alone: an attachment, a body, a
/// second recipient or a code that changes settings of a telephone comes through with none.
enum ContactLink {
    /// Beyond, no address leads to a person.
    private static let maxLength = 2_000

    /// The link for a content with what goes in front of it; nil unless it leads to a person or to a web page.
    static func url(_ content: String, prefix: String) -> URL? {
        let whole = prefix + content.trimmingCharacters(in: .whitespacesAndNewlines)
        guard whole.utf8.count <= maxLength, let colon = whole.firstIndex(of: ":") else { return nil }
        let scheme = whole[..<colon].lowercased()
        let rest = String(whole[whole.index(after: colon)...])
        return switch scheme {
        case "http", "https": webPage(whole)
        case "mailto": mailAddress(rest).flatMap { URL(string: "mailto:\($0)") }
        case "tel", "sms": number(rest).flatMap { URL(string: "\(scheme):\($0)") }
        default: template(scheme, rest).flatMap { URL(string: "\(scheme):\($0)") }
        }
    }

    private static func webPage(_ text: String) -> URL? {
        guard !text.contains(where: \.isWhitespace), let url = URL(string: text), url.isWebPage,
            // A name before the host passes for the host.
            url.user == nil, url.password == nil
        else { return nil }
        return url
    }

    /// One address (RFC 6068, 2), its other letters percent-encoded; nil if there is anything beside it.
    private static func mailAddress(_ text: String) -> String? {
        let address = text.prefix { $0 != "?" }
        let parts = address.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty,
            address.unicodeScalars.allSatisfy({ mailCharacters.contains($0) || !$0.isASCII && isLetter($0) })
        else { return nil }
        return String(address).addingPercentEncoding(withAllowedCharacters: mailCharacters)
    }

    /// The number alone (RFC 3966, 5.1.1); nil for codes, which have `*` and `#`, and for what is no number.
    private static func number(_ text: String) -> String? {
        var number = ""
        var last: Character = " "
        // As in "+49 (0)30", where the trunk prefix is not dialled.
        let text = text.contains("+") ? text.replacing("(0)", with: "") : text
        for character in text {
            defer { last = character }
            switch character {
            case "0"..."9": number.append(character)
            case "+" where number.isEmpty: number = "+"
            case " ", "\u{a0}", "\u{202f}", "-", "\u{2011}", ".", "(", ")", "[", "]", "/": break
            // An extension, a pause, a parameter.
            case ";", ",", "?": return isNumber(number) ? number : nil
            case _ where character.isLetter && last.isWhitespace: return isNumber(number) ? number : nil
            default: return nil
            }
        }
        return isNumber(number) ? number : nil
    }

    private static func isNumber(_ text: String) -> Bool {
        text.contains { $0 != "+" }
    }

    /// The links of messengers that open a conversation, a profile or a room and do nothing there.
    private static func template(_ scheme: String, _ rest: String) -> String? {
        let name = String(rest.prefix { $0 != "?" })
        return switch scheme {
        case "sip", "sips", "xmpp":
            mailAddress(name)
        case "skype", "telegram":
            name.wholeMatch(of: /[A-Za-z0-9._:,@+-]{1,100}/).map { String($0.0) }
        case "matrix":
            name.wholeMatch(of: /(u|r|roomid)\/[A-Za-z0-9._=+\/-]{1,200}:[A-Za-z0-9.-]{1,200}(:\d{1,5})?/)
                .map { String($0.0) }
        case "irc", "ircs":
            name.wholeMatch(of: /\/\/[A-Za-z0-9.-]{1,200}(:\d{1,5})?\/[A-Za-z0-9._~-]{1,100}(,isnick)?/)
                .map { String($0.0) }
        case "tg":
            rest.wholeMatch(of: /(\/\/)?resolve\?(domain=[A-Za-z0-9_]{1,64}|phone=\+?\d{3,20})/).map { String($0.0) }
        case "whatsapp":
            rest.wholeMatch(of: /\/\/send\/?\?phone=(\+|%2B)?\d{3,20}/).map { String($0.0) }
        case "sgnl":
            rest.wholeMatch(of: /\/\/signal\.me\/#p\/\+\d{3,20}/).map { String($0.0) }
        case "threema":
            rest.wholeMatch(of: /\/\/(compose|add)\?id=[A-Z0-9*]{8}/).map { String($0.0) }
        default: nil
        }
    }

    private static let mailCharacters = CharacterSet(
        charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789@.+-_!$'*~^`{|}/")

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isAlphabetic || scalar.properties.numericType != nil
    }
}

extension URL {
    /// Whether it is an http or https address with a host.
    package var isWebPage: Bool {
        guard let scheme = scheme?.lowercased(), ["http", "https"].contains(scheme) else { return false }
        return host(percentEncoded: false)?.isEmpty == false
    }
}
