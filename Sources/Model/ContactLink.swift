package import Foundation

/// The URL that a click on a contact field opens.
///
/// Prefix and content make one address, and its scheme decides which parts it may have. The link is made anew of the mail
/// address, number or name alone. An attachment, a body, a second recipient or a telephone's code does not pass.
enum ContactLink {
    /// Beyond, no address leads to a person.
    private static let maxLength = 2_000

    /// The link for a content behind its prefix; nil unless it leads to a person or to a web page.
    static func url(_ content: String, prefix: String) -> URL? {
        guard content.utf8.count + prefix.utf8.count <= maxLength else { return nil }
        let whole = address(bare(content), behind: prefix)
        guard let colon = whole.firstIndex(of: ":") else { return nil }
        let scheme = whole[..<colon].lowercased()
        let rest = String(whole[whole.index(after: colon)...])
        return switch scheme {
        case "http", "https": webPage(whole)
        case "mailto": MailText.address(in: rest).flatMap(mailAddress).flatMap { URL(string: "mailto:\($0)") }
        case "tel", "sms", "callto":
            PhoneNumber.dialled(rest).flatMap { URL(string: "\(scheme == "sms" ? scheme : "tel"):\($0)") }
        default: template(scheme, rest).flatMap { URL(string: "\(scheme):\($0)") }
        }
    }

    /// The content without surrounding white space, invisible signs, and the brackets around a copied web address.
    private static func bare(_ content: String) -> String {
        var text = String(
            String.UnicodeScalarView(content.unicodeScalars.filter { $0.properties.generalCategory != .format }))
        text = text.trimmed
        if text.hasPrefix("<"), text.hasSuffix(">"), text.count > 2 { text = String(text.dropFirst().dropLast()) }
        return text
    }

    /// The content behind its prefix, unless it begins with one of its own.
    private static func address(_ content: String, behind prefix: String) -> String {
        let scheme = prefix.prefix { $0 != ":" }.lowercased()
        switch scheme {
        case "mailto", "tel", "sms", "callto": return prefix + content
        case "http", "https":
            if content.prefixMatch(of: /(?i)https?:\/\//) != nil { return content }
            // Such as de.linkedin.com behind the prefix of linkedin.com.
            if let host = WebText.host(of: prefix), let own = WebText.host(of: "https://" + content),
                own == host || own.hasSuffix("." + host)
            {
                return "https://" + content
            }
        case "" where content.prefixMatch(of: /[A-Za-z][A-Za-z0-9+-]*:/) == nil || WebText.hasPort(content):
            return WebText.isAddress(content) ? "https://" + content : content
        default: break
        }
        return prefix + (number(for: prefix, in: content) ?? content)
    }

    /// A number as messengers take it, which know no spaces; nil where the content is none.
    private static func number(for prefix: String, in content: String) -> String? {
        guard !prefix.isEmpty, !content.contains(where: \.isLetter), let number = PhoneNumber.dialled(content),
            number.count >= minMessengerDigits
        else { return nil }
        switch WebText.host(of: prefix) {
        // WhatsApp's web addresses have the country's code alone in front.
        case "wa.me", "api.whatsapp.com", "web.whatsapp.com":
            return number.hasPrefix("00") ? String(number.dropFirst(2)) : number.replacing("+", with: "")
        case nil, "t.me", "signal.me": return number
        // The digits of any other address may be a name, which has no blanks.
        default: return content.contains(where: \.isWhitespace) ? number : nil
        }
    }

    /// Shorter ones are the number of something else.
    private static let minMessengerDigits = 5

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
            address.unicodeScalars.allSatisfy({
                mailCharacters.contains($0) || encodedMailCharacters.contains($0) || !$0.isASCII && isLetter($0)
            })
        else { return nil }
        return String(address).addingPercentEncoding(withAllowedCharacters: mailCharacters)
    }

    /// The links of messengers that open a conversation, a profile or a room and do nothing there.
    private static func template(_ scheme: String, _ rest: String) -> String? {
        let name = String(rest.prefix { $0 != "?" })
        return switch scheme {
        case "sip", "sips", "xmpp":
            MailText.address(in: name).flatMap(mailAddress)
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
        case "viber":
            rest.wholeMatch(of: /\/\/(chat|add)\/?\?number=(\+|%2B)?\d{3,20}/).map { String($0.0) }
        case "sgnl":
            rest.wholeMatch(of: /\/\/signal\.me\/#p\/\+\d{3,20}/).map { String($0.0) }
        case "threema":
            rest.wholeMatch(of: /\/\/(compose|add)\?id=[A-Z0-9*]{8}/).map { String($0.0) }
        default: nil
        }
    }

    private static let mailCharacters = CharacterSet(
        charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789@.+-_!$'*~^`{|}/")

    /// Are in addresses, and would part a link (RFC 6068, 2).
    private static let encodedMailCharacters = CharacterSet(charactersIn: "&=#")

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
