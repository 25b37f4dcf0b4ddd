public import Foundation
import Logging

/// The program's log on standard error: empty, unless `CAMEO_LOG` names a level. No log line contains a token, or a person's
/// name or address.
public enum Log {
    /// Called once, before the first log line.
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
