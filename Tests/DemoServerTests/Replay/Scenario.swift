import Foundation
import Testing

@testable import DemoServer

/// Recorded exchanges that belong together: the state at the start, and the order of events.
struct Scenario: Sendable, CustomTestStringConvertible {
    let name: String
    var rateLimit: Int?
    let state: @Sendable (inout ServerAccount) -> Void
    let steps: [Step]

    var testDescription: String { name }

    enum Step: Sendable {
        /// Sent, and compared with the recording.
        case recorded(String, Sending = .asRecorded)
        /// A request that the recording person made in between, without keeping it.
        case unrecorded(String, String, String)
        /// The same the server's way.
        case change(@Sendable (inout ServerAccount) -> Void)
        case mode(DemoServer.Mode)
    }

    /// Where the recording has shortened the body.
    enum Sending: Sendable {
        case asRecorded
        case json(String)
        /// The contact as a GET just gave it.
        case echo(String)
    }

    /// Names of the recordings in it.
    var recordings: [String] {
        steps.compactMap { if case .recorded(let name, _) = $0 { name } else { nil } }
    }
}

extension Scenario.Step: ExpressibleByStringLiteral {
    init(stringLiteral name: String) { self = .recorded(name) }
}

extension ServerAccount {
    /// A contact with a number that the test chooses.
    mutating func add(_ id: Int, _ first: String, _ change: (inout Person) -> Void = { _ in }) {
        let time = Timestamp(seconds: Int(Lab.now) - 86_400)
        var person = Person(
            id: id, uuid: Identifiers.uuid(of: id, kind: .contact, seed: 4),
            hashID: "h:" + String(repeating: "\(id % 10)", count: 18), firstName: first, avatar: .initials,
            initialsDrawn: time, colour: "#fdb660", created: time, updated: time, culture: 0, age: 30)
        change(&person)
        store(person)
    }

    /// The state at the start of most recordings: a user, an archived contact, a partial one, and another account.
    mutating func addLaboratory(next: Int) {
        add(1, "Ada") {
            $0.lastName = "Lovelace"
            $0.genderID = 1
            $0.avatar = .photo(1)
        }
        addPhoto(1, of: 1)
        add(2, "Partial") {
            $0.lastName = "Lovelace"
            $0.genderID = 1
            $0.isPartial = true
        }
        store(Relation(id: 1, type: RelationType.all[7], from: 1, to: 2, created: Timestamp(seconds: 0)))
        store(Relation(id: 2, type: RelationType.all[8], from: 2, to: 1, created: Timestamp(seconds: 0)))
        add(34, "Archie") {
            $0.lastName = "Archived"
            $0.genderID = 2
            $0.isActive = false
            $0.avatar = .photo(5)
        }
        addPhoto(5, of: 34)
        me = 1
        nextContact = next
        neighbour.contacts = [66]
        neighbour.photos = [33]
        neighbour.contactFieldTypes = [8]
        let time = Timestamp(seconds: 0)
        neighbour.genders = [Gender(id: 4, name: "Man", type: "M", created: time, updated: time)]
    }

    mutating func addPhoto(_ number: Int, of contact: Int, ending: String = "jpg") {
        let time = Timestamp(seconds: Int(Lab.now) - 86_400)
        let data = SampleFiles.data(ending: ending, size: 667)
        store(
            AlbumPhoto(
                number: number, contacts: [contact], version: 0, format: .png,
                size: AlbumPhoto.Size(width: 1, height: 1), orientation: 1, subject: .portrait,
                name: Identifiers.photoName(of: number, version: 0, seed: 4), isBroken: false, created: time,
                updated: time,
                upload: AlbumPhoto.Upload(
                    original: data, dataURL: PictureKind(data)?.dataURL(data), originalName: "a.\(ending)",
                    fileExtension: ending, mimeType: ending == "png" ? "image/png" : "image/jpeg")))
    }
}
