import Foundation

extension String {
    /// Whether the server takes both for one tag, or for one label.
    public func isSameTag(as other: String) -> Bool {
        trimmingCharacters(in: .whitespacesAndNewlines).lowercased()
            == other.trimmingCharacters(in: .whitespacesAndNewlines).lowercased()
    }
}
