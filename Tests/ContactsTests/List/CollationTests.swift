import Foundation
import Model
import Monica
import Testing

@testable import Contacts

/// The alphabets of languages, which the C library knows by its locales. Few machines have more than one installed, so
/// these are made for the test, in a process of its own: a locale's folder and name are variables of the whole process.
struct CollationTests {
    @Test func eachLanguageHasItsAlphabet() async {
        await #expect(processExitsWith: .success) {
            // Half of the languages in the usual run: to make a locale takes seconds.
            let isUsual = ProcessInfo.processInfo.environment["CAMEO_TESTS"] == "usual"
            // A child process reports only the words of a failure, so the words contain the values.
            for (number, (language, names, letters)) in [
                (
                    "en_US", ["Ada", "Åsa", "Łukasz", "Örjan", "Zoe", "김철수", "나래", "하늘"],
                    ["A", "L", "O", "Z", "ㄱ", "ㄴ", "ㅎ"]
                ),
                ("de_DE", ["ada", "Äke", "Åsa", "Örjan", "Zoe"], ["A", "O", "Z"]),
                (
                    "sv_SE",
                    ["ada", "Vera", "Yasmin", "Ümit", "Yvonne", "Zoe", "Åsa", "Äke", "Örjan", "Øystein", "Özgür"],
                    ["A", "V", "Y", "Z", "Å", "Ä", "Ö"]
                ),
                ("da_DK", ["Anna", "Zoe", "Ægir", "Øre", "Aage", "Åse"], ["A", "Z", "Æ", "Ø", "Å"]),
                ("cs_CZ", ["Cyril", "Čeněk", "Dana", "Hana", "Charlotta", "Ivan"], ["C", "Č", "D", "H", "Ch", "I"]),
                ("tr_TR", ["Hakan", "Irmak", "İpek", "Kaya"], ["H", "I", "İ", "K"]),
                ("ru_RU", ["Галина", "Ґонта", "Григорій", "Ярослав"], ["Г", "Я"]),
            ].enumerated() where !isUsual || number % 2 == 0 {
                let shown = try list(names.reversed(), in: language)
                let (sorted, headings) = (shown.contacts.compactMap(\.firstName), shown.sections.map(\.letter))
                #expect(sorted == names, "\(language): \(sorted)")
                #expect(headings == letters, "\(language): \(headings)")
            }
        }
    }

    /// A space between the names would not count: glibc's languages ignore it.
    @Test func eachNameIsComparedByItself() async {
        await #expect(processExitsWith: .success) {
            let people = [
                ("Ann", "Zed"), ("Anna", "Abel"), ("Davi", "Queirós"), ("Davide", "Greco"), ("Tess", "Hoekstra"),
                ("Tessa", "Abel"), ("Tessa", "Northcott"), ("Zoe", "Zed"), ("Zoë", "Abel"),
            ]
            for language in ["en_US", "sv_SE"] {
                let byFirst = try list(people.reversed(), by: .firstName, in: language).contacts
                let shown = byFirst.map { "\($0.firstName ?? "") \($0.lastName ?? "")" }
                #expect(shown == people.map { "\($0) \($1)" }, "\(language): \(shown)")
                let turned = people.map { ($1, $0) }
                let byLast = try list(turned.reversed(), by: .lastName, in: language)
                let last = byLast.contacts.map { "\($0.lastName ?? "") \($0.firstName ?? "")" }
                #expect(last == people.map { "\($0) \($1)" }, "\(language): \(last)")
                #expect(byLast.sections.map(\.letter) == ["A", "D", "T", "Z"], "\(language)")
            }
        }
    }

    /// Else a heading would stand over two parts of the list.
    @Test func theNamesOfALetterStandTogether() async {
        await #expect(processExitsWith: .success) {
            let ranges: [Range<UInt32>] = [0xc0..<0x180, 0x386..<0x3cf, 0x400..<0x530, 0x1ea0..<0x1efa]
            let scalars: [Unicode.Scalar] = ranges.joined().compactMap { Unicode.Scalar($0) }
            let inRanges: [String] = scalars.filter { Character($0).isLetter }.map { String($0) }
            let others: [String] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ あアがかガカ김까나하王小㐱𠀀ΑمשกअԱა42🦊ʻ".map { String($0) }
            let letters = inRanges + others
            for language in ["en_US", "sv_SE", "hu_HU"] {
                let names = letters.flatMap { ["\($0)a", "\($0)h", "\($0)z", "\($0)\($0)"] }
                let headings = try list(names, in: language).sections.map(\.letter)
                let twice = Dictionary(grouping: headings) { $0 }.filter { $1.count > 1 }.keys.sorted()
                #expect(twice == [], "\(language): \(twice)")
            }
        }
    }

    @Test func aLanguageThatIsNotInstalledSortsWithoutAccents() {
        let collation = Collation(localeName: "xx_XX.UTF-8")
        #expect(!collation.hasRules)
        #expect(collation.key("Émile") == Array("emile".utf8))
    }
}

/// The list on a desktop in this language. Needs the language's source, in Debian the package `locales`.
private func list(_ names: [String], in language: String) throws -> ContactList {
    try list(names.map { ($0, nil) }, by: .firstName, in: language)
}

private func list(
    _ names: [(first: String, last: String?)], by key: ContactOrder.Key, in language: String
) throws -> ContactList {
    setenv("LOCPATH", try locales(with: language).path, 1)
    setenv("LC_ALL", "\(language).UTF-8", 1)
    #expect(Collation().hasRules, "\(language)")
    let contacts = try names.enumerated().map { id, name in
        var fields: [String: Any] = ["id": id + 1, "first_name": name.first]
        fields["last_name"] = name.last
        return ContactSummary(try Contact(json: JSONSerialization.data(withJSONObject: fields)))
    }
    return ContactList(sorting: contacts, by: ContactOrder(key))
}

/// The folder of the locales that a run of the tests has made, with this one: localedef takes seconds for one.
private func locales(with language: String) throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appending(component: "cameo-locales")
    let locale = folder.appending(component: "\(language).utf8")
    if FileManager.default.fileExists(atPath: locale.path) { return folder }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let unfinished = folder.appending(component: "\(language)-\(UUID())")
    let process = try Process.run(
        URL(filePath: "/usr/bin/env"),
        arguments: ["localedef", "--no-archive", "-i", language, "-f", "UTF-8", unfinished.path])
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "localedef cannot make \(language)")
    // Another process may have been faster, and its locale is as good.
    try? FileManager.default.moveItem(at: unfinished, to: locale)
    return folder
}
