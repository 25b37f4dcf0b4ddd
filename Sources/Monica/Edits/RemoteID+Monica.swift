import Model

extension RemoteID {
    /// Below a list; nil for what no server of this kind calls a thing.
    func path(_ list: String) -> String? {
        Int(rawValue).flatMap { $0 > 0 ? "\(list)/\($0)" : nil }
    }
}
