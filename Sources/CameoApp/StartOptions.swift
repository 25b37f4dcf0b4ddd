import Foundation
import GLib

/// The options of the command line.
public struct StartOptions {
    /// The allowed numbers of contacts in a demo.
    static let demoSizes = 0...100_000
    private static let usualDemoSize = 500

    /// The number of contacts of a demo, in place of an account.
    public private(set) var demo: Int?
    /// Whether D-Bus starts the program.
    public let isService: Bool
    let showsVersion: Bool
    /// The links to contacts that are to be opened.
    public let links: [String]

    /// The reason why a command line is invalid, as a sentence.
    struct Mistake: Error, Equatable {
        let text: String
    }

    /// The options of this process. Ends it after `--help`, `--version`, or an invalid command line.
    public static func ofProcess() -> StartOptions {
        useTranslations()
        do {
            let options = try StartOptions(parsing: CommandLine.arguments)
            guard options.showsVersion else { return options }
            print(Cameo.version)
            exit(EXIT_SUCCESS)
        } catch {
            let help = tr("“%1$s” shows all options.", "cameo --help")
            FileHandle.standardError.write(Data("\(error.text)\n\(help)\n".utf8))
            exit(EX_USAGE)
        }
    }

    init(parsing arguments: [String]) throws(Mistake) {
        let options: CommandLineOptions
        do {
            options = try CommandLineOptions(
                parsing: arguments, summary: tr("Contacts for Monica servers"),
                options: [
                    // Translators: N stands for a number.
                    .optionalValue(
                        "demo", tr("Try Cameo with N sample contacts, or 500; nothing is kept"), valueName: "N"),
                    .flag("version", tr("Show the version")),
                    // The option in the service file for D-Bus.
                    .flag("gapplication-service", isHidden: true),
                ])
        } catch {
            throw Mistake(text: error.message)
        }
        if let word = options.rest.first(where: { !ContactLinks.isLink($0) }) {
            throw Mistake(text: tr("Unexpected argument “%1$s”", word))
        }
        links = Array(options.rest.prefix(ContactLinks.maxCount))
        isService = options.values["gapplication-service"] != nil
        showsVersion = options.values["version"] != nil
        guard let size = options.values["demo"] else { return }
        guard let number = size.isEmpty ? Self.usualDemoSize : Int(size), Self.demoSizes.contains(number) else {
            throw Mistake(
                text: tr(
                    "“%1$s” takes a number from %2$s to %3$s", "--demo", "\(Self.demoSizes.lowerBound)",
                    "\(Self.demoSizes.upperBound)"))
        }
        demo = number
    }
}
