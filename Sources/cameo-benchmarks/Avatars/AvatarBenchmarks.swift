import ArgumentParser
import Foundation

struct AvatarBenchmarks: ParsableCommand {
    enum Part: String, CaseIterable, ExpressibleByArgument {
        case decoding, caches, peak, transfers
    }

    static let configuration = CommandConfiguration(
        commandName: "avatars", abstract: "Decoding, caches and transfers of pictures.")

    @Argument(help: "What to measure; everything if left out.")
    var parts: [Part] = Part.allCases

    func run() throws {
        try MainActor.assumeIsolated {
            if parts.contains(.decoding) { try Decoding.measure() }
            if parts.contains(.caches) { try runOnMainLoop { try await Caches.measure() } }
            if parts.contains(.peak) { try measurePeak() }
            if parts.contains(.transfers) { try runOnMainLoop { try await Transfers.measure() } }
        }
    }

    private func measurePeak() throws {
        let photo = FileManager.default.temporaryDirectory.appending(component: "photo-\(UUID()).jpg")
        // The folder for temporary files goes with the session, or is emptied by the system.
        defer { try? FileManager.default.removeItem(at: photo) }
        try SamplePhoto.jpeg(width: 4_000, height: 3_000).write(to: photo)
        try Programs.measure(["decode-peak", photo.path])
    }
}
