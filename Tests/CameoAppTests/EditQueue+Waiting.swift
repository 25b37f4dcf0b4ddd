import Contacts
import Foundation
import TestSupport
import XCTest

extension EditQueue {
    /// Waits until the edits that are left are so, and returns them.
    @MainActor
    @discardableResult
    func wait(
        atMost limit: Duration = .seconds(20), file: StaticString = #filePath, line: UInt = #line,
        until isSo: ([Edit]) -> Bool
    ) async throws -> [Edit] {
        let end = ContinuousClock.now + limit * sanitizerSlowdown
        while true {
            let edits = try await edits()
            if isSo(edits) { return edits }
            guard ContinuousClock.now < end else {
                XCTFail("waited in vain: \(edits.map(\.state))", file: file, line: line)
                return edits
            }
            try await Task.sleep(for: .milliseconds(5))
        }
    }
}
