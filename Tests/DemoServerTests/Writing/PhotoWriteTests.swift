import Foundation
import Testing

@testable import DemoServer

@Suite struct PhotoWriteTests {
    static let png = SampleFiles.data(ending: "png", size: 100).base64EncodedString()

    private let lab = Lab()

    private func avatar(_ id: Int) throws -> Lab.Object {
        try #require((lab.contact(id)["information"] as? Lab.Object)?["avatar"] as? Lab.Object)
    }

    private func avatar(in answer: Response) throws -> Lab.Object? {
        let object = try JSONSerialization.jsonObject(with: answer.body) as? Lab.Object
        return ((object?["data"] as? Lab.Object)?["information"] as? Lab.Object)?["avatar"] as? Lab.Object
    }

    @Test func theAnswerToANewAvatarIsStale() throws {
        let id = try lab.make("/api/contacts", Lab.names("Ann"))
        let photos = try (1...2).map { _ in try lab.make("/api/photos", ["contact_id": id, "data": Self.png]) }
        let target = "/api/contacts/\(id)/avatar"
        let first = try avatar(in: lab.send("PUT", target, ["source": "photo", "photo_id": photos[0]]))
        #expect(first?["source"] as? String == "photo")
        #expect((first?["url"] as? String)?.contains("/store/avatars/") == true)
        #expect((try avatar(id)["url"] as? String)?.contains("/store/photos/") == true)
        let second = try avatar(in: lab.send("PUT", target, ["source": "photo", "photo_id": photos[1]]))
        #expect(second?["url"] as? String == (try avatar(id)["url"] as? String))
        #expect(try lab.ids("/api/contacts/\(id)/photos") == photos)
        #expect(try lab.ids("/api/contacts/\(id)/photos?sort=-created_at") == photos.reversed())
    }

    @Test func anAvatarsPhotoIsDeletedWithoutATrace() throws {
        let id = try lab.make("/api/contacts", Lab.names("Ann"))
        let photo = try lab.make("/api/photos", ["contact_id": id, "data": Self.png])
        try lab.send("PUT", "/api/contacts/\(id)/avatar", ["source": "photo", "photo_id": photo])
        let before = try lab.contact(id)["updated_at"] as? String
        #expect(try lab.send("DELETE", "/api/photos/\(photo)", at: Lab.now + 600).status == 200)
        #expect(try avatar(id)["source"] as? String == "photo")
        #expect((try avatar(id)["url"] as? String)?.contains("/store/avatars/") == true)
        #expect(try lab.contact(id)["updated_at"] as? String == before)
    }

    @Test func anUnreadablePictureIsStoredAndBreaksTheListsUntilItGoes() throws {
        let id = try lab.make("/api/contacts", Lab.names("Ann"))
        let number = lab.monica.account.photos.next
        let boundary = "x"
        let form = SampleFiles.form(
            "multipart/form-data: contact_id=\(id), photo=@a.svg (Content-Type image/svg+xml, 110 bytes)",
            boundary: boundary)
        let answer = lab.post("/api/photos", form, type: "multipart/form-data; boundary=\(boundary)")
        #expect(answer.status == 500)
        #expect(lab.get("/api/contacts/\(id)/photos").status == 500)
        #expect(lab.get("/api/photos/\(number)").status == 500)
        #expect(try lab.send("DELETE", "/api/photos/\(number)").status == 200)
        #expect(lab.get("/api/contacts/\(id)/photos").status == 200)
    }

    @Test func anUploadedFileComesBackAsItWasAndTheAPIHasItWithoutEXIF() throws {
        let lab = Lab { $0.photos = .bearer }
        let id = try lab.make("/api/contacts", Lab.names("Ann"))
        let file = try #require(
            EXIF.adding(orientation: 6, to: SampleFiles.data(ending: "jpg", size: 60)) as Data?)
        var form = Data("--x\r\nContent-Disposition: form-data; name=\"contact_id\"\r\n\r\n\(id)\r\n".utf8)
        let head = "Content-Disposition: form-data; name=\"photo\"; filename=\"my.jpg\"\r\nContent-Type: image/jpeg"
        form += Data("--x\r\n\(head)\r\n\r\n".utf8) + file + Data("\r\n--x--\r\n".utf8)
        let answer = lab.post("/api/photos", form, type: "multipart/form-data; boundary=x")
        let object = try JSONSerialization.jsonObject(with: answer.body) as? Lab.Object
        let photo = try #require(object?["data"] as? Lab.Object)
        #expect(photo["original_filename"] as? String == "my.jpg")
        let name = try #require(photo["new_filename"] as? String)
        #expect(lab.get("/store/\(name)", accept: "image/*").body == file)
        let prefix = "data:image/jpeg;base64,"
        let url = try #require(photo["dataUrl"] as? String)
        let sent = try #require(Data(base64Encoded: String(url.dropFirst(prefix.count))))
        #expect(url.hasPrefix(prefix) && sent.range(of: Data("Exif".utf8)) == nil)
        #expect(try lab.ids("/api/contacts/\(id)/photos") == [photo["id"] as? Int])
    }

    @Test func aPhotoThatIsNoAvatarAnyMoreStaysInTheAlbum() throws {
        let before = try lab.ids("/api/contacts/1/photos")
        try lab.send("PUT", "/api/contacts/1/avatar", ["source": "default"])
        #expect(try avatar(1)["source"] as? String == "default")
        #expect(try lab.ids("/api/contacts/1/photos") == before)
        try lab.send("PUT", "/api/contacts/1/avatar", ["source": "photo", "photo_id": before[0]])
        #expect((try avatar(1)["url"] as? String)?.contains("/store/photos/") == true)
    }
}

extension Lab {
    func post(_ target: String, _ body: Data, type: String) -> Response {
        let headers = [
            ("Host", "127.0.0.1:8421"), ("Authorization", "Bearer secret"), ("Accept", "application/json"),
            ("Content-Type", type),
        ]
        return monica.respond(to: Request(method: "POST", path: target, headers: headers, body: body), at: Lab.now + 60)
    }
}
