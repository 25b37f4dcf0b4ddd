/// Figures that are promised: where one is greater than that, the measurement fails once all of it is reported.
struct Limits {
    private var exceeded: [String] = []

    /// Reports a figure that is to be no greater than a limit.
    mutating func report(_ name: String, _ value: Double, _ unit: String, atMost limit: Double) {
        cameo_benchmarks.report(name, value, unit)
        if value > limit { exceeded.append("\(name) is \(value) \(unit), and not at most \(limit)") }
    }

    /// Throws if a figure was greater than its limit.
    func check() throws {
        guard exceeded.isEmpty else { throw Unmeasurable(exceeded.joined(separator: "\n")) }
    }
}
