import Foundation
import Model
import Testing

struct ContactFieldTests {
    private func link(_ content: String, type: String? = nil, prefix: String? = nil) -> String? {
        ContactField(content: content, type: type.flatMap(ContactField.Kind.init), protocolPrefix: prefix).link?
            .absoluteString
    }

    @Test(
        arguments: [
            ("ada@example.com", "email", "mailto:", "mailto:ada@example.com"),
            ("ada@example.com", "email", nil, "mailto:ada@example.com"),
            ("a+b@example.com?body=x&cc=y", "email", "mailto:", "mailto:a+b@example.com"),
            ("émile@example.com", "email", "mailto:", "mailto:%C3%A9mile@example.com"),
            ("mailto:a@b.example?attach=/etc/passwd&bcc=c@d.example", nil, nil, "mailto:a@b.example"),
            ("+33 (6) 12-34.56", "phone", "tel:", "tel:+336123456"),
            ("+39 (0)6 6988 3114", "phone", nil, "tel:+390669883114"),
            ("+44 (020) 7946 0018", "phone", nil, "tel:+442079460018"),
            ("+378 (0549) 88 2914", "phone", nil, "tel:+3780549882914"),
            ("(030) 5550144", "phone", nil, "tel:0305550144"),
            ("+49 (0)30 12", "phone", "tel:", "tel:+493012"), ("030/12", "phone", nil, "tel:03012"),
            ("+1 555 0100 ext. 12", "phone", nil, "tel:+15550100"), ("+1555;isub=1", "phone", nil, "tel:+1555"),
            ("5550100", nil, "sms:", "sms:5550100"), ("sms:+1555?body=yes", nil, nil, "sms:+1555"),
            ("TEL:5550100", nil, nil, "tel:5550100"),
            ("ada", nil, "telegram:", "telegram:ada"),
            ("a@b.example?message;subject=x", nil, "xmpp:", "xmpp:a@b.example"),
            ("//resolve?domain=ada", nil, "tg:", "tg://resolve?domain=ada"),
            ("//send?phone=+15550100", nil, "whatsapp:", "whatsapp://send?phone=+15550100"),
            ("u/ada:example.org?action=chat", nil, "matrix:", "matrix:u/ada:example.org"),
            ("https://example.com/ada", nil, nil, "https://example.com/ada"),
            ("example.com/ada", nil, "https://", "https://example.com/ada"),
        ] as [(String, String?, String?, String)])
    func opensWhatLeadsToAPerson(content: String, type: String?, prefix: String?, link: String) {
        #expect(self.link(content, type: type, prefix: prefix) == link)
    }

    @Test(
        arguments: [
            ("javascript:alert(1)", nil, nil), ("alert(1)", nil, "javascript:"), ("/etc/passwd", nil, "file://"),
            ("file:///etc/passwd", nil, nil), ("x", nil, "vbscript:"), ("two words", nil, "xmpp:"), ("ada", nil, nil),
            ("https://", nil, nil), ("call me", "phone", "tel:"), (" ", "email", "mailto:"), ("//x", nil, "data:"),
            ("x", nil, "HTTPS:"), ("*#06#", "phone", nil), ("%2A%2306%23", "phone", "tel:"),
            ("tel:*%2306%23", nil, nil), ("l:*#06#", nil, "te"), ("1-800-FLOWERS", "phone", nil),
            ("a@b.example,c@d.example", "email", nil), ("a@b@c.example", "email", nil),
            ("a%0Ab@c.example", "email", nil),
            ("émile zola@example.com", "email", nil), ("ada@exam ple.com", "email", nil),
            ("a@b.example c@d.example", "email", nil), ("ada@example. com", "email", nil),
            ("ada. lovelace@example.com", "email", nil), ("ada.love lace@example.com", "email", nil),
            ("Ada lovelace@example.com", "email", nil), ("ada@mail.example. com", "email", nil),
            ("https://bank.example@evil.example/", nil, nil),
            ("//send?phone=1555&text=x", nil, "whatsapp:"), ("//msg?text=x", nil, "tg:"),
            ("ada/../x", nil, "telegram:"),
            ("script:alert(1)", nil, "java"),
        ] as [(String, String?, String?)])
    func opensNothingElse(content: String, type: String?, prefix: String?) {
        #expect(link(content, type: type, prefix: prefix) == nil)
    }

    @Test(
        arguments: [
            ("www.example.com", "https://www.example.com"), ("example.com", "https://example.com"),
            ("example.com/ada", "https://example.com/ada"), ("example.com:8080/x", "https://example.com:8080/x"),
            ("<https://example.com/>", "https://example.com/"), ("ada.example.de", "https://ada.example.de"),
            ("xn--e1afmkfd.xn--p1ai", "https://xn--e1afmkfd.xn--p1ai"),
            ("example.xn--fiqs8s", "https://example.xn--fiqs8s"),
            ("münchen.example", "https://xn--mnchen-3ya.example"), (" https://example.com ", "https://example.com"),
        ])
    func anAddressOfAPageNeedsNothingInFront(content: String, link: String) {
        #expect(self.link(content) == link)
    }

