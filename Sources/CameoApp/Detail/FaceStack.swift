import Avatars
import Gtk

/// The small faces of several people in a row. The row itself names the people.
final class FaceStack {
    private static let size = 24
    private static let gap = 2

    let root = Box(.horizontal, spacing: gap)
    private let faces: [AvatarView]

    init(_ people: [AvatarSubject], pictures: AvatarPictures) {
        faces = people.map { person in
            let face = AvatarView(size: Self.size, pictures: pictures)
            face.show(person)
            return face
        }
        for face in faces { root.append(face.root) }
        root.verticalAlignment = .center
    }
}
