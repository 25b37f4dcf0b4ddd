import Foundation
import MonicaAPI
import Testing

struct ContactFieldTests {
    private func link(_ content: String, type: String? = nil, prefix: String? = nil) throws -> String? {
        let kind: [String: Any?] = ["name": "x", "type": type, "protocol": prefix]
        let field: [String: Any] = ["content": content, "contact_field_type": kind.mapValues { $0 ?? NSNull() }]
        let contact = try Contact(
            json: JSONSerialization.data(withJSONObject: ["id": 1, "contactFields": [field]]))
        return try #require(contact.contactFields.first).link?.absoluteString
    }

    @Test(
        arguments: [
            ("ada@example.com", "email", "mailto:", "mailto:ada@example.com"),
            ("ada@example.com", "email", nil, "mailto:ada@example.com"),
            ("a+b@example.com?body=x&cc=y", "email", "mailto:", "mailto:a+b@example.com%3Fbody%3Dx%26cc%3Dy"),
            ("émile zola@example.com", "email", "mailto:", "mailto:%C3%A9mile%20zola@example.com"),
            ("+33 (6) 12-34.56", "phone", "tel:", "tel:+336123456"),
            ("ada", nil, "telegram:", "telegram:ada"),
            ("https://example.com/ada", nil, nil, "https://example.com/ada"),
            ("example.com/ada", nil, "https://", "https://example.com/ada"),
        ] as [(String, String?, String?, String)])
    func opensWhatLeadsToAPerson(content: String, type: String?, prefix: String?, link: String) throws {
        #expect(try self.link(content, type: type, prefix: prefix) == link)
    }

    @Test(
        arguments: [
            ("javascript:alert(1)", nil, nil), ("alert(1)", nil, "javascript:"), ("/etc/passwd", nil, "file://"),
            ("file:///etc/passwd", nil, nil), ("x", nil, "vbscript:"), ("two words", nil, "xmpp:"), ("ada", nil, nil),
            ("https://", nil, nil), ("call me", "phone", "tel:"), (" ", "email", "mailto:"), ("//x", nil, "data:"),
            ("x", nil, "HTTPS:"), ("*#06#", "phone", nil),
        ] as [(String, String?, String?)])
    func opensNothingElse(content: String, type: String?, prefix: String?) throws {
        #expect(try link(content, type: type, prefix: prefix) == nil)
    }
}
