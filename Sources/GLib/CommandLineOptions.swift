import CGtk

/// The options of a command line, read by GLib's parser in the session's language. It answers `--help` itself.
///
/// An option is known by its long name, without the dashes.
@MainActor
public struct CommandLineOptions {
    /// A known option.
    public struct Option {
        /// The name without the dashes.
        let name: String
        /// The explanation in `--help`.
        let description: String
        /// The name of the value in `--help`; nil for an option without a value.
        let valueName: String?
        let isHidden: Bool

        /// An option without a value. A hidden option is not in `--help`.
        public static func flag(_ name: String, _ description: String = "", isHidden: Bool = false) -> Option {
            Option(name: name, description: description, valueName: nil, isHidden: isHidden)
        }

        /// An option with an optional value.
        public static func optionalValue(_ name: String, _ description: String, valueName: String) -> Option {
            Option(name: name, description: description, valueName: valueName, isHidden: false)
        }
    }

    /// The values of the given options, by name. An option without a value has an empty one. The last of repeated options
    /// counts.
    public let values: [String: String]
    /// The arguments that remain after the options.
    public let rest: [String]

    /// Parses a command line. Its first word is the program. Throws GLib's error for an unknown option. Ignores a value
    /// of an option that takes none. For `--help` it prints the `summary` and the options, and ends the process.
    public init(parsing arguments: [String], summary: String, options: [Option]) throws(GLibError) {
        let context = g_option_context_new(nil)
        defer { g_option_context_free(context) }
        let given = Given()
        let group = g_option_group_new(nil, nil, nil, Unmanaged.passUnretained(given).toOpaque(), nil)
        g_option_group_add_entries(group, options.map(\.entry) + [GOptionEntry()])
        g_option_context_set_main_group(context, group)
        g_option_context_set_summary(context, summary)

        let builder = g_strv_builder_new()
        defer { g_strv_builder_unref(builder) }
        arguments.forEach { g_strv_builder_add(builder, $0) }
        var words = g_strv_builder_end(builder)
        defer { g_strfreev(words) }
        _ = try throwingGError { g_option_context_parse_strv(context, &words, $0) }
        values = withExtendedLifetime(given) { given.values }
        rest = (1..<max(1, words.map { Int(g_strv_length($0)) } ?? 0))
            .compactMap { words?[$0].map { String(cString: $0) } }
    }

    /// The values of the options so far.
    fileprivate final class Given {
        var values: [String: String] = [:]
    }
}

extension CommandLineOptions.Option {
    /// The option as GLib's entry. GLib keeps the pointers.
    fileprivate var entry: GOptionEntry {
        let note: GOptionArgFunc = { name, value, given, _ in
            guard let name, let given else { return 0 }
            let option = String(String(cString: name).trimmingPrefix("--"))
            Unmanaged<CommandLineOptions.Given>.fromOpaque(given).takeUnretainedValue()
                .values[option] = value.map { String(cString: $0) } ?? ""
            return 1
        }
        let value = valueName == nil ? G_OPTION_FLAG_NO_ARG : G_OPTION_FLAG_OPTIONAL_ARG
        let place = isHidden ? G_OPTION_FLAG_HIDDEN : G_OPTION_FLAG_NONE
        return GOptionEntry(
            long_name: g_intern_string(name), short_name: 0, flags: gint(value.rawValue | place.rawValue),
            arg: G_OPTION_ARG_CALLBACK, arg_data: unsafeBitCast(note, to: gpointer.self),
            description: g_intern_string(description), arg_description: valueName.map { g_intern_string($0) } ?? nil)
    }
}
