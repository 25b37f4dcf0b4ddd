import Avatars
import Contacts
import DemoServer
import Foundation
import Gtk
import Model
import TestSupport
import XCTest

@testable import CameoApp

final class PhotoTests: XCTestCase {
    func testAFormSavesItsPhoto() {
        onDisplay(limit: .seconds(90)) {
            let lab = try await EditorLab()
            lab.editor.avatar = { _ in (AvatarSubject(contactID: 1, completeName: "Ada"), AvatarInfo()) }
            await lab.open(1)
            XCTAssertFalse(lab.editor.isTouched)
            let square = Self.picture(64, 64)
            let photo = try await PhotoEncoder.encode(square)
            let file = try XCTUnwrap(PhotoFile(bytes: photo.bytes, format: .jpeg))
            let form = lab.editor.page.photo
            form.choose(.file(file))
            XCTAssertTrue(lab.editor.isTouched, "it would be lost")
            XCTAssertEqual(
                form.menu.offered, [.chooseFile, .paste, .chooseAmong, .gravatar, .initials, .remove])
            form.choose(nil)
            XCTAssertFalse(lab.editor.isTouched)
            form.choose(.file(file))
            // As at the end of the session.
            await lab.editor.keepForGood()
            lab.editor.abandon()
            XCTAssertEqual(form.menu.offered, [], "the next form has none")
            await lab.open(1)
            XCTAssertEqual(lab.model?.form.avatar, .file(file))
            await until("the photo") { form.root.textureViews.contains { $0.hasAccessibleLabel("Ada avatar photo") } }
            XCTAssertEqual(form.root.textureViews.count, 1, "the former avatar is not below it")
            let isSaved = await lab.editor.save()
            XCTAssertTrue(isSaved)
            try await lab.untilNothingWaits()
            let contact = try await lab.demo.session.client.contact(id: 1)
            XCTAssertEqual(contact.avatar.source, .photo)
            for (choice, source) in [(AvatarChoice.gravatar, AvatarSource.gravatar), (.initials, .default)] {
                await lab.open(1)
                form.choose(choice)
                XCTAssertEqual(form.root.textureViews.map { $0.hasAccessibleLabel("Ada avatar") }, [true])
                XCTAssertFalse(form.menu.offered.contains(choice == .gravatar ? .gravatar : .initials))
                let isSaved = await lab.editor.save()
                XCTAssertTrue(isSaved)
                try await lab.untilNothingWaits()
                let contact = try await lab.demo.session.client.contact(id: 1)
                XCTAssertEqual(contact.avatar.source, source)
            }
            await lab.end()
        }
    }

    func testAPhotoOfANewContactIsKeptWithItsForm() {
        onDisplay(limit: .seconds(90)) {
            let lab = try await EditorLab()
            lab.editor.beginNew(in: lab.demo.session)
            await until("the form is open") { lab.model != nil }
            let file = try XCTUnwrap(PhotoFile(bytes: Data([0xFF, 0xD8]), format: .jpeg))
            lab.editor.page.photo.choose(.file(file))
            lab.editor.abandon()
            await lab.editor.draftsSettled()
            let drafts = try await lab.drafts()
            lab.editor.beginNew(in: lab.demo.session, from: try XCTUnwrap(drafts.first))
            await until("the form is open") { lab.model != nil }
            XCTAssertEqual(lab.model?.form.avatar, .file(file))
            lab.type("Zoe", for: .firstName)
            let isSaved = await lab.editor.save()
            XCTAssertTrue(isSaved)
            let left = try await lab.drafts()
            XCTAssertEqual(left, [])
            let id = try await lab.changes().first?.contact
            let made = try await lab.demo.session.store.contact(id: Int(try XCTUnwrap(id).rawValue))
            XCTAssertEqual(made?.avatar.source, .pending)
            await lab.end()
        }
    }

