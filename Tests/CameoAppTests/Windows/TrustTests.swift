import Avatars
import Contacts
import DemoServer
import Foundation
import GLib
import Gtk
import Model
import Network
import TestSupport
import XCTest

@testable import CameoApp

/// Servers with certificates for which no authority vouches, over real TLS.
final class TrustTests: XCTestCase {
    func testNothingIsSentUntilThePersonTrustsTheCertificate() throws {
        let identity = try TestCertificate(name: "home-server")
        withPage(.trusted(identity)) { page, server in
            var asked: [ServerCertificate] = []
            var signedIn: [Account] = []
            var answer = false
            page.page.onUntrusted = {
                asked.append($0)
                return answer
            }
            page.page.onSignedIn = { account, _ in
                signedIn.append(account)
                return true
            }
            page.enter(server.address.absoluteString, server.token)
            XCTAssertTrue(page.root.clickButton("_Log In"))
            await until("the person is asked") { asked.count == 1 }
            XCTAssertEqual(asked.first?.fingerprint, identity.fingerprint)
            XCTAssertEqual(asked.first?.subject, "CN=home-server")
            await until("the page is as before") { page.root.texts.contains("Log In") }
            XCTAssertEqual(server.requests, [], "no request, and so no token")

            answer = true
            page.token.text = "wrong"
            XCTAssertTrue(page.root.clickButton("_Log In"))
            await until("the token is refused") {
                page.root.texts.contains { $0.contains("does not accept this token") }
            }
            page.token.text = server.token
            await until("it can be tried again") { page.root.clickButton("_Log In") }
            await until("it is signed in") { !signedIn.isEmpty }
            XCTAssertEqual(asked.count, 2, "the answer holds for the next try")
            XCTAssertEqual(signedIn.first?.trustedFingerprint, identity.fingerprint)
            XCTAssertEqual(server.requests.first?.authorization, RequestRecord.Authorization.none)
        }
    }

    func testTrustOnThePageIsForOneCertificateAndGoesWithThePage() throws {
        let (first, second) = (try TestCertificate(name: "first"), try TestCertificate(name: "second"))
        withPage(.trusted(first)) { page, server in
            let other = try DemoServer(.trusted(second))
            var asked: [String] = []
            page.page.onUntrusted = {
                asked.append($0.fingerprint)
                return asked.count == 1
            }
            page.enter(server.address.absoluteString, "wrong")
            XCTAssertTrue(page.root.clickButton("_Log In"))
            await until("the token is refused") {
                page.root.texts.contains { $0.contains("does not accept this token") }
            }
            page.enter(other.address.absoluteString, "wrong")
            await until("the page is ready") { page.root.clickButton("_Log In") }
            await until("the other certificate is asked about") { asked.count == 2 }
            XCTAssertEqual(other.requests, [])
            page.page.reset()
            page.enter(server.address.absoluteString, "wrong")
            await until("the page is ready") { page.root.clickButton("_Log In") }
            await until("the first one is asked about again") { asked.count == 3 }
            XCTAssertEqual(asked, [first.fingerprint, second.fingerprint, first.fingerprint])
            other.stop()
        }
    }

    func testTheQuestionShowsWhatThereIsToCompareAndCancelIsItsDefault() throws {
        let identity = try TestCertificate(name: "home-server")
        onDisplay(limit: .seconds(20)) {
            let server = try DemoServer(.trusted(identity))
            let error = await signInError(on: server, trusting: nil)
            guard case .untrustedCertificate(let certificate) = error else {
                return XCTFail("\(String(describing: error))")
            }
            let answer = Task { await CertificateDialog.ask(about: certificate, over: nil) }
            await until("it asks") { TopLevels.question("Trust This Certificate?") != nil }
            let question = try XCTUnwrap(TopLevels.question("Trust This Certificate?"))
            let fingerprint = CertificateText.fingerprint(identity.fingerprint)
            XCTAssertEqual(fingerprint.count, 95)
            XCTAssertTrue(question.texts.contains(fingerprint), "\(question.texts)")
            XCTAssertEqual(question.texts.count { $0 == "CN=home-server" }, 2, "subject and issuer")
            XCTAssertTrue(question.texts.contains("Valid"))
            XCTAssertEqual(question.defaultAnswers.onReturn, "cancel")
            XCTAssertEqual(question.defaultAnswers.onEscape, "cancel")
            question.answer(with: "trust")
            let isTrusted = await answer.value
            XCTAssertTrue(isTrusted)
            server.stop()
        }
    }

    func testTheQuestionSaysWhatIsWrongWithTheDates() {
        let now = Date(timeIntervalSince1970: 1_800_000_000)
        func reason(from start: TimeInterval, until end: TimeInterval, replacesTrusted: Bool = false) -> String {
            let certificate = ServerCertificate(
                host: "home", fingerprint: "00", validFrom: now + start, validUntil: now + end,
                replacesTrusted: replacesTrusted)
            return CertificateText.reason(for: certificate, now: now)
        }
        let week = 604_800.0
        let expired = reason(from: -2 * week, until: -week)
        XCTAssertTrue(expired.hasPrefix("The certificate of home expired on "), expired)
        XCTAssertTrue(expired.contains("2027"), expired)
        XCTAssertTrue(reason(from: week, until: 2 * week).hasPrefix("The certificate of home is not valid yet."))
        XCTAssertTrue(reason(from: -week, until: week).contains("is not signed by an authority"))
        let other = reason(from: -2 * week, until: -week, replacesTrusted: true)
        XCTAssertTrue(other.contains("is not the one that you trusted"), other)
    }

