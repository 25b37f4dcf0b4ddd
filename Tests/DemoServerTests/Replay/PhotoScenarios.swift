import Foundation

@testable import DemoServer

extension Scenario {
    private static func picture(_ ending: String, prefix: String = "") -> Sending {
        let data = SampleFiles.data(ending: ending, size: 200).base64EncodedString()
        return .json(#"{"contact_id": 97, "data": "\#(prefix)\#(data)"}"#)
    }

    static let photos: [Scenario] = [
        Scenario(
            name: "Uploading photos, and avatars",
            state: {
                $0.addLaboratory(next: 98)
                $0.add(97, "Photo") { $0.colour = "#93521e" }
                $0.photos.next = 35
            },
            steps: [
                "photo-create-png", "photo-create-jpeg", "photo-create-jpeg-exif", "photo-create-wrong-content-type",
                "photo-create-wrong-name", "photo-create-gif", "photo-create-webp", "photo-create-bmp",
                "photo-create-422-avif", "photo-create-422-text", "photo-create-422-empty", "photo-create-truncated",
                "photo-create-long-name", "photo-create-path-name",
                .recorded("photo-create-json-data-url", picture("jpg", prefix: "data:image/jpeg;base64,")),
                .recorded("photo-create-json-base64", picture("png")),
                .recorded("photo-create-json-alpha", picture("png", prefix: "data:image/png;base64,")),
                "photo-create-20MB", "photo-create-422-no-contact", "photo-create-422-no-photo",
                "photo-create-422-unknown-contact", "photo-create-422-archived", "photo-create-422-json-nonsense",
                "photo-create-422-photo-as-field", "photo-create-json-base64-no-image", "photo-create-other-account",
                "photo-create-svg", "avatar-put-adorable", "avatar-put-gravatar", "avatar-put-photo-form",
                "avatar-put-photo-of-another-contact", "avatar-put-404-photo-other-account", "avatar-put-default",
                "avatar-put-default-with-photo_id", "avatar-put-422-source", "avatar-put-422-empty",
                "avatar-put-422-photo-missing", "avatar-put-422-photo-unknown", "avatar-put-422-unknown-contact",
                "avatar-put-404-other-account", "avatar-put-422-archived", "avatar-delete-405",
                .unrecorded("PUT", "/api/contacts/97/avatar", #"{"source": "photo", "photo_id": 35}"#),
                "photo-delete-while-avatar", "photo-delete-again", "photo-delete-other-account",
                "photo-delete-id-abc", "photo-get-exif", "photo-put-405", "photo-delete-unreadable",
            ]),
        Scenario(
            name: "A photo of very many pixels",
            state: {
                $0.add(1, "Ada") {
                    $0.middleName = "King"
                    $0.lastName = "Lovelace"
                    $0.nickname = "Countess"
                    $0.genderID = 1
                    $0.isStarred = true
                    $0.birthdate = Person.PersonDate(date: Timestamp(year: 1815, month: 12, day: 10))
                    $0.avatar = .photo(1)
                }
                $0.me = 1
                $0.addPhoto(1, of: 1)
                $0.changePhoto(1) { $0.upload?.originalName = "jpeg.jpg" }
                $0.addPhoto(2, of: 1)
                $0.add(13, "Bomb")
                $0.photos.next = 13
            }, steps: ["photo-create-huge-pixels", "photos-list-after-huge-pixels"]),
        Scenario(
            name: "A photo of two contacts",
            state: {
                $0.add(90, "OwnerA")
                $0.add(91, "BorrowerB") { $0.colour = "#5f479a" }
            },
            steps: [
                .unrecorded(
                    "POST", "/api/photos",
                    #"{"contact_id": 90, "data": "\#(SampleFiles.data(ending: "png", size: 129).base64EncodedString())"}"#
                ),
                .unrecorded("PUT", "/api/contacts/90/avatar", #"{"source": "photo", "photo_id": 1}"#),
                .unrecorded("PUT", "/api/contacts/91/avatar", #"{"source": "photo", "photo_id": 1}"#),
                "photo-shared-get", .unrecorded("DELETE", "/api/contacts/90", ""),
                "photo-shared-get-first-contact-deleted", "contact-get-avatar-shared-photo-first-contact-deleted",
                "photo-shared-delete", "contact-get-avatar-shared-photo-deleted",
            ]),
    ]
}

extension ServerAccount {
    mutating func changePhoto(_ number: Int, _ change: (inout AlbumPhoto) -> Void) {
        guard var photo = row(AlbumPhoto.self, number) else { return }
        change(&photo)
        store(photo)
    }
}
