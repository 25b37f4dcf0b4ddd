import Foundation
import Synchronization
import Testing

@testable import CameoApp

@Suite struct DiskSpaceTests {
    @Test(arguments: [
        // Of a large disk the last 500 MB.
        (free: 500_000_001, size: 1_000_000_000_000, hasRoom: true),
        (free: 500_000_000, size: 1_000_000_000_000, hasRoom: false),
        // Of a small one the last tenth.
        (free: 100_000_001, size: 1_000_000_000, hasRoom: true),
        (free: 100_000_000, size: 1_000_000_000, hasRoom: false),
        (free: 0, size: 0, hasRoom: false),
    ])
    func newsLeavesTheRestOfTheDisk(free: Int, size: Int, hasRoom: Bool) {
        #expect(DiskSpace(free: free, size: size).hasRoom(for: 0) == hasRoom)
    }

    @Test func manyBytesLeaveTheRestToo() {
        let space = DiskSpace(free: 600_000_000, size: 1_000_000_000_000)
        #expect(space.hasRoom(for: 99_999_999) && !space.hasRoom(for: 100_000_000) && !space.hasRoom(for: .max))
    }

    @Test func theDiskIsAskedEachTime() {
        let free = Mutex(1_000_000_000)
        let hasRoom = DiskSpace.roomKeeper(at: URL(filePath: "/nowhere")) { _ in
            DiskSpace(free: free.withLock { $0 }, size: 10_000_000_000)
        }
        #expect(hasRoom())
        free.withLock { $0 = 1 }
        #expect(!hasRoom())
    }

    @Test func aFolderThatIsNotThereYetIsOnItsParentsDisk() throws {
        let space = try #require(DiskSpace(of: FileManager.default.temporaryDirectory))
        let missing = FileManager.default.temporaryDirectory.appending(components: UUID().uuidString, "a", "b")
        #expect(DiskSpace(of: missing)?.size == space.size)
        #expect(space.size > 0 && space.free <= space.size)
    }

    @Test func aDiskThatDoesNotTellHasRoom() {
        #expect(DiskSpace.roomKeeper(at: URL(filePath: "/"), asking: { _ in nil })())
    }
}
