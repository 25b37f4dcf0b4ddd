/// Tells once that this desktop decodes no pictures: each of them shows initials then.
final class DecoderNotice {
    var onFailure: (() -> Void)?

    private var isTold = false

    func tell() {
        guard !isTold, let onFailure else { return }
        isTold = true
        onFailure()
    }
}
