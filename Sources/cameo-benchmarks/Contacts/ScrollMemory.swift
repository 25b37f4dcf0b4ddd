import ArgumentParser
import Foundation

/// The memory of the program after its list was scrolled from end to end. It runs in this process, whole and unchanged.
struct ScrollMemory: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "scroll-memory", shouldDisplay: false)

    /// Enough steps through a list of any length to fill the caches.
    private static let maxSteps = 1_200

    @Argument(help: "What the figure is called.")
    var name: String

    @Option(help: "How often to scroll there and back.")
    var scrolls = 1

    func run() throws {
        MainActor.assumeIsolated { runInApplication { try await measure() } }
    }

    @MainActor
    private func measure() async throws {
        try await wait("the list") { (ScrolledList.ofApplication?.count ?? 0) > 0 }
        guard let list = ScrolledList.ofApplication else { throw Unmeasurable("there is no list") }
        try await Task.sleep(for: .seconds(2))
        report("\(name).at_start", resident, "MiB")
        var after: [Double] = []
        for scroll in 1...scrolls {
            // The first time pictures are to come; later on they are in the caches.
            try await self.scroll(list, pause: .milliseconds(scroll == 1 ? 60 : 10))
            try await Task.sleep(for: .seconds(2))
            after.append(resident)
        }
        report(name, after.max() ?? 0, "MiB")
        if scrolls > 2 { report("contacts.memory.after_scrolls", (after.last ?? 0) / after[1], "ratio") }
    }

    @MainActor
    private func scroll(_ list: ScrolledList, pause: Duration) async throws {
        let step = max(list.pageHeight, list.end / Double(Self.maxSteps))
        let positions = Array(stride(from: 0, through: list.end, by: step))
        for position in positions + positions.reversed() {
            list.position = position
            try await Task.sleep(for: pause)
        }
    }

    private var resident: Double { Double(ProcessMemory.resident) / 0x10_0000 }
}
