// The stored form of values inside pending changes and drafts. Keys here never change.

extension ContactValue: Codable {
    private enum CodingKeys: String, CodingKey {
        case text, day, death, contact
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if let text = try container.decodeIfPresent(String.self, forKey: .text) {
            self = .text(text)
        } else if let day = try container.decodeIfPresent(ContactDay.self, forKey: .day) {
            self = .day(day)
        } else if let other = try container.decodeIfPresent(AnyContactID.self, forKey: .contact) {
            self = .contact(other)
        } else if container.contains(.death) {
            self = .death(try container.decodeIfPresent(ContactDay.self, forKey: .death))
        } else {
            throw StoredChangeError.unknown
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .text(let text): try container.encode(text, forKey: .text)
        case .day(let day): try container.encode(day, forKey: .day)
        case .death(let day?): try container.encode(day, forKey: .death)
        case .death(nil): try container.encodeNil(forKey: .death)
        case .contact(let other): try container.encode(other, forKey: .contact)
        }
    }
}

extension ContactDay: Codable {
    private enum CodingKeys: String, CodingKey {
        case year, month, day
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let year = try container.decodeIfPresent(Int.self, forKey: .year)
        let month = try container.decodeIfPresent(Int.self, forKey: .month)
        let day = try container.decodeIfPresent(Int.self, forKey: .day)
        switch (year, month, day) {
        case (let year?, let month?, let day?): self = .date(year: year, month: month, day: day)
        case (nil, let month?, let day?): self = .monthDay(month: month, day: day)
        case (let year?, nil, nil): self = .year(year)
        default: throw StoredChangeError.unknown
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .date(let year, let month, let day):
            try container.encode(year, forKey: .year)
            try container.encode(month, forKey: .month)
            try container.encode(day, forKey: .day)
        case .monthDay(let month, let day):
            try container.encode(month, forKey: .month)
            try container.encode(day, forKey: .day)
        case .year(let year): try container.encode(year, forKey: .year)
        }
    }
}

extension AnyContactID: Codable {
    private enum CodingKeys: String, CodingKey {
        case local, remote
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if let id = try container.decodeIfPresent(ContactID.self, forKey: .local) {
            self = .local(id)
        } else {
            self = .remote(try container.decode(RemoteID.self, forKey: .remote))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .local(let id): try container.encode(id, forKey: .local)
        case .remote(let id): try container.encode(id, forKey: .remote)
        }
    }
}

extension PartValue: Codable {
    private enum CodingKeys: String, CodingKey {
        case field, address, relationship, reminder, note, call, task, gift, debt, pet, activity, photo
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        switch container.allKeys.first {
        case .field: self = .field(try container.decode(FieldValue.self, forKey: .field))
        case .address: self = .address(try container.decode(AddressValue.self, forKey: .address))
        case .relationship:
            self = .relationship(try container.decode(RelationshipValue.self, forKey: .relationship))
        case .reminder: self = .reminder(try container.decode(ReminderValue.self, forKey: .reminder))
        case .note: self = .note(try container.decode(NoteValue.self, forKey: .note))
        case .call: self = .call(try container.decode(CallValue.self, forKey: .call))
        case .task: self = .task(try container.decode(TaskValue.self, forKey: .task))
        case .gift: self = .gift(try container.decode(GiftValue.self, forKey: .gift))
        case .debt: self = .debt(try container.decode(DebtValue.self, forKey: .debt))
        case .pet: self = .pet(try container.decode(PetValue.self, forKey: .pet))
        case .activity: self = .activity(try container.decode(ActivityValue.self, forKey: .activity))
        case .photo: self = .photo(try container.decode(PhotoValue.self, forKey: .photo))
        case nil: throw StoredChangeError.unknown
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .field(let value): try container.encode(value, forKey: .field)
        case .address(let value): try container.encode(value, forKey: .address)
        case .relationship(let value): try container.encode(value, forKey: .relationship)
        case .reminder(let value): try container.encode(value, forKey: .reminder)
        case .note(let value): try container.encode(value, forKey: .note)
        case .call(let value): try container.encode(value, forKey: .call)
        case .task(let value): try container.encode(value, forKey: .task)
        case .gift(let value): try container.encode(value, forKey: .gift)
        case .debt(let value): try container.encode(value, forKey: .debt)
        case .pet(let value): try container.encode(value, forKey: .pet)
        case .activity(let value): try container.encode(value, forKey: .activity)
        case .photo(let value): try container.encode(value, forKey: .photo)
        }
    }
}

/// Why a stored change cannot be read.
public enum StoredChangeError: Error, Hashable, Sendable {
    /// A newer version of the program wrote it.
    case unknown
    /// The text is no stored change.
    case damaged
}
