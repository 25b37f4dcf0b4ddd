import CSoup
import Network

extension Origin {
    /// Whether GLib parses the same scheme, host and port from a URI as this origin has.
    ///
    /// libsoup connects to the host of GLib's parser. Two parsers that disagree about the host would send the token to another
    /// server.
    func isOrigin(of uri: OpaquePointer) -> Bool {
        guard let scheme = g_uri_get_scheme(uri), let host = g_uri_get_host(uri) else { return false }
        let port = g_uri_get_port(uri)
        let defaultPort = self.scheme == "https" ? 443 : 80
        return String(cString: scheme).lowercased() == self.scheme
            && String(cString: host).lowercased() == self.host
            && (port == -1 ? defaultPort : Int(port)) == self.port
    }
}
