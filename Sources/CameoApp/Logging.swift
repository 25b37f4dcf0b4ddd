public import Foundation
import Logging

/// What the program tells about itself, on standard error: nothing, unless `CAMEO_LOG` names a level. No log line ever holds
/// a token, a name or an address of a person.
public enum Log {
    /// Called once, before anything logs.
    public nonisolated static func start(environment: [String: String] = ProcessInfo.processInfo.environment) {
        let level = environment["CAMEO_LOG"].flatMap { Logger.Level(rawValue: $0.lowercased()) }
        LoggingSystem.bootstrap { label in
            guard let level else { return SwiftLogNoOpLogHandler() }
            var handler = StreamLogHandler.standardError(label: label)
            handler.logLevel = level
            return handler
        }
    }
}