    func testAnotherCertificateLaterIsToldAndGetsNothing() throws {
        let (first, second) = (try TestCertificate(name: "before"), try TestCertificate(name: "after"))
        onMainLoop(limit: .seconds(30)) {
            let server = try DemoServer(.trusted(first))
            let session = try await Self.session(on: server, trusting: first)
            await session.synchroniser.run()
            let count = try await session.store.count()
            XCTAssertEqual(count, 3)
            let other = try Self.replace(server, with: second)

            var failure: SynchronisationError?
            session.synchroniser.onProgress = { if case .failed(let error) = $0 { failure = error } }
            await session.synchroniser.run()
            guard case .server(.transport(.untrustedCertificate(let certificate))) = failure else {
                return XCTFail("\(String(describing: failure))")
            }
            XCTAssertTrue(certificate.replacesTrusted)
            XCTAssertEqual(certificate.fingerprint, second.fingerprint)
            let sentence = TransportError.untrustedCertificate(certificate).sentence
            XCTAssertTrue(sentence.contains("is not the one that you trusted"))
            session.synchronise()
            await until("it is asked again by itself") { session.schedule.isWaiting }
            session.schedule.stop()
            XCTAssertEqual(other.requests, [], "nothing was sent to it")

            await session.trust(fingerprint: certificate.fingerprint)
            XCTAssertEqual(session.account.trustedFingerprint, second.fingerprint)
            failure = nil
            await session.synchroniser.run()
            XCTAssertNil(failure)
            XCTAssertGreaterThan(other.requests.count, 0)
            await session.end()
        }
    }

    func testARenewalBringsTheNewCertificateToTheRunningSession() throws {
        let (first, second) = (try TestCertificate(name: "before"), try TestCertificate(name: "after"))
        onMainLoop(limit: .seconds(30)) {
            let server = try DemoServer(.trusted(first))
            let session = try await Self.session(on: server, trusting: first)
            let other = try Self.replace(server, with: second)
            let (account, token) = try await SignIn(
                address: other.address.absoluteString, token: other.token, loadsExternalPictures: false,
                trustedFingerprint: second.fingerprint, renews: session.account
            ).run()
            other.forgetRequests()
            await session.renew(account, token: token)
            await session.synchroniser.run()
            XCTAssertGreaterThan(other.requests.count, 0)
            XCTAssertFalse(session.avatars.showsExternalPictures)
            await session.end()
        }
    }

    func testTrustThatIsTakenBackHoldsAtOnce() throws {
        let identity = try TestCertificate(name: "home-server")
        onMainLoop(limit: .seconds(30)) {
            let server = try DemoServer(.trusted(identity))
            let session = try await Self.session(on: server, trusting: identity)
            await session.synchroniser.run()
            server.forgetRequests()
            await session.trust(fingerprint: nil)
            var failure: SynchronisationError?
            session.synchroniser.onProgress = { if case .failed(let error) = $0 { failure = error } }
            await session.synchroniser.run()
            XCTAssertNotNil(failure)
            XCTAssertEqual(server.requests, [])
            await session.end()
            server.stop()
        }
    }

    /// Signed in with a certificate that the person trusts.
    @MainActor
    private static func session(on server: DemoServer, trusting identity: TestCertificate) async throws -> Session {
        let (account, token) = try await SignIn(
            address: server.address.absoluteString, token: server.token, loadsExternalPictures: true,
            trustedFingerprint: identity.fingerprint
        ).run()
        return Session(account: account, token: token, store: try ContactStore.inMemory(), pictures: nil)
    }

    /// The same server again at the same place, with another certificate.
    private static func replace(_ server: DemoServer, with identity: TestCertificate) throws -> DemoServer {
        var configuration = DemoServerConfiguration.trusted(identity)
        configuration.port = server.address.port ?? 0
        configuration.token = server.token
        server.stop()
        // The port is free once the old server's thread has ended.
        for _ in 0..<200 {
            if let other = try? DemoServer(configuration) { return other }
            Thread.sleep(forTimeInterval: 0.01)
        }
        return try DemoServer(configuration)
    }
}

/// Why a sign-in does not work.
@MainActor
private func signInError(on server: DemoServer, trusting fingerprint: String?) async -> SignInError? {
    do throws(SignInError) {
        _ = try await SignIn(
            address: server.address.absoluteString, token: server.token, loadsExternalPictures: true,
            trustedFingerprint: fingerprint
        ).run()
        return nil
    } catch {
        return error
    }
}

extension DemoServerConfiguration {
    /// Three contacts behind a certificate.
    fileprivate static func trusted(_ identity: TestCertificate) -> DemoServerConfiguration {
        var configuration = DemoServerConfiguration(contacts: 3, rateLimit: nil)
        configuration.identity = Identity(certificate: identity.certificate, key: identity.key)
        return configuration
    }
}
