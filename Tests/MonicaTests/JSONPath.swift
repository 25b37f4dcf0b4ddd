import Foundation

/// The way to one value inside JSON.
enum JSONStep: Equatable {
    case key(String)
    case index(Int)
}

extension ContactTests {
    /// The ways to all values, the outermost excepted.
    static func paths(_ value: Any) -> [[JSONStep]] {
        children(value).flatMap { step, child in [[step]] + paths(child).map { [step] + $0 } }
    }

    /// A copy with another value, or none, at the end of the way.
    static func replacing(_ path: [JSONStep], in value: Any, by replacement: Any?) -> Any? {
        guard let step = path.first else { return replacement }
        let rest = Array(path.dropFirst())
        switch step {
        case .key(let key):
            guard var fields = value as? [String: Any], let child = fields[key] else { return value }
            fields[key] = replacing(rest, in: child, by: replacement)
            return fields
        case .index(let index):
            guard var list = value as? [Any] else { return value }
            if let changed = replacing(rest, in: list[index], by: replacement) {
                list[index] = changed
            } else {
                list.remove(at: index)
            }
            return list
        }
    }

    /// Long lists and pictures inside the JSON would make the many copies slow and test nothing more.
    static func shortened(_ value: Any) -> Any {
        switch value {
        case let fields as [String: Any]: fields.mapValues(shortened)
        case let list as [Any]: list.prefix(1).map(shortened)
        case let text as String: String(text.prefix(200))
        default: value
        }
    }

    private static func children(_ value: Any) -> [(JSONStep, Any)] {
        switch value {
        case let fields as [String: Any]: fields.map { (.key($0.key), $0.value) }
        case let list as [Any]: list.enumerated().map { (.index($0.offset), $0.element) }
        default: []
        }
    }
}