    @Test(arguments: ["ada.lovelace", "ada", "v1.2.3", "a.b c.de", "hello.", ".com", "@ada.com", "ada@example.com"])
    func whatOnlyHasAPointIsNoPage(content: String) {
        #expect(link(content) == nil)
    }

    @Test(
        arguments: [
            ("https://example.com/a", "https://", "https://example.com/a"),
            ("facebook.com/ada", "https://www.facebook.com/", "https://facebook.com/ada"),
            ("https://m.facebook.com/ada", "https://www.facebook.com/", "https://m.facebook.com/ada"),
            ("m.facebook.com/ada", "https://www.facebook.com/", "https://m.facebook.com/ada"),
            ("ada", "https://www.facebook.com/", "https://www.facebook.com/ada"),
            ("+1 555 0100", "https://wa.me/", "https://wa.me/15550100"),
            ("0044 20 7946 0958", "https://wa.me/", "https://wa.me/442079460958"),
            ("+1 555-0100", "whatsapp://send?phone=", "whatsapp://send?phone=+15550100"),
            ("+1 (555) 0100", "https://t.me/", "https://t.me/+15550100"),
            ("\u{2066}+1 555 0100\u{2069}", "sgnl://signal.me/#p/", "sgnl://signal.me/#p/+15550100"),
            ("+1 555 0100", "tg://resolve?phone=", "tg://resolve?phone=+15550100"),
            ("+1 555 0100", "viber://chat?number=", "viber://chat?number=+15550100"),
            ("+1 555 0100", "callto:", "tel:+15550100"),
            ("+1 555 0100", "https://pbx.example/dial?n=", "https://pbx.example/dial?n=+15550100"),
            ("0000-0002-1825-0097", "https://orcid.org/", "https://orcid.org/0000-0002-1825-0097"),
            ("1234_567", "https://www.instagram.com/", "https://www.instagram.com/1234_567"),
        ])
    func whatIsTypedBehindAPrefixIsOpened(content: String, prefix: String, link: String) {
        #expect(self.link(content, prefix: prefix) == link)
    }

    @Test(
        arguments: [
            ("Ada Lovelace <ada@example.com>", "ada@example.com"), ("<ada@example.com>", "ada@example.com"),
            ("\"Lovelace, Ada\" <ada@example.com>", "ada@example.com"), ("mailto:ada@example.com", "ada@example.com"),
            ("ada@example.com (work)", "ada@example.com"), ("(ada@example.com)", "ada@example.com"),
            ("Ada [mailto:ada@example.com]", "ada@example.com"),
            ("Ada Lovelace (ada@example.com)", "ada@example.com"), ("E-Mail: ada@example.com", "ada@example.com"),
            ("ada@example.com,", "ada@example.com"),
            ("ada@home.example <c@example.com>", "c@example.com"), ("ada＠example.com", "ada@example.com"),
            ("\u{202a}ada@example.com\u{202c}", "ada@example.com"), ("r&d@example.com", "r%26d@example.com"),
            ("a=b@example.com", "a%3Db@example.com"), ("田中（tanaka@example.jp）", "tanaka@example.jp"),
            ("＜ada@example.com＞", "ada@example.com"), ("Ada Lovelace ada@example.com", "ada@example.com"),
            ("ada lovelace ada@example.com", "ada@example.com"), ("Email:ada@example.com", "ada@example.com"),
            ("ａｄａ＠ｅｘａｍｐｌｅ．ｃｏｍ", "ada@example.com"), ("“ada@example.com”", "ada@example.com"),
            ("「ada@example.com」", "ada@example.com"), ("ada@example.com Ada Lovelace", "ada@example.com"),
            ("Ada, ada@example.com.", "ada@example.com"), ("Ada mailto:ada@example.com", "ada@example.com"),
            ("ada@example.com / ada@example.com", "ada@example.com"),
        ])
    func aMailIsOpenedAsItWasCopied(content: String, address: String) {
        #expect(link(content, type: "email", prefix: "mailto:") == "mailto:" + address)
    }

    @Test func twoMailsAreNotOne() {
        #expect(link("A <a@b.example>, B <c@d.example>", type: "email") == nil)
    }

    @Test(
        arguments: [
            ("a@b.example", "email", nil, ContactField.Kind.email), ("a@b.example", nil, "mailto:", .email),
            ("5550100", nil, "tel:", .phone), ("5550100", nil, "SMS:", .phone), ("a@b.example", nil, nil, nil),
            ("https://social.example/@ida", nil, nil, nil), ("https://social.example/@ida", "phone", nil, .phone),
        ] as [(String, String?, String?, ContactField.Kind?)])
    func theTypeSaysWhatItIs(content: String, type: String?, prefix: String?, kind: ContactField.Kind?) {
        let field = ContactField(
            content: content, type: type.flatMap(ContactField.Kind.init), protocolPrefix: prefix)
        #expect(field.kind == kind)
    }
}
