import Foundation
import Model
import Network

extension User {
    init(parsing data: Data) throws(ServerError) {
        guard let user = JSONObject(dataIn: data), let id = user.int("id"), id > 0 else { throw .unreadable }
        self.init(
            id: id, firstName: user.string("first_name"), lastName: user.string("last_name"), name: user.string("name"),
            email: user.string("email"), locale: user.string("locale"), timezone: user.string("timezone"),
            accountID: user.object("account")?.int("id"), uuid: user.string("uuid"), createdAt: user.date("created_at"))
    }
}
