import Contacts
import Model
import Monica
import Testing

@testable import CameoApp

/// Who stands where in the small tree of a family.
struct FamilyTests {
    private func family(_ names: [String?]) throws -> Family {
        let kind = MonicaKind()
        let relationships = names.enumerated().map { index, name in
            Relationship(
                group: .family, name: name, contact: ContactReference(id: index + 1, firstName: "Person \(index + 1)"))
        }
        return Family(
            relationships, related: RelatedContacts([:]), genders: [1: .woman],
            server: AccountServer(kind: kind, address: try kind.address("monica.example")))
    }

    @Test func relativesStandByTheirRelationships() throws {
        let names = ["parent", "stepparent", "sibling", "spouse", "child", "uncle", "friend", nil, "my own"]
        let family = try family(names)
        #expect(family.members[.parent]?.map(\.id) == [1, 2])
        #expect(family.members[.parent]?.first?.relation == "Mother")
        #expect(family.members[.sibling]?.map(\.id) == [3])
        #expect(family.members[.partner]?.map(\.id) == [4])
        #expect(family.members[.child]?.map(\.id) == [5])
    }

    @Test(
        arguments: [([], 0), (["friend", "uncle"], 0), (["child"], 1), (["friend", "uncle", "child"], 1)]
            as [([String], Int)])
    func oneRelativeIsAFamily(_ names: [String], children: Int) throws {
        let family = try family(names)
        #expect(family.isEmpty == (children == 0))
        #expect(family.members[.child]?.count ?? 0 == children)
    }

    @Test func manyRelativesAreBounded() throws {
        #expect(try family(Array(repeating: "child", count: 500)).members[.child]?.count == 30)
    }
}
