public import ArgumentParser
public import DemoServer
import DemoServerFaults
import Foundation
import Glibc

@main
struct DemoServerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cameo-demo-server",
        abstract: "A Monica server with invented contacts, on 127.0.0.1 only.",
        discussion:
            """
            Prints its address on the first line and an API token on the second, and runs until it is interrupted. What is \
            written to it is lost then.
            """)

    @Option(help: "Port to listen on; 0 for any free one.")
    var port = 0

    @Option(help: "Number of contacts in the list.")
    var contacts = 500

    @Option(help: ArgumentHelp("Archive so many of them.", valueName: "n"))
    var archived = 0

    @Option(help: "The API token that is accepted; made up if none is given.")
    var token: String?

    @Option(
        help:
            "Who gets the photo files: nobody but logged-in browsers (session), the API token (bearer), or everybody (public)."
    )
    var photos = DemoServerConfiguration.Photos.session

    @Option(help: ArgumentHelp("Speak https, with this certificate in PEM.", valueName: "file"))
    var certificate: String?

    @Option(help: ArgumentHelp("The certificate's key in PEM; the certificate's file if not given.", valueName: "file"))
    var key: String?

    @Option(help: ArgumentHelp("Delay of each response.", valueName: "ms"))
    var latency = 0

    @Option(help: ArgumentHelp("Bandwidth of all connections together; unlimited if not given.", valueName: "kbit/s"))
    var bandwidth: Int?

    @Option(help: "API requests a minute; 0 for no limit.")
    var rateLimit = 60

    @Option(help: ArgumentHelp("Refuse each so-many'th request for contacts with 429; none if 0.", valueName: "n"))
    var refuseEvery = 0

    @Option(help: ArgumentHelp("Close the connection in the middle of each so-many'th page.", valueName: "n"))
    var cutEvery = 0

    @Flag(help: "Put markup, control characters and far too much text into some names.")
    var hostileNames = false

    func validate() throws {
        guard (0...65_535).contains(port) else { throw ValidationError("The port must be from 0 to 65535.") }
        guard (0...100_000).contains(contacts) else { throw ValidationError("There can be 0 to 100000 contacts.") }
        guard (0...contacts).contains(archived) else {
            throw ValidationError("No more can be archived than there are.")
        }
        guard latency >= 0, rateLimit >= 0, refuseEvery >= 0, cutEvery >= 0, bandwidth.map({ $0 > 0 }) ?? true else {
            throw ValidationError("No number can be negative, nor the bandwidth zero.")
        }
    }

    func run() throws {
        // Before any other thread begins, since each thread inherits the blocked signals.
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGINT)
        sigaddset(&signals, SIGTERM)
        pthread_sigmask(SIG_BLOCK, &signals, nil)

        let server = try start()
        let text = "\(server.address.absoluteString)\ntoken: \(server.token)\n"
        try FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
        var signal: Int32 = 0
        sigwait(&signals, &signal)
        server.stop()
        // Without the libraries' work at the end: other threads may still draw pictures with the libraries.
        _exit(EXIT_SUCCESS)
    }

    private func start() throws -> DemoServer {
        do throws(DemoServerError) {
            let server = try DemoServer(serverConfiguration)
            if refuseEvery > 0 { server.inject(.status(429, retryAfter: 1), at: "/api/contacts*", every: refuseEvery) }
            if archived > 0 { for id in 1...archived { server.archiveContact(id) } }
            if cutEvery > 0 { server.inject(.truncatedBody, at: "/api/contacts", every: cutEvery) }
            return server
        } catch .cannotListen(let reason) {
            try FileHandle.standardError.write(contentsOf: Data("cameo-demo-server: \(reason)\n".utf8))
            throw ExitCode.failure
        }
    }

    private var serverConfiguration: DemoServerConfiguration {
        var configuration = DemoServerConfiguration(contacts: contacts, rateLimit: rateLimit == 0 ? nil : rateLimit)
        configuration.port = port
        configuration.token = token
        configuration.identity = certificate.map { .init(certificate: $0, key: key ?? $0) }
        configuration.photos = photos
        configuration.latency = .milliseconds(latency)
        configuration.bandwidth = bandwidth
        configuration.hostileNames = hostileNames
        return configuration
    }
}

extension DemoServerConfiguration.Photos: ExpressibleByArgument {}
