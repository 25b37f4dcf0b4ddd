import ArgumentParser
import Avatars
import CameoApp
import Contacts
import Foundation
import GLib
import Monica
import Network

/// How much memory fifty photos of a telephone take while they are loaded, all wanted at once.
struct DecodePeak: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "decode-peak", shouldDisplay: false)

    @Argument(help: "A JPEG of twelve megapixels.")
    var photo: String

    func run() throws {
        try MainActor.assumeIsolated { try measure() }
    }

    @MainActor
    private func measure() throws {
        // As the program begins.
        Allocator.returnFreeMemory()
        try runOnMainLoop {
            let home = try Home()
            let file = URL(filePath: photo)
            let transport = SamplePictures { try Data(contentsOf: file) + Data("\($0)".utf8) }
            let store = ProgramParts.avatars(
                kind: MonicaKind(), server: try ServerAddress(SamplePictures.server), transport: transport,
                contacts: try .inMemory(decoder: MonicaKind()),
                folder: home.cache.appending(component: "avatars"))
            let idle = ProcessMemory.resident
            try ProcessMemory.forgetPeak()
            _ = try await store.loadAll((0..<50).map(SamplePictures.subject))
            report("avatars.decode_peak", Double(ProcessMemory.peak - idle) / 0x10_0000, "MiB")
        }
    }
}
