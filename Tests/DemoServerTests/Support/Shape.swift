import Foundation

/// The kinds of values at each place of some JSON objects. The kinds tell whether another object could be one of them.
/// A nested object may name its kind (`"object": "address"`). The shape compares such an object with all recorded
/// objects.
struct Shape: Sendable {
    private static let nested: Shape = {
        var shape = Shape(of: [])
        for value in Recordings.all { shape.learn(value, at: "") }
        return shape
    }()

    private var kinds: [String: Set<String>] = [:]
    private var keys: [String: Set<Set<String>>] = [:]

    init(of objects: [[String: Any]]) {
        for object in objects { learn(object, at: "") }
    }

    /// Values of an object at an unknown place or of an unknown kind.
    func complaints(about object: [String: Any]) -> Set<String> {
        complaints(about: object, at: "")
    }

    private mutating func learn(_ value: Any, at place: String) {
        let path = Self.path(of: value, at: place)
        kinds[path, default: []].insert(Self.kind(value))
        switch value {
        case let object as [String: Any]:
            keys[path, default: []].insert(Set(object.keys))
            for (key, value) in object { learn(value, at: "\(path).\(key)") }
        case let array as [Any]:
            for element in array { learn(element, at: path + "[]") }
        default: break
        }
    }

    private static func path(of value: Any, at place: String) -> String {
        guard !place.isEmpty, let name = (value as? [String: Any])?["object"] as? String else { return place }
        return "@\(name)"
    }

    private func complaints(about value: Any, at place: String) -> Set<String> {
        let kind = Self.kind(value)
        let path = Self.path(of: value, at: place)
        let (kinds, keys) = path.hasPrefix("@") ? (Self.nested.kinds, Self.nested.keys) : (kinds, keys)
        guard let known = kinds[path] else { return ["\(path): never seen"] }
        guard known.contains(kind) else { return ["\(path): \(kind), not \(known.sorted())"] }
        switch value {
        case let object as [String: Any]:
            var found: Set<String> = []
            if let all = keys[path], !all.contains(Set(object.keys)) {
                let nearest = all.min {
                    $0.symmetricDifference(object.keys).count < $1.symmetricDifference(object.keys).count
                }
                found.insert("\(path): keys \(nearest?.symmetricDifference(object.keys).sorted() ?? [])")
            }
            return object.reduce(into: found) { $0.formUnion(complaints(about: $1.value, at: "\(path).\($1.key)")) }
        case let array as [Any]:
            return array.reduce(into: []) { $0.formUnion(complaints(about: $1, at: path + "[]")) }
        default: return []
        }
    }

    private static func kind(_ value: Any) -> String {
        switch value {
        case is NSNull: return "null"
        case is String: return "string"
        case is [Any]: return "array"
        case is [String: Any]: return "object"
        case let number as NSNumber:
            let type = String(cString: number.objCType)
            return type == "c" || type == "B" ? "bool" : type == "d" ? "float" : "int"
        default: return "\(type(of: value))"
        }
    }
}
