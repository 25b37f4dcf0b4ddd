import Avatars
import Gtk

/// The small faces of several people, which overlap a little. The row itself names the people.
final class FaceStack {
    private static let size = 24

    let root = Box(.horizontal)
    private let faces: [AvatarView]

    init(_ people: [AvatarSubject], pictures: AvatarPictures) {
        faces = people.map { person in
            let face = AvatarView(size: Self.size, pictures: pictures)
            face.show(person)
            return face
        }
        for face in faces {
            // A negative margin in the style needs a box without a least size of its own.
            let place = Box(.horizontal)
            place.append(face.root)
            root.append(place)
        }
        root.addClass("face-stack")
        root.verticalAlignment = .center
    }
}
