import CGtk
import Foundation
import GLib
import TestSupport
import XCTest

@testable import Gtk

final class PictureIntakeTests: XCTestCase {
    func testOnlyLocalFilesOfAListAreTaken() {
        onDisplay {
            for (list, path) in [
                ("file:///home/ada/a%20b.png\r\n", "/home/ada/a b.png"), ("# a comment\nfile://localhost/x", "/x"),
                ("https://example.org/a.png", nil), ("file://elsewhere/x.png", nil), ("", nil), ("file:x", nil),
                ("smb://server/a.png", nil), ("http://example.org/x\nfile:///x", nil),
            ] {
                XCTAssertEqual(PictureIntake.localPath(in: Data(list.utf8)), path, list)
            }
        }
    }

    func testOnlyRegularFilesWithinTheLimitAreRead() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "a").path
        try Data("abc".utf8).write(to: URL(filePath: file))
        XCTAssertEqual(try LocalFile.read(file, atMost: 3), Data("abc".utf8))
        XCTAssertThrowsError(try LocalFile.read(file, atMost: 2)) { XCTAssertEqual($0 as? PhotoProblem, .tooLarge) }
        let pipe = folder.appending(path: "pipe").path
        XCTAssertEqual(mkfifo(pipe, 0o600), 0)
        for path in [pipe, folder.path, file + "x", "/dev/zero"] {
            XCTAssertThrowsError(try LocalFile.read(path, atMost: 3)) {
                XCTAssertEqual($0 as? PhotoProblem, .unreadable, path)
            }
        }
    }

    func testACopiedPictureIsPasted() {
        onDisplay(limit: .seconds(20)) {
            let png = Data([0x89] + Array("PNG\r\n".utf8)) + Data((0..<300_000).map { UInt8($0 % 251) })
            PictureIntake.copy([("image/png", png)])
            let pasted = try await PictureIntake.paste()
            XCTAssertEqual(pasted, png)
            Desktop.copy("text")
            do throws(PhotoProblem) {
                _ = try await PictureIntake.paste()
                XCTFail("text is no picture")
            } catch {
                XCTAssertEqual(error, .nothing)
            }
        }
    }

    /// Its first bytes tell whether it can be read.
    func testAPictureOfAnyTypeIsPasted() {
        onDisplay(limit: .seconds(20)) {
            let (picture, png) = (Data("<svg/>".utf8), Data("PNG".utf8))
            let clipboards: [(contents: [(type: String, bytes: Data)], taken: Data)] = [
                ([("image/svg+xml", picture)], picture),
                ([("text/plain", Data("text".utf8)), ("image/x-bmp", picture)], picture),
                ([("image/heic", picture), ("image/png", png)], png),
            ]
            for (contents, taken) in clipboards {
                PictureIntake.copy(contents)
                let pasted = try await PictureIntake.paste()
                XCTAssertEqual(pasted, taken, "\(contents)")
            }
            PictureIntake.copy([("image/avif", picture), ("text/uri-list", Data("https://example.org/a.avif".utf8))])
            do throws(PhotoProblem) {
                _ = try await PictureIntake.paste()
                XCTFail("no address is fetched")
            } catch {
                XCTAssertEqual(error, .address)
            }
        }
    }

    func testACopiedPhotoIsItsFileAndAPNG() {
        onDisplay(limit: .seconds(20)) {
            let jpeg = try XCTUnwrap(Sample.quarters(40, 30).jpegData(quality: 90))
            let photo = try await ChosenPicture.open(jpeg)
            try await PictureIntake.copy(photo)
            let clipboard = try XCTUnwrap(gdk_display_get_clipboard(gdk_display_get_default()))
            let type = try XCTUnwrap(PictureIntake.ContentType("image/png"))
            let png = try await PictureIntake.paste(type, from: clipboard)
            let file = try await PictureIntake.paste()
            XCTAssertEqual(file, jpeg)
            XCTAssertEqual(PictureIntake.fileExtension(of: png), "png")
            let pasted = try await ChosenPicture.open(png)
            XCTAssertEqual([pasted.width, pasted.height], [40, 30])
            try await PictureIntake.copy(pasted)
            let copied = try await PictureIntake.paste()
            XCTAssertEqual(copied, png)
        }
    }
}

final class LatinKeyTests: XCTestCase {
    func testAnotherAlphabetHasTheSameKeys() {
        onDisplay {
            // By the codes of X for the keys R and Ö of a PC.
            for (value, code, latin) in [
                (GDK_KEY_r, 27, GDK_KEY_r), (GDK_KEY_Cyrillic_ka, 27, GDK_KEY_r), (GDK_KEY_Greek_rho, 27, GDK_KEY_r),
                (GDK_KEY_plus, 27, GDK_KEY_plus), (GDK_KEY_odiaeresis, 47, GDK_KEY_odiaeresis),
                (GDK_KEY_Left, 27, GDK_KEY_Left),
            ] {
                XCTAssertEqual(Key.latin(of: UInt32(value), code: UInt32(code)), UInt32(latin), "\(value)")
            }
        }
    }
}
