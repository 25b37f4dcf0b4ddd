import ArgumentParser
import CameoApp
import Foundation
import Glibc
import Monica
import Platform

/// The command line of the application.
struct Command: ParsableCommand {
    static let maxDemoContacts = 100_000

    static let configuration = CommandConfiguration(
        commandName: "cameo", abstract: "Contacts for Monica servers.", version: Cameo.version)

    @Option(
        help: ArgumentHelp(
            "Show a demo server inside the program instead of an account: --demo=N with N contacts, --demo with 500. Nothing is kept.",
            valueName: "N"))
    var demo: Int?

    @Flag(name: .customLong("gapplication-service"), help: ArgumentHelp("What D-Bus starts.", visibility: .hidden))
    var isService = false

    func validate() throws {
        guard let demo, !(0...Self.maxDemoContacts).contains(demo) else { return }
        throw ValidationError("The demo has at most \(Self.maxDemoContacts) contacts.")
    }
}

#if DEBUG
    // A debug build is there to be looked into after a crash.
    let preventsCoreDumps = ProcessInfo.processInfo.environment["CAMEO_CORE_DUMPS"] == "none"
#else
    let preventsCoreDumps = true
#endif
if preventsCoreDumps { CoreDumps.prevent() }
Log.start()

// An option whose value may be left out.
let arguments = CommandLine.arguments.dropFirst().map { $0 == "--demo" ? "--demo=500" : $0 }
let command = Command.parseOrExit(Array(arguments))
let application = CameoApplication(
    command.demo.map { .demo(.inventing(contacts: $0)) } ?? .normal, kinds: ServerKinds(MonicaKind()))
let status = application.run(asService: command.isService)
// Without what libraries do at the end: other threads may still use them.
_exit(status)
