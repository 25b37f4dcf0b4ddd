import CameoApp
import DemoServer
import Foundation
import Network

extension Demo {
    /// A Monica server with so many invented contacts.
    static func inventing(contacts: Int) -> Demo {
        Demo {
            let server = try DemoServer(DemoServerConfiguration(contacts: contacts, rateLimit: nil))
            return Server(
                address: try ServerAddress(server.address.absoluteString), token: try Token(server.token),
                stop: { server.stop() })
        }
    }
}
