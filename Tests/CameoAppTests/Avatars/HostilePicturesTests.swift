import Avatars
import DemoServer
import DemoServerFaults
import Foundation
import Gtk
import Model
import TestSupport
import XCTest

@testable import CameoApp

/// Servers that break every rule, with all of the program between them and the screen: a person sees initials, the error
/// is the right one, and the next picture loads.
final class HostilePicturesTests: XCTestCase {
    func testWhateverAnotherHostAnswersTheNextPictureLoads() {
        onDisplay(limit: .seconds(120)) {
            let lab = try await HostileLab()
            let png = try HostileLab.png(colour: 0xFF80_4020)
            var huge = png
            // The size in the header: 30,000 × 30,000.
            huge.replaceSubrange(16..<24, with: [0, 0, 0x75, 0x30, 0, 0, 0x75, 0x30])
            let itself = "\(lab.host.address)/redirects"
            let cases: [(path: String, failure: Failure, error: ImageLoadError)] = [
                ("cut-file", .body(png.prefix(png.count / 2), type: "image/png"), .invalidData),
                ("mislabelled", .body(Data("GIF is a fine format".utf8), type: "image/png"), .invalidData),
                (
                    "vector", .body(Data("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8), type: "image/svg+xml"),
                    .invalidData
                ),
                ("empty", .body(Data(), type: "image/png"), .invalidData),
                ("huge", .body(huge, type: "image/png"), .invalidData),
                ("web-page", .htmlPage, .unauthorized),
                ("forbidden", .status(403), .unauthorized),
                ("gone", .status(410), .notFound),
                ("part", .status(206), .networkError("HTTP 206")),
                ("not-modified", .status(304), .networkError("HTTP 304")),
                ("broken", .status(500), .networkError("HTTP 500")),
                ("cut-body", .truncatedBody, .networkError("answer cut off")),
                ("short-body", .wrongLength(excess: 1), .networkError("answer cut off")),
                ("100-megabytes", .wrongLength(excess: 100 << 20), .networkError("answer too large")),
                ("endless", .endlessBody, .networkError("answer too large")),
                ("drops", .slowBody(bytesPerSecond: 1), .networkError("timed out")),
                ("redirects", .redirect(to: itself), .networkError("redirect refused")),
                ("file", .redirect(to: "file:///etc/passwd"), .networkError("redirect refused")),
            ]
            for entry in cases {
                lab.host.inject(entry.failure, at: "/\(entry.path)")
                let error = await lab.error(of: "\(lab.host.address)/\(entry.path)")
                XCTAssertEqual(error, entry.error, entry.path)
                await lab.expectNextPicture(after: entry.path)
            }
            XCTAssertEqual(lab.host.requestCount("/redirects"), 6)
            await lab.end()
        }
    }

    func testAPictureOfTheOwnServerIsNotFollowedElsewhere() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await HostileLab()
            let targets = [
                "\(lab.host.address)/next/0", "https://127.0.0.1/x", "ftp://127.0.0.1/x", "data:image/png;base64,AAAA",
            ]
            for (number, target) in targets.enumerated() {
                lab.demo.server.inject(.redirect(to: target), at: "/pictures/\(number)")
                let error = await lab.error(of: "/pictures/\(number)")
                XCTAssertEqual(error, .unauthorized, target)
            }
            XCTAssertEqual(lab.host.requests, [])
            await lab.expectNextPicture(after: "redirects")
            await lab.end()
        }
    }

    func testAnotherHostMaySendOnToAThirdOneWithoutCredentials() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await HostileLab()
            let own = lab.demo.server
            // A page that is there for everybody.
            own.inject(.body(try HostileLab.png(colour: 0xFF01_0203), type: "image/png"), at: "/login")
            lab.host.inject(.redirect(to: "http://localhost:\(own.address.port ?? 0)/login"), at: "/moved")
            let subject = lab.subject("\(lab.host.address)/moved")
            lab.view.show(subject)
            await until("the picture is there") { lab.view.root.picture?.middle == 0xFF01_0203 }
            XCTAssertEqual(own.requests.map(\.authorization), [.none], "another name of the server is another server")
            await lab.end()
        }
    }
}

/// One view, an account, and another host.
@MainActor
private final class HostileLab {
    let demo: DemoAccount
    let host: DemoServer
    let view: AvatarView
    private let pictures: AvatarPictures
    private let window: TestWindow
    private var lastID = 0

    init() async throws {
        demo = try await DemoAccount(.init(contacts: 1, rateLimit: nil))
        host = try DemoServer(.init(contacts: 1))
        host.setMode(.notMonica)
        // A colour for each next picture, so that none can be taken for another.
        for number in 0..<100 {
            let png = try Self.png(colour: 0xFF00_0000 | UInt32(number))
            host.inject(.body(png, type: "image/png"), at: "/next/\(number)")
        }
        pictures = demo.pictures()
        view = AvatarView(size: 50, pictures: pictures)
        window = TestWindow(view.root, width: 200, height: 200)
        demo.server.forgetRequests()
    }

    /// A picture of one colour.
    static func png(colour: UInt32) throws -> Data {
        let picture = Picture(width: 64, height: 64, pixels: .init(repeating: colour, count: 64 * 64))
        return try XCTUnwrap(picture.pngData())
    }

    /// A new contact with a picture at an address.
    func subject(_ url: String) -> AvatarSubject {
        lastID += 1
        let info = AvatarInfo(url: url, source: AvatarSource(rawValue: "plugin"))
        return AvatarSubject(contactID: lastID, firstName: "Ada", completeName: "Ada", info: info)
    }

    /// How the load of a picture ends, after which the view must show initials.
    func error(of url: String, line: UInt = #line) async -> ImageLoadError? {
        let subject = subject(url)
        view.show(subject)
        let state = demo.session.avatars.state(for: subject.picture, size: 50, scale: 1)
        await until("\(url) has ended", atMost: .seconds(30), line: line) {
            state.current.error != nil || state.current.image != nil
        }
        XCTAssertTrue(view.root.picture === pictures.initials(of: subject, size: 50, scale: 1), url, line: line)
        return state.current.error
    }

    func expectNextPicture(after what: String, line: UInt = #line) async {
        let number = lastID
        view.show(subject("\(host.address)/next/\(number)"))
        await until("the picture after \(what) is there", line: line) {
            view.root.picture?.middle == 0xFF00_0000 | UInt32(number)
        }
    }

    func end() async {
        window.close()
        await demo.end()
        host.stop()
    }
}
