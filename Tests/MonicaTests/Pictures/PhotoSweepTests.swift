import Testing

@testable import Monica

struct PhotoSweepTests {
    /// Goes through a list of photos, some of them broken. Returns the seen photos and the number of requests.
    private func run(count: Int, broken: Set<Int>, pageSize: Int, knowsTotal: Bool) -> (seen: [Int], requests: Int) {
        var sweep = PhotoSweep(pageSize: pageSize)
        var seen: [Int] = []
        var requests = 0
        while let page = sweep.next, requests < 10_000 {
            requests += 1
            let photos = Array((0..<count).dropFirst(page.start).prefix(page.size))
            if broken.isDisjoint(with: photos) {
                seen += photos
                sweep.succeed(count: photos.count, total: knowsTotal ? count : nil)
            } else {
                sweep.fail()
            }
        }
        return (seen, requests)
    }

    @Test(arguments: [1, 2, 4, 8, 16], [true, false])
    func everyWholePhotoIsSeenOnceAndInOrder(pageSize: Int, knowsTotal: Bool) {
        for count in 0...40 {
            for broken in [[], [0], [3], [7, 8], [count - 1], [0, 9, 18, 27, 36]] as [Set<Int>] {
                // A whole page of broken photos ends the sweep.
                guard pageSize > 2 || broken.isEmpty else { continue }
                let result = run(count: count, broken: broken, pageSize: pageSize, knowsTotal: knowsTotal)
                #expect(result.seen == (0..<count).filter { !broken.contains($0) })
            }
        }
    }

    @Test func oneBrokenPhotoCostsTwoRequestsForEachHalving() {
        let whole = run(count: 80, broken: [], pageSize: 8, knowsTotal: true).requests
        #expect(whole == 10)
        #expect(run(count: 80, broken: [42], pageSize: 8, knowsTotal: true).requests == whole + 6)
    }

    @Test func aPageOfBrokenPhotosEndsIt() {
        var sweep = PhotoSweep(pageSize: 8)
        var requests = 0
        while sweep.next != nil {
            sweep.fail()
            requests += 1
        }
        #expect(sweep.hasGivenUp)
        #expect(requests == 15)
    }

    @Test(arguments: [Int.max, Int.max - 1, 0, -1, Int.min])
    func aTotalMayBeAnyNumber(total: Int) {
        var sweep = PhotoSweep(pageSize: 8)
        sweep.succeed(count: 8, total: total)
        #expect((sweep.remainingPages ?? 0) >= 0)
        #expect((sweep.next == nil) == (total < 1))
    }

    @Test func theRemainingPagesAreKnownOnceTheTotalIs() {
        var sweep = PhotoSweep(pageSize: 8)
        #expect(sweep.remainingPages == nil)
        sweep.succeed(count: 8, total: 20)
        #expect(sweep.remainingPages == 2)
        sweep.succeed(count: 8, total: 20)
        sweep.succeed(count: 4, total: 20)
        #expect(sweep.remainingPages == 0)
        #expect(sweep.next == nil)
    }
}
