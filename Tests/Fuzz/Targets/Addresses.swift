import CSoup
import Foundation
import Model
import Network

@testable import Monica
@testable import Soup

private let own = try? ServerAddress("https://monica.example.org:8443/contacts")

func fuzzAddresses(_ bytes: Data) {
    let text = String(decoding: bytes, as: UTF8.self)
    if let address = try? ServerAddress(monica: text) {
        promise((try? ServerAddress(address.url.absoluteString)) == address, "an address that reads differently")
        promise(Origin(address.api("contacts")) == address.origin, "an endpoint of another server")
        checkAgreement(on: address.api("me"), address.origin)
    }
    guard let own else { return }
    if let url = URL(string: text), let origin = Origin(url) { checkAgreement(on: url, origin) }
    for source in [AvatarSource.photo, .gravatar, .adorable] {
        let info = AvatarInfo(url: text, source: source)
        guard let url = info.avatarURL(server: own), let origin = Origin(url) else { continue }
        promise(url.user() == nil && url.password() == nil, "a name and a password")
        checkAgreement(on: url, origin)
    }
}

/// The library that sends the token must agree with the program on the account's own server.
private func checkAgreement(on url: URL, _ origin: Origin) {
    guard let message = soup_message_new("GET", url.absoluteString) else { return }
    defer { g_object_unref(UnsafeMutableRawPointer(message)) }
    guard origin == own?.origin, let uri = soup_message_get_uri(message), origin.isOrigin(of: uri) else { return }
    promise(g_uri_get_host(uri).map { String(cString: $0).lowercased() } == "monica.example.org", "another host")
    promise(g_uri_get_port(uri) == 8443, "another port")
    promise(g_uri_get_scheme(uri).map { String(cString: $0) } == "https", "no encryption")
}
