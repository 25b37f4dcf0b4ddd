import Contacts
import Model

extension ShownWords {
    /// The animals of pets and the types of life events, as the pages of contacts show them.
    static let ofPages: ShownWords = {
        var words: [String: String] = [:]
        // The index has no word for another animal.
        for animal in PetValue.Animal.allCases where animal != .other { words[animal.rawValue] = animal.localizedName }
        for type in LifeEventType.all { words[type] = LifeEventType.text(type) }
        return ShownWords(words)
    }()
}
