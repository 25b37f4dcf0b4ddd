import CSoup
import Foundation
import GLib
import Network
import Platform

/// The parts of a server's certificate that a person compares.
enum Certificate {
    /// The SHA-256 of a GTlsCertificate's DER form, in lower-case hex.
    ///
    /// It covers the whole certificate and not single flags of its check. GIO documents that ignoring single flags is not safe.
    static func fingerprint(of certificate: UnsafeMutableRawPointer) -> String? {
        Object(borrowing: certificate).byteArrayProperty("certificate").map { SHA256Digest(of: $0).hex }
    }

    /// The properties of a GTlsCertificate that a host sent; nil when its bytes are not available.
    static func details(
        of certificate: UnsafeMutableRawPointer, host: String, replacesTrusted: Bool
    ) -> ServerCertificate? {
        guard let fingerprint = fingerprint(of: certificate) else { return nil }
        let object = Object(borrowing: certificate)
        return ServerCertificate(
            host: host, fingerprint: fingerprint, subject: object.stringProperty("subject-name"),
            issuer: object.stringProperty("issuer-name"), validFrom: object.dateProperty("not-valid-before"),
            validUntil: object.dateProperty("not-valid-after"), replacesTrusted: replacesTrusted)
    }
}
