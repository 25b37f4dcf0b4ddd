import Contacts
import Foundation
import Model
import Network

// Writing.
extension MonicaEditServer {
    /// A server may be long at work on what it then does.
    private static let timeout = Duration.seconds(60)

    /// What the answer to a request has to be.
    private enum Expected {
        /// The contact as it is then; of this name if there is one.
        case contact(RemoteID?)
        /// What was made.
        case part
        /// Anything in JSON.
        case anything
        case deletion
    }

    func write(_ write: EditWrite) async -> EditAnswer {
        let answer = await carryOut(write)
        guard case .refused(let messages, _) = answer else { return answer }
        return .refused(messages, about: RefusedKeys.named(in: messages, by: write))
    }

    private func carryOut(_ write: EditWrite) async -> EditAnswer {
        switch write {
        case .create(let creation): return await create(creation)
        case .values(let id, let group, let values, let changed, let reminders):
            return await put(id, group, values, changed, reminders)
        case .addPart(let contact, let value): return await addPart(contact, value)
        case .changePart(let contact, let part, let value): return await changePart(contact, part, value)
        case .removePart(_, let part):
            return await send(.delete, part.path, expecting: .deletion)
        case .addTags(let id, let names):
            var body = EditBody()
            body["tags"] = .list(names.map { .text($0) })
            return await send(.post, id.path("contacts", "setTags"), body, expecting: .contact(id))
        case .removeTags(let id, let tags):
            var body = EditBody()
            body["tags"] = .list(tags.map { .number(named: $0) })
            return await send(.post, id.path("contacts", "unsetTag"), body, expecting: .contact(id))
        case .me(let id, let isMe):
            var body = EditBody()
            if isMe { body["contact_id"] = .number(named: id) }
            return await send(isMe ? .post : .delete, "me/contact", isMe ? body : nil, expecting: .anything)
        case .delete(let id): return await send(.delete, id.path("contacts"), expecting: .deletion)
        }
    }

    private func create(_ creation: ContactCreation) async -> EditAnswer {
        switch await gender(creation.values[.gender]) {
        case .success(let gender):
            let body = EditBody(creation, gender: gender, thisYear: thisYear)
            return await send(.post, "contacts", body, expecting: .contact(nil))
        case .failure(let failure): return failure.answer
        }
    }

    private func put(
        _ id: RemoteID, _ group: ContactGroup, _ values: [ContactKey: ContactValue], _ changed: Set<ContactKey>,
        _ reminders: Set<ContactKey>
    ) async -> EditAnswer {
        switch group {
        case .person:
            switch await gender(changed.contains(.gender) ? values[.gender] : nil) {
            case .success(let gender):
                let body = EditBody(
                    person: values, changed: changed, reminders: reminders, gender: gender, thisYear: thisYear)
                return await send(.put, id.path("contacts"), body, expecting: .contact(id))
            case .failure(let failure): return failure.answer
            }
        case .work:
            return await send(.put, id.path("contacts", "work"), EditBody(work: values), expecting: .contact(id))
        case .food:
            return await send(.put, id.path("contacts", "food"), EditBody(food: values), expecting: .contact(id))
        case .meeting:
            let body = EditBody(meeting: values, reminders: reminders, thisYear: thisYear)
            // What is gone may be who introduced them.
            return await send(
                .put, id.path("contacts", "introduction"), body, expecting: .contact(id),
                namesTarget: values[.metThrough] == nil)
        }
    }

    private func addPart(_ contact: RemoteID, _ value: PartValue) async -> EditAnswer {
        switch value {
        case .field(let field):
            return await send(.post, "contactfields", EditBody(field, of: contact, known: nil), expecting: .part)
        case .address(let address):
            return await send(.post, "addresses", EditBody(address, of: contact, known: nil), expecting: .part)
        case .relationship(let relationship):
            return await withType(relationship) { type in
                var body = EditBody()
                body["relationship_type_id"] = type
                body["contact_is"] = .number(named: contact)
                if case .remote(let other) = relationship.other { body["of_contact"] = .number(named: other) }
                // What is gone may be the other one.
                return await self.send(.post, "relationships", body, expecting: .part, namesTarget: false)
            }
        }
    }

