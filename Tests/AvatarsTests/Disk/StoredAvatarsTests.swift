import Foundation
import Model
import Monica
import Platform
import Testing

@testable import Avatars

@MainActor
struct StoredAvatarsTests {
    @Test func aPictureThatAStoreKeptIsFoundByItsAccountOnly() async throws {
        let temporary = try TemporaryFolder()
        let folder = temporary.url.appending(component: "cache")
        let fixture = try Fixture(folder: folder)
        fixture.transport.rule = { _ in .face("Ada") }
        let state = fixture.state(1, "https://pictures.example/ada.jpg")
        state.want()
        await eventually { temporary.files().contains { !$0.lastPathComponent.hasPrefix(".") } }

        let server = fixture.server
        let stored = StoredAvatars(folder: FolderPath(folder), account: "account") {
            MonicaKind().pictureRequest(for: $0, on: server)
        }
        let picture = await stored.data(of: state.picture)
        #expect(picture?.isEmpty == false)
        let unknown = await stored.data(of: .none)
        #expect(unknown == nil)
        let foreign = await StoredAvatars(folder: FolderPath(folder), account: "another") {
            MonicaKind().pictureRequest(for: $0, on: server)
        }.data(of: state.picture)
        #expect(foreign == nil)
    }
}
