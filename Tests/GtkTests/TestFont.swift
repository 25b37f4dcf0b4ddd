import CGtk
import Foundation
import Testing

/// Cantarell Bold, which comes with the tests: text looks the same wherever they run.
enum TestFont {
    static let family = "Cantarell"

    /// Runs `body` with no other font on this thread.
    static func use<Result>(_ body: () throws -> Result) throws -> Result {
        let map = try makeFontMap()
        pango_cairo_font_map_set_default(OpaquePointer(map))
        defer {
            pango_cairo_font_map_set_default(nil)
            g_object_unref(map)
        }
        return try body()
    }

    /// A font map of Pango and fontconfig. GTK loads both libraries. No header that we import declares their functions.
    private static func makeFontMap() throws -> UnsafeMutablePointer<PangoFontMap>? {
        typealias Create = @convention(c) () -> OpaquePointer?
        typealias Destroy = @convention(c) (OpaquePointer?) -> Void
        typealias AddFile = @convention(c) (OpaquePointer?, UnsafePointer<CChar>) -> CInt
        typealias SetConfiguration = @convention(c) (UnsafeMutableRawPointer?, OpaquePointer?) -> Void
        let create = unsafeBitCast(try function("FcConfigCreate"), to: Create.self)
        let destroy = unsafeBitCast(try function("FcConfigDestroy"), to: Destroy.self)
        let addFile = unsafeBitCast(try function("FcConfigAppFontAddFile"), to: AddFile.self)
        let setConfiguration = unsafeBitCast(try function("pango_fc_font_map_set_config"), to: SetConfiguration.self)

        let file = try #require(Bundle.module.url(forResource: "References/Fonts/Cantarell-Bold", withExtension: "otf"))
        let configuration = try #require(create())
        try #require(addFile(configuration, file.path) != 0)
        let map = pango_cairo_font_map_new()
        setConfiguration(UnsafeMutableRawPointer(map), configuration)
        destroy(configuration)
        return map
    }

    private static func function(_ name: String) throws -> UnsafeMutableRawPointer {
        try #require(dlsym(nil, name), "\(name) is not loaded")
    }
}
