import Contacts
import Foundation
import Model
import Monica
import Network
import Testing

@testable import CameoApp

/// Texts for people: filled in, told apart, in the right number.
@Suite struct WordsTests {
    @Test func placeholdersAreFilledInTheOrderOfTheLanguage() {
        #expect(tr("%2$s of %1$s", "ten", "three") == "three of ten")
    }

    @Test func aWordThatLooksLikeAPlaceholderStaysAsItIs() {
        #expect(tr("%1$s and %2$s", "%2$s", "b") == "%2$s and b")
    }

    @Test func numbersTakeTheirPlural() {
        #expect(trn("%d contact", "%d contacts", 1) == "1 contact")
        #expect(trn("%d contact", "%d contacts", 0) == "0 contacts")
        #expect(trn("%d contact", "%d contacts", 5_000).hasSuffix(" contacts"))
    }

    @Test func everyFailureHasASentenceOfItsOwn() {
        let transport: [TransportError] = [
            .unreachable("x"), .timedOut, .tooLarge, .truncated, .malformed, .handshakeFailed,
            .untrustedCertificate(ServerCertificate(host: "h", fingerprint: "00")),
            .untrustedCertificate(ServerCertificate(host: "h", fingerprint: "00", replacesTrusted: true)),
            .refusedRedirect, .refusedHost,
        ]
        let obstacles: [Obstacle] = [
            .password, .challenge, .loginPage, .proxyPassword, .certificate, .warnings, .moved,
        ]
        let monica: [ServerError] =
            transport.map { .transport($0) } + obstacles.map { .inFront($0) } + [
                .unauthorized, .notFound, .invalidRequest([]), .rateLimited(.seconds(1)), .unavailable(nil),
                .server(status: 500), .webPage, .unreadable, .tooManyEntries, .otherServer, .unsupportedVersion,
            ]
        let addresses: [ServerAddressError] = [.empty, .invalid, .unsupportedScheme, .containsCredentials]
        let tokens: [TokenError] = [.empty, .containsLineBreak, .containsInvalidCharacter, .tooLong]
        let stores: [ContactStoreError] = [.full, .noRoom, .tooLarge, .tooManyContacts, .notWritable, .damaged]
        var sentences = monica.map(\.sentence) + addresses.map(\.sentence)
        sentences += tokens.map(\.sentence) + stores.map(\.sentence)
        #expect(Set(sentences).count == sentences.count)
        #expect(sentences.allSatisfy { $0.hasSuffix(".") || $0.hasSuffix("?") })
    }

    @Test func whatIsWrongInAFormAndWhatSavingCostsIsSaidInTheseWords() {
        let day = FormIssue.noSuchDay(day: 31, month: 2, year: nil)
        #expect(day.sentence(locale: Locale(identifier: "en_GB")) == "There is no 31 February.")
        #expect(
            FormIssue.noDate.sentence(locale: Locale(identifier: "en_GB")) == "Enter a date such as 4 May 1984.")
        #expect(
            FormIssue.incompleteDate(orAge: true).sentence() == "Enter the day and month, or choose Approximate Age.")
        #expect(FormIssue.incompleteDate(orAge: false).sentence() == "Enter the day and month.")
        #expect(FormIssue.noAt.sentence() == "This address needs an @.")
        #expect(FormIssue.noName.sentence() == "No name")
        #expect(FormIssue.tagWithoutLetter.sentence() == "A tag needs a letter.")
        #expect(FormIssue.lastLabel.sentence() == "The server can’t remove the last label.")
        let met = "The server may lose where you met when you save."
        #expect(FormWarning.replacesWhereMet.sentence == met)
    }

    @Test func waitsAreRoundedUpToWords() {
        #expect(Duration.milliseconds(10).localizedDescription == "1 second")
        #expect(Duration.seconds(60).localizedDescription == "60 seconds")
        #expect(Duration.seconds(91).localizedDescription == "2 minutes")
    }

    @Test func relationshipKeysBecomeWordsAndOwnOnesStay() {
        #expect(RelationshipName.text(for: "stepparent", gender: nil) == "Step-parent")
        #expect(RelationshipName.text(for: "bandmate", gender: .woman) == "bandmate")
        #expect(RelationshipName.text(for: nil, gender: .man) == "")
    }

    @Test(arguments: [
        ("parent", "Mother", "Father", "Parent"), ("spouse", "Wife", "Husband", "Spouse"),
        ("sibling", "Sister", "Brother", "Sibling"), ("uncle", "Aunt", "Uncle", "Uncle or aunt"),
        ("nephew", "Niece", "Nephew", "Nephew or niece"), ("godson", "Goddaughter", "Godson", "Godchild"),
        ("friend", "Friend", "Friend", "Friend"),
    ])
    func aRelationshipIsCalledByTheGenderThatIsKnown(key: String, woman: String, man: String, anybody: String) {
        #expect(RelationshipName.text(for: key, gender: .woman) == woman)
        #expect(RelationshipName.text(for: key, gender: .man) == man)
        for gender in [nil, .other, .unknown, .notStated] as [GenderType?] {
            #expect(RelationshipName.text(for: key, gender: gender) == anybody)
        }
    }
}
