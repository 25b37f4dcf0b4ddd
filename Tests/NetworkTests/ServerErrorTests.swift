import Network
import Testing

struct ServerErrorTests {
    @Test(arguments: [
        (ServerError.unauthorized, false), (.otherServer, false), (.unsupportedVersion, false),
        (.transport(.untrustedCertificate(ServerCertificate(host: "h", fingerprint: "0"))), false),
        (.transport(.unreachable("")), true), (.transport(.handshakeFailed), true), (.server(status: 500), true),
        (.rateLimited(.seconds(1)), true), (.unavailable(nil), true), (.webPage, true),
        (.inFront(.password), true), (.inFront(.warnings), true),
    ])
    func passesByItselfUnlessAPersonHasToDoSomething(error: ServerError, isTransient: Bool) {
        #expect(error.isTransient == isTransient)
    }

    @Test(arguments: [
        (ServerError.server(status: 500), true), (.unreadable, true), (.transport(.truncated), true),
        (.unauthorized, false), (.rateLimited(.seconds(1)), false), (.transport(.unreachable("")), false),
    ])
    func tellsWhetherAnotherPageMayComeThrough(error: ServerError, concernsOneAnswer: Bool) {
        #expect(error.concernsOneAnswer == concernsOneAnswer)
    }

    @Test(arguments: [
        (ServerError.server(status: 504), true), (.transport(.timedOut), true), (.unavailable(nil), true),
        (.invalidRequest([]), true), (.unavailable(.seconds(9)), false), (.inFront(.loginPage), false),
        (.unauthorized, false), (.transport(.unreachable("")), false),
    ])
    func tellsWhetherAShorterPageMayComeThrough(error: ServerError, mayBeTooMuch: Bool) {
        #expect(error.mayBeTooMuch == mayBeTooMuch)
    }

    @Test func theWaitForALimitIsTheSameWhoeverTells() {
        #expect(ServerError(.rateLimited(.seconds(7))) == .rateLimited(.seconds(7)))
        #expect(ServerError(.timedOut) == .transport(.timedOut))
    }
}
