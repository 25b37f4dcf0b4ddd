import Foundation
import Model
import Monica
import Testing

@testable import CameoApp

/// Addresses as people write them where they are.
@Suite struct AddressLinesTests {
    @Test(
        arguments: [
            ("AR", "Street|5000 City|Province|Country"), ("AT", "Street|5000 City|Province|Country"),
            ("AU", "Street|City Province 5000|Country"), ("BE", "Street|5000 City|Province|Country"),
            ("BR", "Street|City - Province|5000|Country"), ("CA", "Street|City Province 5000|Country"),
            ("CH", "Street|5000 City|Province|Country"), ("CL", "Street|5000 City|Province|Country"),
            ("CN", "Street|City, Province 5000|Country"), ("CO", "Street|City, Province|5000|Country"),
            ("CU", "Street|City Province|5000|Country"), ("CZ", "Street|5000 City|Province|Country"),
            ("DE", "Street|5000 City|Province|Country"), ("DO", "Street|5000 City|Province|Country"),
            ("ES", "Street|5000 City|Province|Country"), ("FR", "Street|5000 City|Province|Country"),
            ("GB", "Street|City|Province|5000|Country"), ("GH", "Street|City|Province|5000|Country"),
            ("GR", "Street|5000 City|Province|Country"), ("GT", "Street|5000 City|Province|Country"),
            ("HN", "Street|City, Province|5000|Country"), ("IE", "Street|City|Province|5000|Country"),
            ("IL", "Street|City 5000|Province|Country"), ("IN", "Street|City 5000|Province|Country"),
            ("IT", "Street|5000 City Province|Country"), ("JO", "Street|City 5000|Province|Country"),
            ("JP", "Street|City, Province 5000|Country"), ("KR", "Street|City, Province 5000|Country"),
            ("KZ", "Street|5000 City|Province|Country"), ("LI", "Street|5000 City|Province|Country"),
            ("LU", "Street|5000 City|Province|Country"), ("MC", "Street|5000 City|Province|Country"),
            ("MX", "Street|5000 City, Province|Country"), ("NI", "Street|5000|City, Province|Country"),
            ("NL", "Street|5000 City|Province|Country"), ("NZ", "Street|Province|City 5000|Country"),
            ("PE", "Street|City 5000|Province|Country"), ("PL", "Street|5000 City|Province|Country"),
            ("PR", "Street|City Province 5000|Country"), ("PT", "Street|5000 City|Province|Country"),
            ("PY", "Street|5000 City|Province|Country"), ("SE", "Street|5000 City|Province|Country"),
            ("SV", "Street|5000 City|Province|Country"), ("TH", "Street|City|Province 5000|Country"),
            ("TR", "Street|5000 City|Province|Country"), ("UA", "Street|City|Province|5000|Country"),
            ("US", "Street|City, Province 5000|Country"), ("UY", "Street|5000 City Province|Country"),
            ("VE", "Street|City 5000, Province|Country"), ("VN", "Street|City|Province 5000|Country"),
            ("ZA", "Street|City|Province|5000|Country"),
            // Elsewhere each part has a line.
            ("EE", "Street|City|Province|5000|Country"), ("", "Street|City|Province|5000|Country"),
        ])
    func eachCountryHasItsOrder(code: String, lines: String) throws {
        #expect(try Self.lines(code, city: "City", province: "Province", street: "Street") == lines)
    }

    @Test(
        arguments: [
            ("CN", "杭州", "浙江", "人民路 1", "5000|浙江 杭州 人民路 1|Country"),
            ("JP", "札幌市", "北海道", "本町 2", "5000|北海道 札幌市 本町 2|Country"),
            ("KR", "부산", "", "해변로 3", "부산 해변로 3|5000|Country"),
            ("US", "Springfield", "", "", "Springfield 5000|Country"), ("US", "", "OR", "", "OR 5000|Country"),
            ("BR", "", "SP", "Rua 1", "Rua 1|SP|5000|Country"),
            // A city that is a province too is named once.
            ("ES", "Madrid", "Madrid", "Calle 1", "Calle 1|5000 Madrid|Country"),
        ])
    func whatIsMissingLeavesNoGap(code: String, city: String, province: String, street: String, lines: String) throws {
        #expect(try Self.lines(code, city: city, province: province, street: street) == lines)
    }

    @Test func anAddressThatIsNotSentYetHasTheCountryOfForms() {
        let address = Address(city: "Wien", countryCode: "AT")
        let country = Countries.ofPerson.name(of: "AT")
        #expect(country.count > 2)
        #expect(AddressLines.lines(of: address) == ["Wien", country])
        #expect(ContactDetail.mapURI(address)?.hasPrefix("geo:0,0?q=Wien") == true)
        #expect(ContactDetail.mapURI(Address(countryCode: "AT")) != nil)
    }

    private static func lines(_ code: String, city: String, province: String, street: String) throws -> String {
        let address: [String: Any] = [
            "id": 1, "street": street, "city": city, "province": province, "postal_code": "5000",
            "country": ["id": code, "iso": code, "name": "Country"],
        ]
        let contact = try Contact(json: JSONSerialization.data(withJSONObject: ["id": 1, "addresses": [address]]))
        return AddressLines.lines(of: try #require(contact.addresses.first)).joined(separator: "|")
    }
}
