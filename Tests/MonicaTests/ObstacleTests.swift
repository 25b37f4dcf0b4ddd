import Foundation
import Model
import Network
import Testing

@testable import Monica

/// Obstacles between the program and a Monica, by their answers.
@MainActor
struct ObstacleTests {
    private static let json = #"{"message":"Unauthenticated."}"#

    private static func page(_ title: String, _ rest: String = "") -> String {
        "<!DOCTYPE html>\n<html lang=\"en\"><head><title>\(title)</title></head><body>\(rest)</body></html>"
    }

    private func obstacle(
        _ status: Int, _ body: String, _ headers: [String: String] = [:],
        asked: String = "https://monica.example.org/api", from: String? = nil
    ) throws -> ServerError? {
        let (asked, from) = (try #require(URL(string: asked)), try #require(URL(string: from ?? asked)))
        return HTTPResponse(status: status, url: from, headers: headers, body: Data(body.utf8)).obstacle(asked: asked)
    }

    @Test(arguments: [
        "Basic realm=\"Family\"", "basic", "Digest realm=\"a\", nonce=\"b\"", "Negotiate", "NTLM",
        "Bearer realm=\"x\", Basic realm=\"y\"",
    ])
    func aPasswordOfTheWebServer(way: String) throws {
        for body in ["", "401 Unauthorized", Self.page("401 Authorization Required"), Self.json] {
            #expect(try obstacle(401, body, ["www-authenticate": way]) == .inFront(.password))
        }
    }

    @Test func arefusalOfTheTokenIsNone() throws {
        #expect(try obstacle(401, Self.json) == nil)
        #expect(try obstacle(401, Self.json, ["www-authenticate": "Bearer realm=\"basic\""]) == nil)
        #expect(try obstacle(403, #"{"error":{"message":"Forbidden"}}"#) == nil)
        #expect(try obstacle(200, " \n[]") == nil)
        #expect(try obstacle(200, "") == nil)
    }

    @Test func aCheckThatTurnsProgramsAway() throws {
        #expect(try obstacle(403, Self.page("Just a moment...")) == .inFront(.challenge))
        #expect(try obstacle(403, "Forbidden") == .inFront(.challenge))
        #expect(try obstacle(403, "") == .inFront(.challenge))
        #expect(try obstacle(406, Self.page("Not Acceptable!")) == .inFront(.challenge))
        #expect(try obstacle(503, Self.page("Wait"), ["cf-mitigated": "challenge"]) == .inFront(.challenge))
        #expect(try obstacle(200, Self.page("Making sure you&#39;re not a bot!")) == .inFront(.challenge))
        #expect(try obstacle(200, Self.page("Checking if the site connection is secure")) == .inFront(.challenge))
    }

    @Test(arguments: [
        ("Sign in to continue", ""), ("Login - Authelia", ""), ("Anmelden", ""), ("Se connecter", ""),
        ("Iniciar sesión", ""),
        ("Family", "<h1 class=\"a\">Please log in</h1>"), ("Welcome", "<form><input name=p type=\"password\"></form>"),
    ])
    func aPageToLogInAt(title: String, rest: String) throws {
        #expect(try obstacle(200, Self.page(title, rest)) == .inFront(.loginPage))
    }

    @Test(arguments: ["title", "h1", "h2"])
    func aPageToLogInAtThatBeginsWithItsHeading(tag: String) throws {
        let html = ["content-type": "text/html"]
        #expect(try obstacle(200, "<\(tag)>Sign in</\(tag)>", html) == .inFront(.loginPage))
        #expect(try obstacle(200, "<\(tag)>Family</\(tag)>", html) == nil)
    }

    @Test func aWayToAPage() throws {
        let (here, there) = ("https://monica.example.org/oauth2/start", "https://auth.example.net/?rd=x")
        for target in [here, there, "/login"] {
            #expect(try obstacle(302, "", ["location": target]) == .inFront(.loginPage))
        }
        for target in [here, there] {
            #expect(try obstacle(200, Self.page("Home"), from: target) == .inFront(.loginPage))
        }
        let www = "https://www.monica.example.org/api"
        #expect(try obstacle(200, Self.page("It works!"), from: www) == nil)
        // The same question elsewhere is no page.
        #expect(try obstacle(301, "", ["location": www]) == .inFront(.moved))
        #expect(try obstacle(301, "", ["location": "https://new.example/crm/api"]) == .inFront(.moved))
        #expect(try obstacle(301, "", ["location": "https://new.example/crm/"]) == .inFront(.loginPage))
        #expect(try obstacle(401, Self.page("Nobody")) == .inFront(.loginPage))
    }

    @Test(arguments: [
        ("http://monica.example.org/api", "http://portal.example/", true),
        ("http://monica.example.org/api", "https://auth.example.org/", false),
        ("http://127.0.0.1:80/api", "http://portal.example/", false),
        ("https://monica.example.org/api", "https://portal.example/", false),
    ])
    func onlyAnUnencryptedQuestionIsAnsweredByTheNetwork(asked: String, target: String, isNetworks: Bool) throws {
        let expected: ServerError = isNetworks ? .webPage : .inFront(.loginPage)
        #expect(try obstacle(302, "", ["location": target + "?from=x"], asked: asked) == expected)
        #expect(try obstacle(200, Self.page("Room?"), asked: asked, from: target) == expected)
    }

    @Test func aProxyAndACertificate() throws {
        #expect(try obstacle(407, "", ["proxy-authenticate": "Basic realm=\"corp\""]) == .inFront(.proxyPassword))
        #expect(try obstacle(511, "") == .webPage)
        let page = Self.page("400 No required SSL certificate was sent")
        #expect(try obstacle(400, page, ["content-type": "text/html"]) == .inFront(.certificate))
        #expect(ServerError(.certificateRequired) == .inFront(.certificate))
    }

    @Test(arguments: [
        "<br />\n<b>Deprecated</b>:  Optional parameter in <b>/var/www/a.php</b> on line <b>12</b><br />\n",
        "PHP Warning:  Undefined array key \"x\" in /srv/monica/vendor/b.php on line 7\n",
        "\nNotice: Trying to get property {\"a\"} in Unknown on line 0\n", "Connected successfully",
        "<!-- cache --> ", "<br/><table><tr><td>Warning</td></tr></table>",
    ])
    func warningsBeforeTheAnswer(warning: String) throws {
        for (status, body) in [(200, #"{"data":[]}"#), (401, Self.json), (403, Self.json), (404, #"[ {"a":1} ]"#)] {
            for type in ["application/json", "text/html; charset=UTF-8"] {
                let found = try obstacle(status, warning + body + "\n", ["content-type": type])
                #expect(found == .inFront(.warnings), "\(status) \(type)")
            }
        }
    }

    @Test func warningsBehindTheAnswer() throws {
        let warning = "<br />\n<b>Warning</b>:  Unknown: write failed in <b>Unknown</b> on line <b>0</b><br />\n"
        #expect(try obstacle(200, Self.json + warning) == .inFront(.warnings))
        // This answer is cut off.
        #expect(try obstacle(200, #"{"data":[{"id":1,"first_name":"in on line"#) == nil)
    }

    @Test func aPageWithAScriptHasNoWarnings() throws {
        let script = #"<script>window.config = {"a":{}}</script><script type="application/json">{"b":1}"#
        #expect(try obstacle(200, Self.page("It works!", script)) == nil)
        #expect(try obstacle(200, #"<script>x({"a":1})</script>{"a":1}"#) == nil)
    }

    @Test func aServerInTroubleHasItsStatus() throws {
        for status in [429, 500, 502, 503, 504, 524] {
            #expect(try obstacle(status, Self.page("Please log in")) == nil)
        }
    }

    @Test func anEndlessPageIsReadInNoTime() throws {
        let texts = [" in ", "<title", "{", " on line ", "<h1>", "{\"", "[ "]
        let clock = ContinuousClock()
        for text in texts {
            let body = String(repeating: text, count: 2 << 20)
            let time = try clock.measure { _ = try obstacle(200, body, ["content-type": "text/html"]) }
            #expect(time < .seconds(1), "\(text)")
        }
    }
}
