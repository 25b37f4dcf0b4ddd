// swift-tools-version: 6.2
import PackageDescription

/// What every target is compiled with.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error),
]

/// The setting of targets that compute much. Debug builds optimise these targets, since the tests run the whole program.
let optimised: [SwiftSetting] = [.unsafeFlags(["-O"], .when(configuration: .debug))]
let fast = strict + optimised

/// For what lives on the main thread, where GTK and libsoup are.
let mainActor = strict + [.defaultIsolation(MainActor.self)]

let package = Package(
    name: "cameo",
    products: [
        .executable(name: "cameo", targets: ["cameo"]),
        .executable(name: "cameo-demo-server", targets: ["cameo-demo-server"]),
    ],
    dependencies: [
        // Exact versions: none of these has dependencies of its own, so the program is built from the same sources
        // tomorrow, whatever is released until then.
        // Stored contacts: migrations, prepared statements and observation over SQLite.
        .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
        // For the programs of development alone, which have commands and many options; Cameo itself reads its few by GLib.
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    ],
    targets: [
        .systemLibrary(name: "CGLib", pkgConfig: "glib-2.0", providers: [.apt(["libglib2.0-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CGtk", pkgConfig: "libadwaita-1", providers: [.apt(["libadwaita-1-dev"])]),
        .systemLibrary(name: "CSoup", pkgConfig: "libsoup-3.0", providers: [.apt(["libsoup-3.0-dev"])]),
        .systemLibrary(name: "CSecret", pkgConfig: "libsecret-1", providers: [.apt(["libsecret-1-dev"])]),
        // libjpeg-turbo, the baseline of the decoding benchmarks; it comes with gdk-pixbuf's headers.
        .systemLibrary(name: "CJPEG", pkgConfig: "libjpeg", providers: [.apt(["libjpeg62-turbo-dev"])]),
        .target(
            name: "CResources", path: "Resources/embedded",
            exclude: ["preferences.ui", "shortcuts.ui", "sign-in.ui", "style.css"]),
        .target(
            name: "Resources", dependencies: ["CResources"], path: "Resources", exclude: ["embedded"],
            swiftSettings: strict),
        .target(name: "Platform", dependencies: ["CGLib", "CZlib"], swiftSettings: strict),
        .target(name: "GLib", dependencies: ["CGtk"], swiftSettings: mainActor),
        .target(name: "Gtk", dependencies: ["CGtk", "GLib"], swiftSettings: mainActor + optimised),
        .target(name: "Network", swiftSettings: strict),
        .target(name: "Model", dependencies: ["Platform"], swiftSettings: fast),
        .target(name: "Monica", dependencies: ["Contacts", "Model", "Network"], swiftSettings: fast),
        .target(
            name: "Soup",
            dependencies: ["CSoup", "GLib", "Network", "Platform"],
            swiftSettings: mainActor),
        .target(
            name: "Avatars",
            dependencies: ["Model", "Network", "Platform"],
            swiftSettings: mainActor + optimised),
        .target(
            name: "Contacts",
            dependencies: [
                "Model", "Network", "Platform", .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: fast),
        .target(name: "Keyring", dependencies: ["CSecret", "GLib"], swiftSettings: mainActor),
        .target(name: "DemoServer", dependencies: ["CSoup", "Gtk"], swiftSettings: strict),
        // For tests alone; the program does not link it.
        .target(name: "DemoServerFaults", dependencies: ["DemoServer"], swiftSettings: strict),
        .target(
            name: "CameoApp",
            dependencies: [
                "GLib", "Gtk", "Model", "Network", "Soup", "Avatars", "Contacts", "Keyring", "Resources", "Platform",
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: mainActor),
        .executableTarget(
            name: "cameo",
            dependencies: ["CameoApp", "DemoServer", "Monica", "Network", "Platform"], swiftSettings: mainActor),
        .executableTarget(
            name: "cameo-demo-server",
            dependencies: [
                "DemoServer", "DemoServerFaults", .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict),
        // What the start and the list of the program are measured against.
        .executableTarget(name: "cameo-bare-list", dependencies: ["CGtk"]),
        .executableTarget(
            name: "cameo-benchmarks",
            dependencies: [
                "CameoApp", "Avatars", "CGtk", "CJPEG", "Contacts", "DemoServer", "GLib", "Gtk", "Keyring",
                "Model", "Monica", "Network", "Platform", "Soup",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict),
        .target(
            name: "TestSupport", dependencies: ["CGtk", "GLib", "Gtk"], path: "Tests/TestSupport",
            swiftSettings: strict),
        .testTarget(name: "PlatformTests", dependencies: ["Platform"], swiftSettings: strict),
        // Ends by a signal whenever it is asked to.
        .executableTarget(
            name: "crash-probe", dependencies: ["GLib"], path: "Tests/CrashProbe", swiftSettings: strict),
        .testTarget(
            name: "GLibTests", dependencies: ["GLib", "CGtk", "TestSupport", "crash-probe"], swiftSettings: strict),
        .testTarget(
            name: "GtkTests", dependencies: ["Gtk", "GLib", "CGtk", "TestSupport"],
            resources: [.copy("References")], swiftSettings: strict),
        .testTarget(
            name: "MonicaTests",
            dependencies: [
                "Contacts", "DemoServer", "DemoServerFaults", "GLib", "Model", "Monica", "Network", "Soup",
                "TestSupport",
            ],
            resources: [.copy("Recorded")],
            swiftSettings: strict),
        .testTarget(name: "ModelTests", dependencies: ["Model"], swiftSettings: strict),
        .testTarget(name: "NetworkTests", dependencies: ["Network"], swiftSettings: strict),
        .testTarget(
            name: "SoupTests", dependencies: ["Soup", "GLib", "Network", "CSoup", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "AvatarsTests", dependencies: ["Avatars", "Contacts", "Model", "Monica", "Network", "Platform"],
            swiftSettings: strict),
        .testTarget(
            name: "ContactsTests",
            dependencies: [
                "Contacts", "DemoServer", "Model", "Monica", "Network", .product(name: "GRDB", package: "GRDB.swift"),
            ],
            resources: [.copy("Released")], swiftSettings: strict),
        // Runs of the outbox against a model of a server: so many with `scripts/test everything` that they are optimised.
        .testTarget(
            name: "OutboxTests",
            dependencies: ["Contacts", "Model", .product(name: "GRDB", package: "GRDB.swift")],
            swiftSettings: Context.environment["CAMEO_TESTS"] == "everything" ? fast : strict),
        .testTarget(
            name: "KeyringTests", dependencies: ["Keyring", "GLib", "CSecret", "TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "DemoServerTests", dependencies: ["DemoServer", "DemoServerFaults"], exclude: ["RecordedWrites"],
            swiftSettings: strict),
        .testTarget(
            name: "CameoAppTests",
            dependencies: [
                "CameoApp", "GLib", "Gtk", "Model", "Monica", "Network", "Soup", "Avatars", "Contacts", "Keyring",
                "DemoServer", "DemoServerFaults", "Platform", "Resources", "TestSupport",
            ],
            swiftSettings: strict),
        // The program's way to a server and back without a window, for `scripts/test conformance`.
        .executableTarget(
            name: "cameo-conformance", dependencies: ["Contacts", "GLib", "Model", "Monica", "Network", "Soup"],
            path: "Tests/Conformance/Driver", swiftSettings: strict),
        // `scripts/fuzz` tries Targets with input that libFuzzer makes up; the tests try its corpus.
        .testTarget(
            name: "FuzzTests",
            dependencies: [
                "Avatars", "CGtk", "CSoup", "CameoApp", "Contacts", "Gtk", "Model", "Monica", "Network", "Soup",
            ],
            path: "Tests/Fuzz",
            exclude: ["Runner", "addresses.dict", "fields.dict", "json.dict", "pictures.dict", "text.dict"],
            resources: [.copy("Corpus")], swiftSettings: strict),
    ]
)
