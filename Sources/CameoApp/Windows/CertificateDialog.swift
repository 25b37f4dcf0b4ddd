import Foundation
import Gtk
import Network

/// Asks whether to trust a certificate that this computer does not trust.
enum CertificateDialog {
    /// Whether the person trusts the certificate.
    static func ask(about certificate: ServerCertificate, over window: ApplicationWindow?) async -> Bool {
        let dialog = MessageDialog(
            over: window,
            heading: certificate.replacesTrusted ? tr("Trust the New Certificate?") : tr("Trust This Certificate?"),
            body: CertificateText.reason(for: certificate))
        dialog.setExtraChild(details(of: certificate))
        dialog.addResponse("cancel", tr("_Cancel"))
        dialog.addResponse("trust", tr("_Trust"), .destructive)
        dialog.setResponses(default: "cancel", close: "cancel")
        return await dialog.ask() == "trust"
    }

    private static func details(of certificate: ServerCertificate) -> Widget {
        let box = Box(.vertical, spacing: 12)
        for (title, value) in CertificateText.rows(of: certificate) {
            let heading = Label(title, classes: ["caption-heading"])
            let text = Label(value, classes: ["caption"])
            text.wraps()
            text.setSelectable(true)
            text.setAccessibleLabel(tr("%1$s: %2$s", title, value))
            for label in [heading, text] { label.lineAlignment = 0 }
            let row = Box(.vertical)
            row.append(heading)
            row.append(text)
            box.append(row)
        }
        return box
    }
}

/// Texts about a certificate.
nonisolated enum CertificateText {
    /// A certificate's creator may have written very long names.
    private static let maxNameLength = 200

    /// The hex digits in pairs, as in browsers and OpenSSL.
    static func fingerprint(_ hex: String) -> String {
        var pairs: [Substring] = []
        var rest = hex.uppercased()[...]
        while !rest.isEmpty {
            pairs.append(rest.prefix(2))
            rest = rest.dropFirst(2)
        }
        return pairs.joined(separator: ":")
    }

    /// Why the person is asked about a certificate.
    static func reason(for certificate: ServerCertificate, now: Date = .now) -> String {
        if certificate.replacesTrusted {
            return tr(
                "The certificate of %1$s is not the one that you trusted. It may have been renewed, or someone may be intercepting the connection. Trust it only if you know its fingerprint.",
                certificate.host)
        }
        if let end = certificate.validUntil, end < now {
            return tr(
                "The certificate of %1$s expired on %2$s. Trust it only if you know its fingerprint.",
                certificate.host, day(end))
        }
        if let start = certificate.validFrom, start > now {
            return tr(
                "The certificate of %1$s is not valid yet. Check the clock of this computer. Trust it only if you know its fingerprint.",
                certificate.host)
        }
        return tr(
            "The certificate of %1$s is not signed by an authority that this computer trusts. Trust it only if you know its fingerprint.",
            certificate.host)
    }

    /// The properties of a certificate with their titles.
    static func rows(of certificate: ServerCertificate) -> [(title: String, value: String)] {
        var rows = [(tr("SHA-256 Fingerprint"), fingerprint(certificate.fingerprint))]
        if let subject = certificate.subject { rows.append((tr("Issued To"), name(subject))) }
        if let issuer = certificate.issuer { rows.append((tr("Issued By"), name(issuer))) }
        if let from = certificate.validFrom, let until = certificate.validUntil {
            rows.append((tr("Valid"), tr("%1$s to %2$s", day(from), day(until))))
        }
        return rows
    }

    private static func name(_ text: String) -> String {
        PlainText.cleaned(text, atMost: maxNameLength)
    }

    private static func day(_ date: Date) -> String {
        date.formatted(DayText.style(in: .current, .ofDates).day().month(.abbreviated).year())
    }
}