    /// The contact has been read just before.
    private func changePart(_ contact: RemoteID, _ part: RemotePart, _ value: PartValue) async -> EditAnswer {
        switch value {
        case .field(let field):
            let body = EditBody(field, of: contact, known: hidden(of: contact).fields[part.id])
            return await send(.put, part.path, body, expecting: .part)
        case .address(let address):
            let body = EditBody(address, of: contact, known: hidden(of: contact).addresses[part.id])
            return await send(.put, part.path, body, expecting: .part)
        case .relationship(let relationship):
            return await withType(relationship) { type in
                var body = EditBody()
                body["relationship_type_id"] = type
                return await self.send(.put, part.path, body, expecting: .part)
            }
        }
    }

    private func send(
        _ method: HTTPRequest.Method, _ path: String?, _ body: EditBody? = nil, expecting expected: Expected,
        namesTarget: Bool = true
    ) async -> EditAnswer {
        // No server has what it cannot have named.
        guard let path else { return .gone }
        var request = client.contactRequest(path, urgency: .edit)
        if case .contact = expected {} else { request.url = client.server.api(path) }
        request.method = method
        request.answerTimeout = Self.timeout
        request.latestBeginning = latestBeginning
        request.body = body.map { HTTPRequest.Body($0.json(), type: "application/json") }
        switch await send(request, namesTarget: namesTarget) {
        case .success(let body): return await Self.judge(body, expected)
        case .failure(let failure): return failure.answer
        }
    }

    /// What a success says. One that does not say what was asked for is held like a lost answer.
    private static func judge(_ body: Data, _ expected: Expected) async -> EditAnswer {
        switch expected {
        case .contact(let id):
            guard let read = await Self.read(body), id == nil || read.id == id else { return .lost }
            return .done(read.contact, made: id == nil ? read.id : nil)
        case .part:
            return await Self.read(body).map { .done(nil, made: $0.id) } ?? .lost
        case .deletion:
            let isDeleted = (try? JSONObject(parsing: body))?.bool("deleted") ?? false
            return isDeleted ? .done(nil, made: nil) : .lost
        case .anything:
            let isJSON =
                (try? JSONObject(parsing: body)) != nil || (try? JSONText.elements(of: body, atMost: 10)) != nil
            return isJSON ? .done(nil, made: nil) : .lost
        }
    }
}

// From words to the server's numbers.
extension MonicaEditServer {
    /// By the server's clock.
    var thisYear: Int { SpecialDate(date: lastDate ?? .now).year ?? 0 }

    /// The number of a gender; null for none.
    private func gender(_ value: ContactValue?) async -> Result<BodyValue, EditFailure> {
        guard case .text(let title)? = value else { return .success(.none) }
        if let known = await choices()?.genders.first(where: { $0.title == title }) {
            return .success(.number(named: known.id))
        }
        return await number("genders") { GenderChoice($0).flatMap { $0.title == title ? $0.id : nil } }
    }

    private func withType(
        _ relationship: RelationshipValue, _ send: @MainActor (BodyValue) async -> EditAnswer
    ) async -> EditAnswer {
        let type = relationship.type
        if let known = await choices()?.relationshipTypes.first(where: { $0.type == type }) {
            return await send(.number(named: known.id))
        }
        let number = await number("relationshiptypes") {
            RelationshipTypeChoice($0, groups: [:]).flatMap { $0.type == type ? $0.id : nil }
        }
        switch number {
        case .success(let number): return await send(number)
        case .failure(let failure): return failure.answer
        }
    }

    /// The server's number of what the stored choices lack.
    private func number(
        _ list: String, _ find: @escaping @Sendable (JSONObject) -> RemoteID?
    ) async -> Result<BodyValue, EditFailure> {
        var request = client.request(list, urgency: .edit)
        request.url = client.server.api(list, [("limit", "100")])
        switch await send(request) {
        case .success(let body):
            guard let id = await Self.first(in: body, find) else {
                // There is none such any more; it was not sent.
                return .failure(EditFailure(answer: .refused([])))
            }
            return .success(.number(named: id))
        case .failure(let failure): return .failure(failure)
        }
    }

    @concurrent
    private nonisolated static func first(
        in body: Data, _ find: @Sendable (JSONObject) -> RemoteID?
    ) async -> RemoteID? {
        guard let entries = (try? JSONText.page(body, atMost: 100))?.entries else { return nil }
        return entries.lazy.compactMap { try? JSONObject(parsing: $0) }.compactMap(find).first
    }
}

extension RemoteID {
    fileprivate func path(_ list: String, _ below: String) -> String? {
        path(list).map { "\($0)/\(below)" }
    }
}

extension RemotePart {
    fileprivate var path: String? {
        switch kind {
        case .field: id.path("contactfields")
        case .address: id.path("addresses")
        case .relationship: id.path("relationships")
        }
    }
}
