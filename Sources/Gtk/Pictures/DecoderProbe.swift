import Synchronization

/// The abilities of the system's decoders, found by decoding a small picture and not by their version.
///
/// Newer decoders work in a sandbox of their own, which may not start. They decode a whole JPEG before they scale it down.
nonisolated enum DecoderProbe {
    private enum Finding {
        case scalesJPEG(Bool)
        /// Nothing is decoded for a while.
        case failed(at: ContinuousClock.Instant)
        /// A decoder never returned: nothing is decoded any more.
        case stuck
    }

    /// The time for which a failure counts: memory or descriptors may have been scarce.
    private static let retry = Duration.seconds(60)
    private static let finding = Mutex<Finding?>(nil)

    /// Whether JPEG in one scan is scaled down while it is decoded, so that the whole picture is never in memory.
    static func scalesJPEG() throws(PictureError) -> Bool {
        let scales = finding.withLock { finding -> Bool? in
            switch finding {
            case .scalesJPEG(let scales): return scales
            case .stuck: return nil
            case .failed(let time) where ContinuousClock.now - time < retry: return nil
            case .failed, nil: return probe(&finding)
            }
        }
        guard let scales else { throw .noDecoder }
        return scales
    }

    /// Whether pictures can still be decoded after a decoding failed. A sandbox that started once may fail to start later, for
    /// example after an update of the desktop.
    static func stillDecodes() -> Bool {
        finding.withLock { finding in
            switch finding {
            // This decoder runs in this process, so it works.
            case .scalesJPEG(true): return true
            case .stuck: return false
            case .scalesJPEG(false), .failed, nil: return probe(&finding) != nil
            }
        }
    }

    /// Other callers wait for the lock meanwhile: one sandbox that fails to start is enough.
    private static func probe(_ finding: inout Finding?) -> Bool? {
        let scales = PixbufLoader.scalesWhileDecoding(jpeg: sample, size: (2, 2))
        finding = scales.map { .scalesJPEG($0) } ?? .failed(at: .now)
        return scales
    }

    /// A decoder did not return within the time limit.
    static func noteStuck() {
        // A probe holds the lock, and keeps it when it is stuck. Later probes detect that by themselves.
        finding.withLockIfAvailable { $0 = .stuck }
    }

    /// 16 × 16 grey pixels with the shortest tables of ITU T.81: each block is two bits.
    private static let sample: [UInt8] =
        [0xFF, 0xD8, 0xFF, 0xDB, 0, 67, 0] + [UInt8](repeating: 1, count: 64)
        + [0xFF, 0xC0, 0, 11, 8, 0, 16, 0, 16, 1, 1, 0x11, 0]
        + [0xFF, 0xC4, 0, 20, 0x00, 1] + [UInt8](repeating: 0, count: 16)
        + [0xFF, 0xC4, 0, 20, 0x10, 1] + [UInt8](repeating: 0, count: 16)
        + [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0, 0, 0xFF, 0xD9]
}
