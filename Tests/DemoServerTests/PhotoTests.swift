import Foundation
import Testing

@testable import DemoServer

/// The clients that get a picture, and the ways to the picture.
@Suite struct PhotoTests {
    /// The path of the avatar of the first contact, who always has a photo.
    private func path(_ lab: Lab) throws -> String {
        let contact = try #require(try lab.data("/api/contacts/1").first)
        let avatar = (contact["information"] as? [String: Any])?["avatar"] as? [String: Any]
        let url = try #require((avatar?["url"] as? String).flatMap { URL(string: $0) })
        return url.path(percentEncoded: true)
    }

    @Test func aStockServerSendsEverybodyToTheLogin() throws {
        let lab = Lab()
        let photo = try path(lab)
        #expect(photo.hasPrefix("/store/photos/"))
        for accept in [nil, "*/*", "image/*"] {
            let response = lab.get(photo, accept: accept)
            #expect(response.status == 302)
            #expect(response["Location"] == "http://127.0.0.1:8421")
            #expect(response["Set-Cookie"] != nil)
        }
        let response = lab.get(photo)
        #expect(response.status == 401)
        #expect(response.text == (try Recordings.text("store-photo-bearer-accept-json.json")))
        #expect(lab.get(photo, accept: nil, headers: [("X-Requested-With", "XMLHttpRequest")]).status == 401)
        #expect(lab.get(photo.replacing("/store/", with: "/storage/"), accept: nil).status == 404)
    }

    @Test func aServerForBearersLooksAtTheToken() throws {
        let lab = Lab { $0.photos = .bearer }
        let photo = try path(lab)
        let response = lab.get(photo, accept: "image/*")
        #expect(response.status == 200)
        #expect(response["Content-Type"] == "image/jpeg")
        #expect(response["Cache-Control"] == "max-age=2628000, private")
        #expect(response.framing == .length)
        #expect(lab.get(photo, token: "wrong", accept: "image/*").status == 302)
        let etag = try #require(response["ETag"])
        #expect(lab.get(photo, accept: "image/*", headers: [("If-None-Match", etag)]).status == 304)
        #expect(lab.get("/store/photos/nothing.jpg", accept: "image/*").status == 404)
    }

    @Test func aPublicServerShowsThemToEverybodyElsewhere() throws {
        let lab = Lab { $0.photos = .public }
        let photo = try path(lab)
        #expect(photo.hasPrefix("/storage/photos/"))
        let response = lab.get(photo, token: nil, accept: "image/*")
        #expect(response.status == 200)
        #expect(response.body.starts(with: [0xFF, 0xD8]))
        #expect(response["Cache-Control"] == nil)
        let avatar = lab.get("/storage/avatars/\(lab.monica.account.person(2)?.uuid ?? "").jpg?1", token: nil)
        #expect(avatar.status == 200)
        #expect(lab.get("/storage/avatars/\(UUID().uuidString.lowercased()).jpg", token: nil).status == 404)
    }

    @Test func theAPIHasThePictureInside() throws {
        let lab = Lab()
        let photo = try #require(try lab.data("/api/contacts/1/photos").first)
        let dataURL = try #require(photo["dataUrl"] as? String)
        let link = try #require(photo["link"] as? String)
        #expect(dataURL.hasPrefix("data:image/jpeg;base64,"))
        let data = try #require(Data(base64Encoded: String(dataURL.dropFirst("data:image/jpeg;base64,".count))))
        #expect(data.starts(with: [0xFF, 0xD8]))
        #expect(link.hasSuffix(try path(lab)))
        #expect(link.hasSuffix(photo["new_filename"] as? String ?? "?"))
        let id = try #require(photo["id"] as? Int)
        #expect(try lab.data("/api/photos/\(id)").first?["link"] as? String == link)
    }

    @Test func onePhotoWithoutItsFileBreaksItemListAndPage() throws {
        let lab = Lab { $0.photos = .bearer }
        let photo = try #require(try lab.data("/api/contacts/1/photos?limit=1").first?["id"] as? Int)
        lab.monica.change { $0.account.edit(1) { $0.isPhotoBroken = true } }
        for target in ["/api/photos/\(photo)", "/api/contacts/1/photos", "/api/photos?limit=5"] {
            let response = lab.get(target)
            #expect(response.status == 500)
            #expect(response.text.hasPrefix("{\n    \"message\": \"Unable to read file from location: photos/"))
            #expect(
                Set(response.headers.map { $0.name.lowercased() }) == (try Recordings.headerNames("photo-missing-file"))
            )
        }
        #expect(lab.get("/api/photos?limit=5", accept: nil)["Content-Type"]?.hasPrefix("text/html") == true)
        #expect(lab.get("/api/contacts/1").status == 200)
        #expect(lab.get(try path(lab), accept: "image/*").status == 404)
    }

    @Test func turnedPhotosSayItInTheFileAndNotInTheAPI() throws {
        let account = Lab(contacts: 2000).monica.account
        let photos = (1...2000).lazy.flatMap { account.photos(of: $0) }
        let photo = try #require(photos.first { $0.orientation == 6 && $0.size.width < 2000 })
        let file = PhotoFile(photo: photo, account: account)
        let original = try #require(file.original())
        let reencoded = try #require(file.reencoded())
        let tag = Data([0xFF, 0xE1, 0, 0x22, 0x45, 0x78, 0x69, 0x66])
        #expect(original.dropFirst(2).starts(with: tag))
        #expect(reencoded.range(of: Data("Exif".utf8)) == nil)
    }

    @Test func adorableFacesAreInTheContact() throws {
        let lab = Lab(contacts: 100)
        let contacts = try lab.data("/api/contacts?limit=100")
        let avatars = contacts.compactMap { ($0["information"] as? [String: Any])?["avatar"] as? [String: Any] }
        let faces = avatars.filter { $0["source"] as? String == "adorable" }.compactMap { $0["url"] as? String }
        #expect(faces.count > 2)
        for face in faces {
            let data = try #require(Data(base64Encoded: String(face.dropFirst("data:image/png;base64,".count))))
            // The header of a PNG: 200 × 200 pixels, 8 bits, colour with alpha.
            #expect(data.dropFirst(16).prefix(10) == Data([0, 0, 0, 200, 0, 0, 0, 200, 8, 6]))
        }
        #expect(Set(faces).count > 1)
    }

    @Test func noTwoPhotosAreAlike() throws {
        let lab = Lab(contacts: 40)
        let account = lab.monica.account
        let files = (1...40).flatMap { account.photos(of: $0) }.filter { $0.size.width < 2000 }
            .compactMap { PhotoFile(photo: $0, account: account).original() }
        #expect(files.count > 20)
        #expect(Set(files).count == files.count)
    }
}
