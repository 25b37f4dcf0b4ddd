import ArgumentParser
import Foundation

struct FaceBenchmarks: ParsableCommand {
    enum Part: String, CaseIterable, ExpressibleByArgument {
        case choosing, cropping, peak
    }

    static let configuration = CommandConfiguration(
        commandName: "faces", abstract: "How a photo that a person chooses is cropped, stored and shown.")

    private static let contacts = 100

    @Argument(help: "What to measure; everything if left out.")
    var parts: [Part] = Part.allCases

    func run() throws {
        try MainActor.assumeIsolated {
            try runOnMainLoop {
                if parts.contains(.choosing) {
                    // A photo of 12 megapixels.
                    try await choose(width: 4_000, height: 3_000, ["--times"])
                }
                if parts.contains(.cropping) {
                    try withPhoto(width: 8_660, height: 5_774) { try Programs.measure(["face-cropping", $0.path]) }
                }
                // A photo of 50 megapixels.
                if parts.contains(.peak) { try await choose(width: 8_660, height: 5_774, []) }
            }
        }
    }

    @MainActor
    private func choose(width: Int, height: Int, _ options: [String]) async throws {
        let account = try await StoredAccount(contacts: Self.contacts)
        try withPhoto(width: width, height: height) { photo in
            try Programs.measure(
                ["face-choosing", photo.path, "--contacts", "\(Self.contacts)"] + options, home: account.home)
        }
    }

    private func withPhoto(width: Int, height: Int, _ body: (URL) throws -> Void) throws {
        let photo = FileManager.default.temporaryDirectory.appending(component: "photo-\(UUID()).jpg")
        // The folder for temporary files goes with the session, or is emptied by the system.
        defer { try? FileManager.default.removeItem(at: photo) }
        try SamplePhoto.jpeg(width: width, height: height).write(to: photo)
        try body(photo)
    }
}
