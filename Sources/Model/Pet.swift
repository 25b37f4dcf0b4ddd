/// A pet of a contact.
public struct Pet: Sendable, Equatable {
    /// Nil if the server sends none.
    public var id: Int?
    /// The pet itself.
    public var value: PetValue

    /// A pet by its number.
    public init(id: Int?, value: PetValue) {
        self.id = id
        self.value = value
    }
}

/// A pet of a contact, as a person sets it.
public struct PetValue: Hashable, Codable, Sendable {
    /// The kind of animal. The raw values are stored and never change.
    public enum Animal: String, CaseIterable, Codable, Sendable {
        case cat, dog, bird, fish, hamster, horse, rabbit, rat, reptile
        case smallAnimal = "small_animal"
        case other
    }

    /// Nil for none.
    public var name: String?
    /// The kind of animal.
    public var animal: Animal

    // Stored: these never change.
    private enum CodingKeys: String, CodingKey {
        case name, animal
    }

    /// A pet of a kind.
    public init(name: String? = nil, animal: Animal) {
        self.name = name
        self.animal = animal
    }
}
