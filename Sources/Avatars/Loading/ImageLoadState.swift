/// How far a contact's picture is.
public nonisolated enum ImageLoadState<Picture: Sendable>: Sendable {
    /// No view wants the picture yet, or there is none: views show initials.
    case idle
    case loading
    case loaded(Picture)
    case failed(ImageLoadError)

    /// The picture, once it is there.
    public var image: Picture? {
        if case .loaded(let picture) = self { picture } else { nil }
    }

    /// Whether the picture is on its way.
    public var isLoading: Bool {
        if case .loading = self { true } else { false }
    }

    /// Why there is no picture.
    public var error: ImageLoadError? {
        if case .failed(let error) = self { error } else { nil }
    }
}

extension ImageLoadState: Equatable where Picture: Equatable {}