    func testAPictureIsCroppedBeforeItIsUsed() {
        onDisplay(limit: .seconds(60)) {
            var (problems, files) = ([String](), [PhotoFile]())
            let cropping = PhotoCropping()
            let window = TestWindow(cropping.page.root, width: 400, height: 600)
            cropping.onProblem = { problems.append($0) }
            let purpose = PhotoCropping.Purpose(name: "Ada") { file, _ in files.append(file) }
            for problem in [PhotoProblem.address, .tooLarge] {
                cropping.take(Task { .failure(problem) }, for: purpose)
                await until("the sentence") { problems.last == problem.sentence }
            }
            cropping.take(Task { .success(Data("<svg/>".utf8)) }, for: purpose)
            await until("the sentence") { problems.last == PhotoProblem.unreadable.sentence }
            XCTAssertFalse(cropping.isOpen)
            let png = try XCTUnwrap(Self.picture(90, 60).pngData())
            cropping.take(Task { .success(png) }, for: purpose)
            await until("the page") { cropping.isOpen }
            cropping.cancel()
            XCTAssertTrue(files.isEmpty && !cropping.isOpen)
            // A dropped picture that is still being read is given up with its page.
            let (read, ending) = AsyncStream<Void>.makeStream()
            let dropped = Task { () -> Result<Data, PhotoProblem> in
                for await _ in read {}
                return .success(png)
            }
            cropping.take(dropped, for: PhotoCropping.Purpose(name: "Bob") { _, _ in XCTFail("it was given up") })
            cropping.cancel()
            ending.finish()
            _ = await dropped.value
            cropping.take(Task { .success(png) }, for: purpose)
            await until("the page") { cropping.isOpen }
            XCTAssertTrue(cropping.page.root.click("Rotate Left"))
            XCTAssertTrue(cropping.page.undo() && !cropping.page.undo())
            XCTAssertTrue(cropping.page.root.clickButton("_Use Photo"))
            await until("the file") { !files.isEmpty }
            XCTAssertFalse(cropping.isOpen)
            XCTAssertEqual(files.first?.format, .jpeg)
            let empty = try XCTUnwrap(Self.picture(90, 60, pixel: 0).pngData())
            cropping.take(Task { .success(empty) }, for: purpose)
            await until("the page") { cropping.isOpen }
            XCTAssertTrue(cropping.page.root.clickButton("_Use Photo"))
            await until("the sentence") { problems.last == PhotoProblem.invisible.sentence }
            XCTAssertTrue(cropping.isOpen && files.count == 1)
            cropping.cancel()
            window.close()
        }
    }

    func testAContactOffersWhatItsPhotoCanBecome() {
        onDisplay(limit: .seconds(90)) {
            let lab = try await DetailLab()
            let sources: KeyValuePairs = [1: "photo", 2: "adorable", 3: "gravatar", 4: "default"]
            for (id, source) in sources { lab.demo.server.setAvatar(ofContact: id, source: source) }
            try await lab.demo.synchronise()
            for (id, source) in sources {
                lab.page.access = .allowed
                lab.page.choose(contactID: id, of: lab.demo.session)
                await until("the page") { lab.page.detail.contactID == id && lab.hasPencil }
                // No test gets a picture of Gravatar. The initials have no large picture.
                let isShown = ["photo", "adorable"].contains(source)
                await until("the large picture of \(source)") {
                    lab.page.detail.photo.offered.contains(.show) == isShown
                }
                let offered = lab.page.detail.photo.offered
                XCTAssertEqual(offered.contains(.remove), source == "photo")
                XCTAssertTrue(offered.isSuperset(of: [.chooseFile, .paste, .chooseAmong]))
                XCTAssertEqual(offered.contains(.gravatar), source != "gravatar")
                XCTAssertEqual(offered.contains(.initials), source != "default")
                lab.page.access = .readOnly
                let offers: Set<PhotoMenu.Choice> =
                    source == "photo" ? [.show] : isShown ? [.show, .showAll] : [.showAll]
                XCTAssertEqual(lab.page.detail.photo.offered, offers, source)
                XCTAssertFalse(lab.hasPencil)
                // A button leads to the photos without a mouse, too.
                for choice in offers {
                    XCTAssertTrue(lab.page.root.choose("photo.\(choice.rawValue)", inMenu: "Photo"))
                    XCTAssertTrue(lab.page.photos.pages.close(), "\(choice) of \(source)")
                }
            }
            lab.page.access = .allowed
            let partial = try await lab.partialContact()
            lab.page.choose(contactID: partial.id, of: lab.demo.session)
            await until("the partial contact") { lab.page.detail.contactID == partial.id }
            XCTAssertEqual(lab.page.detail.photo.offered, [])
            await lab.end()
        }
    }

