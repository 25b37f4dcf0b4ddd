import ArgumentParser

/// Each subcommand measures one subject and prints its figures; `scripts/bench` runs them in a session of their own.
@main
struct Benchmarks: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cameo-benchmarks", abstract: "Measures Cameo; see scripts/bench.",
        subcommands: [
            AvatarBenchmarks.self, ContactBenchmarks.self, DecodePeak.self, ScrollMemory.self, ScrollFrames.self,
            HistoryOpening.self, EditBenchmarks.self, EditFrames.self, FormTyping.self, Renewal.self,
            FaceBenchmarks.self,
            FaceChoosing.self, FaceCropping.self,
        ])
}
