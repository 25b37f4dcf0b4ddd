import Foundation
import Model
import Network
import Synchronization

@testable import Avatars
@testable import Monica
@testable import Soup

private let now = Date(timeIntervalSince1970: 1_795_348_800)

func fuzzFields(_ bytes: Data) {
    let text = String(decoding: bytes, as: UTF8.self)
    fuzzDataURL(text)
    let colour = RGB(hex: text)
    promise(colour == .defaultGrey || [6, 7, 8, 9].contains(text.utf8.count), "a colour of \(text)")
    fuzzHeaders(text)
    if let date = HTTPDate.parse(text) { _ = CivilDay(of: min(max(date, .distantPast), .distantFuture), in: .gmt) }
    if let date = ServerDate.parse(text) {
        let day = CivilDay(of: date, in: .gmt)
        promise(day.midnight <= date && date < day.midnight + 86_400, "another day")
        promise((1...12).contains(day.month) && (1...31).contains(day.day), "a day of no month")
    }
    if let token = try? Token(text) { promise("\(token)" == "Token", "a secret that is printed") }
}

private func fuzzDataURL(_ text: String) {
    guard PictureURL.isInline(text) else { return }
    let done = DispatchSemaphore(value: 0)
    Task.detached {
        if let picture = await DataURL.picture(in: text) {
            promise(!picture.isEmpty && picture.count <= text.utf8.count, "a picture out of nothing")
        }
        done.signal()
    }
    done.wait()
}

/// Lines of `name: value` as an answer's header fields.
private func fuzzHeaders(_ text: String) {
    guard let url = URL(string: "https://monica.example.org/x") else { return }
    var headers: [String: String] = [:]
    for line in text.split(separator: "\n").prefix(20) {
        let pair = line.split(separator: ":", maxSplits: 1)
        if pair.count == 2 { headers[pair[0].lowercased()] = pair[1].trimmingCharacters(in: .whitespaces) }
    }
    for status in [200, 429, 503] {
        let response = HTTPResponse(status: status, url: url, headers: headers, body: Data())
        for isOwn in [false, true] {
            var request = HTTPRequest(url, content: .image)
            request.sendsCredentials = isOwn
            guard let expiry = Freshness(response, to: request, isImmutable: false, now: now)?.expiry else { continue }
            promise((0...31_536_000).contains(expiry.timeIntervalSince(now)), "fresh for \(expiry)")
        }
        var limit = RateLimit()
        let ticket = limit.send(.init(urgency: .person, purpose: .photo), at: .now)
        limit.receive(RateLimitAnswer(response, at: now), for: ticket, at: .now)
        _ = limit.decision(for: .init(urgency: .background, purpose: .data), at: .now)
        do throws(ServerError) {
            try response.checkSuccess()
        } catch .rateLimited(let wait) {
            promise(wait >= .seconds(1) && wait <= .seconds(3_600), "a wait of \(wait)")
        } catch {
            // The others carry no number.
        }
    }
}
