public import Foundation

/// Targets for bytes that a fuzzer makes up (`scripts/fuzz`) or once made up (`FuzzTests`). Each target reads input
/// from outside. A target ends the process at a broken promise.
public enum FuzzTarget: String, CaseIterable, Sendable {
    /// Headers of picture files, and decoding of small pictures.
    case pictures
    /// Answers of the API: contacts, pages, sections, with all that is reckoned from them.
    case json
    /// Addresses of servers and links, and the rule for the account's own addresses.
    case addresses
    /// Pictures in URLs, colours, and the header fields of answers.
    case fields
    /// Text and Markdown as they are shown.
    case text
    /// The time that it takes to lay out a row with a text.
    case rows

    public func run(_ bytes: Data) {
        switch self {
        case .pictures: fuzzPictures(bytes)
        case .json: fuzzJSON(bytes)
        case .addresses: fuzzAddresses(bytes)
        case .fields: fuzzFields(bytes)
        case .text: fuzzText(bytes)
        case .rows: fuzzRows(bytes)
        }
    }
}
