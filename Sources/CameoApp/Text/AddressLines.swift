import Model

/// A postal address on lines as people write it in its country, from the most exact part to the country.
///
/// Neither the language's data nor the system has these orders. The orders come from the Universal Postal Union's
/// country pages. The orders cover the countries of the program's languages and of the demo server.
nonisolated enum AddressLines {
    /// S is the street, C the city, P the province, Z the postal code. A slash begins a line.
    ///
    /// The characters between two parts appear only with both parts.
    private static let orders: [String: String] = {
        let byOrder = [
            "S/Z C/P": "AR AT BE CH CL CZ DE DO ES FR GR GT KZ LI LU MC NL PL PT PY SE SV TR",
            "S/Z C P": "IT UY", "S/Z C, P": "MX",
            "S/C, P Z": "US", "S/C P Z": "AU CA PR", "S/C, P/Z": "CO HN", "S/C Z, P": "VE",
            "S/C Z/P": "IL IN JO PE", "S/P/C Z": "NZ", "S/C/P/Z": "GB GH IE UA ZA", "S/C/P Z": "TH VN",
            "S/C - P/Z": "BR", "S/C P/Z": "CU", "S/Z/C, P": "NI",
        ]
        var orders: [String: String] = [:]
        for (order, countries) in byOrder {
            for country in countries.split(separator: " ") { orders[String(country)] = order }
        }
        return orders
    }()

    /// In their own scripts people go from the large to the small.
    private static let ownScriptOrders = ["CN": "Z/P C S", "JP": "Z/P C S", "KR": "P C S/Z"]
    private static let elsewhere = "S/C/P/Z"

    /// The lines that are not empty, cleaned. An address in a country without a known order has a line for each part.
    static func lines(of address: Address) -> [String] {
        var parts: [Character: String] = [:]
        for (key, part) in [
            ("S", address.street), ("C", address.city), ("P", address.province), ("Z", address.postalCode),
        ]
            as [(Character, String?)]
        {
            parts[key] = part.map { PlainText.line($0) } ?? ""
        }
        // Some large cities are provinces.
        if parts["P"] == parts["C"] { parts["P"] = "" }
        let lines = order(in: address.countryCode ?? "", parts).split(separator: "/").map { line($0, parts) }
        return (lines + [PlainText.line(address.countryName ?? "")]).filter { !$0.isEmpty }
    }

    private static func order(in country: String, _ parts: [Character: String]) -> String {
        if let own = ownScriptOrders[country] {
            let words = parts.values.joined().unicodeScalars
            return words.contains { $0.value >= 0x2e80 } ? own : "S/C, P Z"
        }
        return orders[country] ?? elsewhere
    }

    private static func line(_ order: Substring, _ parts: [Character: String]) -> String {
        var line = ""
        var between = ""
        for character in order {
            guard let part = parts[character] else {
                between.append(character)
                continue
            }
            defer { between = "" }
            guard !part.isEmpty else { continue }
            line += line.isEmpty ? part : between + part
        }
        return line
    }
}

nonisolated extension Address {
    /// The server's name of the country. Before the server has the address, it is the name that forms have.
    var countryName: String? { country ?? countryCode.map(Countries.ofPerson.name(of:)) }
}
