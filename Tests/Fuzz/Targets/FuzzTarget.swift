public import Foundation

/// What is tried with bytes that a fuzzer makes up (`scripts/fuzz`) or once made up (`FuzzTests`): each reads something that
/// comes from outside, and ends the process where it finds a promise broken.
public enum FuzzTarget: String, CaseIterable, Sendable {
    /// Headers of picture files, and decoding those that are small.
    case pictures
    /// Answers of the API: contacts, pages, sections, with all that is reckoned from them.
    case json
    /// Addresses of servers and links: what counts as the account's own.
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
