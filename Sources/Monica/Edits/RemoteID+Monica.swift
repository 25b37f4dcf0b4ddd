import Model

extension RemoteID {
    /// The path below a list; nil for a name that no Monica gives.
    func path(_ list: String) -> String? { Int(rawValue).flatMap { $0 > 0 ? "\(list)/\($0)" : nil } }
}
