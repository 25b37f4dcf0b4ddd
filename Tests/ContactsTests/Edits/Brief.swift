import Model

extension ContactValue {
    /// Told apart by this alone.
    var brief: String {
        switch self {
        case .text(let text): text
        case .day(let day): "born " + day.brief
        case .death(let day): "dead " + (day?.brief ?? "")
        case .contact(.local(let id)): "local \(id.rawValue)"
        case .contact(.remote(let id)): "remote " + id.rawValue
        }
    }
}

extension ContactDay {
    var brief: String {
        switch self {
        case .date(let year, let month, let day): "\(year)-\(month)-\(day)"
        case .monthDay(let month, let day): "\(month)-\(day)"
        case .year(let year): "\(year)"
        }
    }
}

extension PartValue {
    var brief: String {
        switch self {
        case .field(let field): field.content
        case .address(let address): address.street ?? ""
        // In the runs each has a type of its own; with whom it is, is looked at by itself.
        case .relationship(let relationship): relationship.type.rawValue
        }
    }

    /// What is told apart from the rest of it.
    var labels: [String] {
        get { if case .field(let field) = self { field.labels } else { [] } }
        set {
            guard case .field(var field) = self else { return }
            field.labels = newValue
            self = .field(field)
        }
    }
}