    func testThePhotosOfAContactStandInARow() {
        onDisplay(limit: .seconds(90)) {
            let lab = try await DetailLab()
            try await lab.demo.synchronise()
            for id in 1...8 {
                lab.page.choose(contactID: id, of: lab.demo.session)
                await until("the page") { lab.page.detail.contactID == id }
                let isOffered = lab.page.shown?.contact.avatar.effectiveSource == .photo
                XCTAssertEqual(lab.page.detail.photos.root.isVisible, isOffered)
                guard isOffered else { continue }
                let group = lab.page.detail.photos.root
                let row = group.visibleTree.first { $0.hasAccessibleLabel("Show Photos") }
                try XCTUnwrap(row).emit("activated")
                @MainActor func photo() -> Widget? {
                    group.visibleTree.first { each in
                        (1...20).contains { each.hasAccessibleLabel("Photo 1 of \($0)") }
                    }
                }
                await until("the photos") { photo() != nil }
                try XCTUnwrap(photo()).emit("clicked")
                XCTAssertTrue(lab.page.photos.pages.isOpen)
                break
            }
            await lab.end()
        }
    }

    /// A picture that is read slowly comes while the photos show: the photos go, and the contact is below.
    func testTheCropperTakesThePlaceOfTheLargePhoto() {
        onDisplay(limit: .seconds(60)) {
            let pages = Stack()
            let below = Button("below")
            pages.add(below, named: "reading")
            let photos = PagePhotos(in: pages)
            let window = TestWindow(photos.root, width: 600, height: 600)
            var opened: [Bool] = []
            photos.onOpen = { opened.append($0) }
            below.grabFocus()
            let png = try XCTUnwrap(Self.picture(90, 60).pngData())
            photos.showPhotos(of: ContactID(1), name: "Ada", kept: { png }, from: nil)
            XCTAssertEqual(pages.visiblePage, "photos")
            let purpose = PhotoCropping.Purpose(name: "Ada") { _, _ in }
            photos.cropping.take(Task { .success(png) }, for: purpose)
            await until("the cropper") { photos.cropping.isOpen }
            XCTAssertEqual(pages.visiblePage, "cropping")
            XCTAssertTrue(photos.close())
            XCTAssertEqual(pages.visiblePage, "reading")
            XCTAssertFalse(photos.isOpen || photos.close())
            XCTAssertTrue(below.hasFocus)
            XCTAssertEqual(opened.last, false)
            window.close()
        }
    }

    /// The focus goes back to a widget beside the pages, and to the button of a menu.
    func testAClosedPhotoGivesTheFocusBack() {
        onDisplay(limit: .seconds(60)) {
            let (pages, box) = (Stack(), Box(.horizontal))
            let (list, item) = (Button("list"), Button("item"))
            let menu = PopoverButton(label: "menu", content: item)
            pages.add(menu, named: "reading")
            let photos = PagePhotos(in: pages)
            box.append(list)
            box.append(photos.root)
            let window = TestWindow(box, width: 600, height: 600)
            let png = try XCTUnwrap(Self.picture(90, 60).pngData())
            list.grabFocus()
            photos.showPhotos(of: ContactID(1), name: "Ada", kept: { png }, from: nil)
            XCTAssertFalse(list.hasFocus)
            XCTAssertTrue(photos.close())
            XCTAssertTrue(list.hasFocus)
            menu.open()
            await until("the menu") { item.grabFocus() }
            photos.showPhotos(of: ContactID(1), name: "Ada", kept: { png }, from: nil)
            menu.close()
            XCTAssertTrue(photos.close())
            XCTAssertTrue(menu.containsFocus && !item.hasFocus)
            window.close()
        }
    }

    private static func picture(_ width: Int, _ height: Int, pixel: UInt32 = 0xFF33_6699) -> Picture {
        Picture(width: width, height: height, pixels: [UInt32](repeating: pixel, count: width * height))
    }
}

extension DetailLab {
    /// Whether the page offers to change the photo.
    fileprivate var hasPencil: Bool { page.root.visibleTree.contains { $0.tooltip == "Change Photo" } }
}
