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
            ("émile zola@example.com", "email", nil), ("https://bank.example@evil.example/", nil, nil),
            ("//send?phone=1555&text=x", nil, "whatsapp:"), ("//msg?text=x", nil, "tg:"),
            ("ada/../x", nil, "telegram:"),
            ("script:alert(1)", nil, "java"),
        ] as [(String, String?, String?)])
    func opensNothingElse(content: String, type: String?, prefix: String?) {
        #expect(link(content, type: type, prefix: prefix) == nil)
    }
}
