import Foundation

/// Prints a figure as a line of its own, at once, since a long run may be watched.
nonisolated func report(_ name: String, _ value: Double, _ unit: String) {
    let digits = value.magnitude >= 100 ? 0 : value.magnitude >= 10 ? 1 : value.magnitude >= 1 ? 2 : 3
    let line = "\(name) \(String(format: "%.\(digits)f", value)) \(unit)\n"
    // A reader that closed the pipe needs no further figures.
    try? FileHandle.standardOutput.write(contentsOf: Data(line.utf8))
}

nonisolated extension Collection<Double> {
    /// The value below which a share (0 to 1) of all lies; 0 of none.
    func percentile(_ share: Double) -> Double {
        let sorted = self.sorted()
        guard let last = sorted.last else { return 0 }
        let place = Int((Double(sorted.count) * share).rounded(.up)) - 1
        return sorted.indices.contains(place) ? sorted[place] : last
    }

    var median: Double { percentile(0.5) }
}

nonisolated extension Duration {
    var seconds: Double {
        Double(components.seconds) + Double(components.attoseconds) / 1e18
    }
}

/// Something that a measurement needs is missing or does not work.
struct Unmeasurable: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
