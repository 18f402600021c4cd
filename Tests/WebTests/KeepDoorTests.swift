import Documents
import Foundation
import LocalAPI
import Seeds
import Testing
import ViewModels
import Web

/// The door for phones: what it refuses records nothing, and what it takes is given once.
@Suite struct KeepDoorTests {
    private let stage = KeepStage()
    private static let request = "00112233445566778899aabbccddeeff"

    private static func move(_ request: String = request) -> String {
        "{\"do\":\"move\",\"game\":\"hawks-owls\",\"kind\":\"twoPoints\",\"player\":\"h#1\","
            + "\"request\":\"\(request)\"}"
    }

    // MARK: Orders

    /// A fixed request with the signature that another program made of it.
    @Test func theSignatureIsThatOfTheContract() throws {
        var asking = KeepAsking(
            "/k/order", "{\"do\":\"undo\",\"game\":\"hawks-owls\",\"request\":\"\(Self.request)\"}")
        asking["scored-order"] =
            "1a2b3c4d 1700000000000 "
            + "79SLKqy2qP0RQN2c1F6B1p0sh3tWqvmRw00OqE6vNxZ4kf8EJDgM0KQqdV0fHi_7DOp3kAJuU4ftgfSWqwD_Sg"
        #expect(stage.reply(asking).status == 200)
        #expect(stage.phone.counter == 1_700_000_000_000)
        let order = try #require(stage.library.orders.first)
        #expect(order.id == Self.request && order.route == .undo)
        let undo = try JSON.decode(UndoRequest.self, from: order.body)
        #expect(undo == UndoRequest(request: Self.request, game: "hawks-owls"))
    }

    @Test(arguments: [
        ("move", "\"kind\":\"foul\",\"player\":\"h#1\"", Route.moves), ("undo", "", .undo),
        ("redo", "", .redo), ("void", "\"entries\":[\"ana.1\"]", .void),
        ("accept", "\"entries\":[\"bo.1\"]", .accept),
        ("settle", "\"entry\":\"bo.1\",\"answer\":\"that\"", .settle),
        ("fix", "\"entry\":\"ana.1\"", .fix),
        ("clock", "\"action\":\"start\"", .clock), ("track", "\"players\":[\"home\"]", .track),
        ("untrack", "\"players\":[\"h#1\"]", .untrack), ("end", "", .end), ("sign", "", .sign),
        ("note", "\"text\":\"rain\"", .notes),
    ])
    func everyOrderReachesItsEndpoint(deed: String, members: String, route: Route) throws {
        let rest = members.isEmpty ? "" : ",\(members)"
        let body = "{\"do\":\"\(deed)\",\"request\":\"\(Self.request)\",\"newer\":1\(rest)}"
        let reply = stage.reply(stage.signed("/k/order", body))
        #expect(reply.status == 200 && reply.json["text"] as? String == "4 Ana two points")
        #expect(reply.json["entries"] as? [String] == ["ana.1"])
        #expect(reply.json["warnings"] as? [String] == ["twice?"])
        let order = try #require(stage.library.orders.first)
        #expect(stage.library.orders.count == 1 && order.route == route)
        let sent = try #require(
            try JSONSerialization.jsonObject(with: Data(order.body)) as? [String: Any])
        let asked = try #require(
            try JSONSerialization.jsonObject(with: Data("{\(members)}".utf8)) as? [String: Any])
        #expect(sent["request"] as? String == Self.request)
        for (name, value) in asked { #expect("\(sent[name] ?? "")" == "\(value)") }
    }

    /// Orders of a table's screens that no phone gives.
    @Test(arguments: [
        "newGame", "nameTeam", "swap", "transfer", "unite", "shutdown", "repair", "importGame", "",
    ])
    func anOrderThatIsNotAPhonesIsRefused(deed: String) {
        let body = "{\"do\":\"\(deed)\",\"request\":\"\(Self.request)\",\"team\":\"home\"}"
        let reply = stage.reply(stage.signed("/k/order", body))
        #expect(reply.status == 400 && reply.code == "malformed")
        #expect(stage.library.orders.isEmpty)
    }

    /// The game of a phone changes by its keeper alone, who has no other way than this.
    @Test func aPhoneGoesToAnotherGame() throws {
        let body = "{\"do\":\"use\",\"request\":\"\(Self.request)\",\"game\":\"owls-hawks\"}"
        let reply = stage.reply(stage.signed("/k/order", body))
        #expect(reply.status == 200 && reply.json["text"] as? String == "current game: owls-hawks")
        #expect(reply.json["entries"] as? [String] == [])
        let order = try #require(stage.library.orders.first)
        #expect(order.route == .use)
        let use = try JSON.decode(UseRequest.self, from: order.body)
        #expect(use == UseRequest(game: "owls-hawks"))
    }

    @Test func anOrderUnderTheSameIDIsAnsweredTwice() {
        let replies = (0..<2).map { _ in stage.reply(stage.signed("/k/order", Self.move())) }
        #expect(replies.map(\.status) == [200, 200])
        #expect(replies.map { $0.json["repeat"] as? Bool } == [false, true])
        #expect(stage.library.orders.map(\.id) == [Self.request, Self.request])
    }

    /// With the question that it raises, if a person can answer one.
    @Test(arguments: [("decided", true), ("unlikely", true), ("conflict", false)])
    func theRefusalOfTheDaemonIsTold(code: String, isQuestion: Bool) {
        stage.library.refusal = APIError(
            status: 409, code: code, "it is over", advice: "'--force' records it")
        let reply = stage.reply(stage.signed("/k/order", Self.move()))
        #expect(reply.status == 409 && reply.code == code)
        #expect(
            reply.json["question"] as? String
                == (isQuestion ? "it is over. Record it anyway?" : nil))
        #expect(reply.json["choices"] == nil)
    }

    @Test func oneMoveOrTwoIsAChoice() {
        stage.library.refusal = APIError(status: 409, code: "one-or-two", "one, or two?")
        let fix = "{\"do\":\"fix\",\"request\":\"\(Self.request)\",\"entry\":\"ana.2\"}"
        let reply = stage.reply(stage.signed("/k/order", fix))
        #expect(reply.json["question"] as? String == "one, or two?")
        #expect(reply.json["choices"] as? [String] == ["Correct the one", "Make two of it"])
    }

    @Test(arguments: [
        LibraryConnection.connecting, .lost("the daemon went away"),
    ]) func nothingIsKeptForADaemonThatIsAway(connection: LibraryConnection) {
        stage.library.connection.value = connection
        let reply = stage.reply(stage.signed("/k/order", Self.move()))
        #expect(reply.status == 503 && reply.code == "no-daemon")
        stage.phone.library = nil
        #expect(stage.reply(stage.signed("/k/order", Self.move())).status == 503)
        #expect(stage.library.orders.isEmpty)
    }

    @Test(arguments: [true, false]) func anOrderWithoutAnAnswerIsGivenBack(isLost: Bool) throws {
        let reader = try #require(stage.reader(stage.signed("/k/order", Self.move())))
        #expect(!reader.turn() && stage.library.orders.count == 1)
        if isLost {
            stage.library.connection.value = .lost("gone")
        } else {
            let due = try #require(reader.connection.nextDeadline)
            #expect(due == stage.timekeeper.now + WebLimits.answerTime)
            stage.timekeeper.advance(by: WebLimits.answerTime - .milliseconds(1))
            #expect(!reader.turn())
            stage.timekeeper.advance(by: .milliseconds(1))
        }
        while reader.turn() {}
        #expect(KeepReply(reader.answer).code == "no-daemon")
        // A late answer changes nothing.
        stage.library.settle()
        #expect(!reader.turn() && reader.answer.head.hasPrefix("HTTP/1.1 503"))
    }

    // MARK: Hostile requests

    /// A way to change a good request, with the status and the code that it leads to.
    private struct HostileChange {
        let name: String
        let status: Int
        let code: String?
        let apply: (inout KeepAsking, inout SeededGenerator) -> Void

        /// One of the parts of the signature's header.
        static func part(
            _ place: Int, of asking: inout KeepAsking, _ change: (String) -> String
        ) {
            var parts = (asking["scored-order"] ?? "").split(separator: " ").map(String.init)
            parts[place] = change(parts[place])
            asking["scored-order"] = parts.joined(separator: " ")
        }
    }

    private static var changesOfBytes: [HostileChange] {
        [
            HostileChange(name: "body", status: 401, code: "bad-signature") { asking, generator in
                let place = Int.random(in: 0..<asking.body.count, using: &generator)
                asking.body[place] ^= 1 << UInt8.random(in: 0...7, using: &generator)
            },
            HostileChange(name: "longer body", status: 401, code: "bad-signature") { asking, _ in
                asking.body.append(32)
            },
            HostileChange(name: "long body", status: 413, code: nil) { asking, _ in
                asking.body += Array(repeating: 32, count: WebLimits.orderBytesMax)
            },
            HostileChange(name: "signature", status: 401, code: "bad-signature") {
                asking, generator in
                let place = Int.random(in: 0..<64, using: &generator)
                let bit: UInt8 = 1 << UInt8.random(in: 0...7, using: &generator)
                HostileChange.part(2, of: &asking) { text in
                    var bytes = Base64URL.decode(text, count: 64) ?? []
                    bytes[place] ^= bit
                    return Base64URL.encode(bytes)
                }
            },
            HostileChange(name: "counter", status: 401, code: "bad-signature") {
                asking, generator in
                let more = UInt64.random(in: 1...9, using: &generator)
                HostileChange.part(1, of: &asking) { "\((UInt64($0) ?? 0) + more)" }
            },
            HostileChange(name: "written otherwise", status: 401, code: "bad-signature") {
                asking, generator in
                let order = asking["scored-order"] ?? ""
                asking["scored-order"] =
                    [
                        order.replacing(" 1", with: " 01"), order.replacing(" 1", with: " +1"),
                        order.replacing(" ", with: "  "), order + "=", "", KeepStage.id,
                        order.replacing(" 1", with: " 99999999999999999999991"),
                    ].randomElement(using: &generator)
            },
            HostileChange(name: "no signature", status: 401, code: "bad-signature") { asking, _ in
                asking["scored-order"] = nil
            },
            HostileChange(name: "two signatures", status: 401, code: "bad-signature") { asking, _ in
                asking.headers.append(("scored-order", asking["scored-order"] ?? ""))
            },
            HostileChange(name: "another phone", status: 401, code: "bad-signature") { asking, _ in
                HostileChange.part(0, of: &asking) { _ in "00000002" }
            },
            HostileChange(name: "unknown phone", status: 401, code: "unknown-phone") { asking, _ in
                HostileChange.part(0, of: &asking) { _ in "deadbeef" }
            },
        ]
    }

    private static var changesOfPlace: [HostileChange] {
        [
            HostileChange(name: "another path", status: 401, code: "bad-signature") { asking, _ in
                asking.path = "/k/session"
            },
            HostileChange(name: "no such path", status: 405, code: "method-not-allowed") {
                asking, generator in
                asking.path =
                    ["/k/ORDER", "/k/order/", "/v1/moves", "/k", "/k/stream", "/order", "/"]
                    .randomElement(using: &generator) ?? ""
            },
            HostileChange(name: "method", status: 405, code: "method-not-allowed") {
                asking, generator in
                asking.method =
                    ["GET", "PUT", "DELETE", "OPTIONS", "post"].randomElement(using: &generator)
                    ?? ""
            },
            HostileChange(name: "host", status: 421, code: "other-host") { asking, generator in
                let host =
                    ["example.org", "hall.local.example.org", "192.0.2.8:7423", ""]
                    .randomElement(using: &generator) ?? ""
                asking["Host"] = host
                asking["Origin"] = "https://\(host)"
            },
            HostileChange(name: "origin", status: 403, code: "other-site") { asking, generator in
                asking["Origin"] =
                    [
                        nil, "null", "", "http://hall.local:7423", "https://hall.local",
                        "https://hall.local:7422", "https://hall.local:7423.example.org",
                        "https://192.0.2.7:7423",
                    ].randomElement(using: &generator) ?? nil
            },
            HostileChange(name: "site", status: 403, code: "other-site") { asking, generator in
                asking["Sec-Fetch-Site"] =
                    ["cross-site", "CROSS-SITE", " same-site\t", "none", "new-word", ""]
                    .randomElement(using: &generator)
            },
        ]
    }

    @Test(arguments: seeds(64)) func aChangedRequestRecordsNothing(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let other = StagedPhone("00000002", key: PhoneKey.second.point, library: stage.library)
        stage.host.staged.append(other)
        for change in Self.changesOfBytes + Self.changesOfPlace {
            var asking = stage.signed("/k/order", Self.move())
            let good = asking.bytes
            change.apply(&asking, &generator)
            #expect(asking.bytes != good, "\(change.name) changes nothing")
            let before = stage.phone.counter
            let reply = stage.reply(asking)
            #expect(reply.status == change.status, "\(change.name): \(reply.head)")
            if let code = change.code { #expect(reply.code == code, "\(change.name)") }
            #expect(stage.phone.counter == before && other.counter == 0, "\(change.name)")
        }
        #expect(stage.library.orders.isEmpty && stage.library.routes.isEmpty)
        #expect(stage.reply(stage.signed("/k/order", Self.move())).status == 200)
    }

    @Test(arguments: seeds(32)) func noCounterPassesTwice(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var highest: UInt64 = 0
        var passed = 0
        for _ in 0..<20 {
            let counter = UInt64.random(in: 1...12, using: &generator)
            var asking = KeepAsking("/k/order", Self.move())
            asking.sign(.first, as: KeepStage.id, "\(counter)")
            let reply = stage.reply(asking)
            if counter > highest {
                #expect(reply.status == 200)
                passed += 1
            } else {
                #expect(reply.status == 409 && reply.code == "counter-used")
                #expect(reply.json["counter"] as? Int == Int(highest))
            }
            highest = max(highest, counter)
            #expect(stage.phone.counter == highest && stage.library.orders.count == passed)
        }
    }

    @Test(arguments: [
        "", "{}", "[]", "{\"do\":\"undo\"}", "not json", "{\"do\":\"undo\",\"request\":7}",
        "{\"do\":\"undo\",\"request\":\"00112233445566778899AABBCCDDEEFF\"}",
        "{\"do\":\"undo\",\"request\":\"00112233445566778899aabbccddeef\"}",
        "{\"do\":\"undo\",\"request\":\"00112233445566778899aabbccddeefg\"}",
        "{\"do\":\"shutdown\",\"request\":\"00112233445566778899aabbccddeeff\"}",
        "{\"do\":\"Move\",\"request\":\"00112233445566778899aabbccddeeff\"}",
        "{\"do\":\"move\",\"request\":\"00112233445566778899aabbccddeeff\"}",
        "{\"do\":\"void\",\"entries\":7,\"request\":\"00112233445566778899aabbccddeeff\"}",
    ])
    func aSignedOrderThatIsNoneRecordsNothing(body: String) {
        let reply = stage.reply(stage.signed("/k/order", body))
        #expect(reply.status == 400 && reply.code == "malformed")
        #expect(stage.library.orders.isEmpty)
    }

    @Test(arguments: ["same-origin", " Same-Origin "]) func thePageItselfMayAsk(site: String) {
        var asking = stage.signed("/k/order", Self.move())
        asking["Sec-Fetch-Site"] = site
        #expect(stage.reply(asking).status == 200)
    }

    // MARK: Sessions

    @Test(arguments: ["/k/stream", "/k/timeline", "/k/search?q=ana"])
    func nothingIsReadWithoutASession(path: String) throws {
        for session in [nil, "", "AAAAAAAAAAAAAAAAAAAAAA", KeepStage.id] {
            let reply = stage.reply(stage.reading(path, session: session))
            #expect(reply.status == 401 && reply.code == "no-session")
        }
        let first = try #require(stage.session())
        #expect(first.utf8.count == 22)
        let second = try #require(stage.session())
        #expect(stage.reply(stage.reading(path, session: first)).code == "no-session")
        var elsewhere = stage.reading(path, session: second)
        elsewhere["Sec-Fetch-Site"] = "Cross-Site"
        #expect(stage.reply(elsewhere).code == "other-site")
        let reader = try #require(stage.reader(stage.reading(path, session: second)))
        stage.library.settle()
        reader.turn()
        #expect(reader.answer.head.hasPrefix("HTTP/1.1 200 "))
    }

    @Test(arguments: [0, 1, 2]) func sessionsAndStreamsEndWithThePhone(way: Int) throws {
        let other = StagedPhone(
            "00000002", key: PhoneKey.second.point, library: StagedLibrary())
        stage.host.staged.append(other)
        let session = try #require(stage.session())
        let stream = try #require(stage.stream(session: session))
        let others = try #require(stage.session(by: .second, as: other.id))
        let otherStream = try #require(stage.stream(session: others))
        #expect(stream.turn() && otherStream.turn() && stage.door.streamCount == 2)
        switch way {
        case 0: stage.host.staged.removeFirst()
        case 1: stage.phone.key = PhoneKey.second.point
        default: stage.phone.library = StagedLibrary()
        }
        stage.door.review()
        #expect(stream.connection.wantsClose && !otherStream.connection.wantsClose)
        #expect(stage.door.streamCount == 1)
        let reply = stage.reply(stage.reading("/k/timeline", session: session))
        #expect(reply.code == "no-session")
        #expect(stage.session(by: .second, as: other.id) != nil)
    }

    @Test func onePhoneIsNotToldOfAnother() throws {
        let other = WebStage()
        stage.host.staged.append(
            StagedPhone("00000002", key: PhoneKey.second.point, library: other.library))
        var generator = SeededGenerator(seed: 3)
        stage.web.words = { _ in "Mine" }
        other.words = { _ in "Theirs" }
        for web in [stage.web, other] {
            web.publish(&generator)
            web.record(&generator)
        }
        for (key, id, own, foreign) in [
            (PhoneKey.first, KeepStage.id, "Mine", "Theirs"),
            (PhoneKey.second, "00000002", "Theirs", "Mine"),
        ] {
            let stream = try #require(stage.stream(session: stage.session(by: key, as: id)))
            while stream.turn() {}
            #expect(stream.answer.body.contains(own) && !stream.answer.body.contains(foreign))
        }
    }

    @Test func theOldestStreamOfAPhoneGivesWay() throws {
        let session = stage.session()
        var streams: [WebReader] = []
        for _ in 0...WebLimits.streamsOfAPhoneMax {
            streams.append(try #require(stage.stream(session: session)))
        }
        #expect(streams[0].connection.wantsClose && !streams[1].connection.wantsClose)
        #expect(stage.door.streamCount == WebLimits.streamsOfAPhoneMax)
    }

    // MARK: Every answer

    @Test(arguments: ["/k", "/k/keep.js", "/k/keep.css", "/k/words", "/k/stream", "/nothing"])
    func everyAnswerHasTheHeaders(path: String) {
        let head = KeepStage().reply(KeepAsking(path)).head.lowercased()
        for line in [
            "content-security-policy: default-src 'none'; script-src 'self'; style-src 'self' '",
            "require-trusted-types-for 'script'", "frame-ancestors 'none'",
            "x-content-type-options: nosniff", "referrer-policy: no-referrer",
            "cross-origin-resource-policy: same-origin", "cache-control: no-store",
        ] { #expect(head.contains(line), "\(line)") }
        #expect(!head.contains("set-cookie") && !head.contains("access-control"))
    }

    @Test(arguments: [
        ("/k", 200), ("/k/", 200), ("/k/keep.js", 200), ("/k/keep.css", 200), ("/k/words", 200),
        ("/", 404), ("/k/nothing", 404), ("/k/keep.js/", 404), ("/v/AAAAAAAAAAAAAAAAAAAAAA/", 404),
        ("/k/order", 405), ("/k/pair", 405), ("/v1/status", 404),
    ])
    func onlyThesePathsAreThere(path: String, status: Int) {
        #expect(KeepStage().reply(KeepAsking(path)).status == status)
    }

    @Test func phonesBeyondTheBoundAreUnknown() {
        for number in 1...WebLimits.phonesMax {
            stage.host.staged.insert(StagedPhone("0000000\(number)"), at: 0)
        }
        let reply = stage.reply(stage.signed("/k/order", Self.move()))
        #expect(reply.code == "unknown-phone" && stage.library.orders.isEmpty)
    }

    @Test(arguments: seeds(64)) func bytesAndTheirTextAreOne(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let bytes = generator.bytes(Int.random(in: 0...70, using: &generator))
        let text = Base64URL.encode(bytes)
        let plain = Data(bytes).base64EncodedString().replacing("+", with: "-")
            .replacing("/", with: "_").replacing("=", with: "")
        #expect(text == plain && Base64URL.decode(text, count: bytes.count) == bytes)
        #expect(Base64URL.decode(text + "A", count: bytes.count) == nil)
        #expect(Base64URL.decode(String(text.dropLast()) + "=", count: bytes.count) == nil)
        // Another last character that stands for the same bytes, where there is one.
        if bytes.count % 3 == 1, let last = text.last {
            let twin = last == "A" ? "B" : last == "Q" ? "R" : last == "g" ? "h" : "x"
            #expect(Base64URL.decode(text.dropLast() + twin, count: bytes.count) == nil)
        }
    }
}

/// How a phone becomes one of the table's: a code, a key, and words on both screens.
@Suite struct KeepPairingTests {
    private let stage = KeepStage(key: nil)
    private let secret = Array(UInt8(16)..<32)

    /// A code is out.
    init() { stage.phone.pairing = OpenPairing(secret: secret) }

    private func pair(
        _ key: PhoneKey = .first, _ secret: [UInt8]? = nil, nonce: [UInt8] = Array(0..<16)
    ) -> KeepReply {
        let body = KeepStage.pairing(key, secret: secret ?? self.secret, nonce: nonce)
        return stage.reply(KeepAsking("/k/pair", body))
    }

    private func state(_ key: PhoneKey = .first) -> String? {
        stage.reply(stage.signed("/k/wait", by: key)).json["state"] as? String
    }

    /// The proof and the words are those that another program made of the same bytes.
    @Test func theProofsAreThoseOfTheContract() throws {
        let body = KeepStage.pairing(.first, secret: secret)
        #expect(body.contains("\"VHW_E0XfcPiFV_amLT-aMrPd_nUcW3rSPuA4avpcFzY\""))
        let reply = stage.reply(KeepAsking("/k/pair", body))
        #expect(reply.status == 200 && reply.json["phone"] as? String == KeepStage.id)
        let nonce = try #require(reply.json["nonce"] as? String)
        #expect(Base64URL.decode(nonce, count: 16) != nil)
        let head = "\(Base64URL.encode(PhoneKey.first.point))\nAAECAwQFBgcICQoLDA0ODw\n\(nonce)"
        let proof = KeepStage.hostProof(secret, head + "\n" + KeepStage.id)
        #expect(reply.json["proof"] as? String == proof)
        #expect(stage.host.asked.map(\.words) == [KeepStage.words(head)])
        // The same of fixed bytes.
        let fixed =
            "\(Base64URL.encode(PhoneKey.first.point))\nAAECAwQFBgcICQoLDA0ODw\n"
            + "ICEiIyQlJicoKSorLC0uLw"
        #expect(KeepStage.words(fixed) == ["sugar", "scarf", "toast", "golden"])
        #expect(
            KeepStage.hostProof(secret, fixed + "\n1a2b3c4d")
                == "HzNbnW4-Er8dhnODMootsJ5AG-7cS3bPoMK13MF6zK0")
    }

    @Test func aPhoneKeepsAfterAYes() throws {
        #expect(pair().status == 200 && state() == "waiting")
        #expect(stage.reply(stage.signed("/k/session")).code == "unknown-phone")
        #expect(stage.reply(stage.signed("/k/order")).code == "unknown-phone")
        stage.phone.key = PhoneKey.first.point
        stage.phone.pairing = nil
        #expect(state() == "approved" && stage.session() != nil)
        #expect(state(.second) == nil && pair().code == "code-unknown")
        #expect(stage.library.orders.isEmpty)
    }

    @Test func aNoIsTold() {
        #expect(pair().status == 200)
        stage.phone.pairing?.isRefused = true
        #expect(state() == "refused" && stage.session() == nil)
    }

    /// A lost key is bound again: until the yes the old one keeps, and after it the new one alone.
    @Test func aNewKeyTakesThePlaceOfALostOne() {
        stage.phone.key = PhoneKey.first.point
        #expect(pair(.second).status == 200 && state(.second) == "waiting")
        #expect(state() == "approved" && stage.session() != nil)
        #expect(stage.session(by: .second) == nil)
        stage.phone.key = PhoneKey.second.point
        stage.phone.pairing = nil
        #expect(stage.session() == nil && stage.session(by: .second) != nil)
    }

    @Test func aReloadAsksAgainAndASecondKeyDoesNot() {
        #expect(pair().status == 200 && pair(nonce: Array(1..<17)).status == 200)
        let second = pair(.second)
        #expect(second.status == 403 && second.code == "code-used")
        #expect(stage.phone.pairing?.asked == PhoneKey.first.point)
        #expect(
            stage.host.asked.count == 2 && stage.host.asked[0].words != stage.host.asked[1].words)
        #expect(state(.second) == nil && state() == "waiting")
    }

    @Test func anExpiredCodeAndAFullDiskAreTold() {
        stage.phone.pairing = OpenPairing(secret: secret, isExpired: true)
        let late = pair()
        #expect(late.status == 403 && late.code == "code-unknown")
        stage.phone.pairing = OpenPairing(secret: secret)
        stage.host.canWrite = false
        #expect(pair().code == "not-written" && stage.phone.pairing?.asked == nil)
    }

    /// Wrong proofs of every kind bind no key, whatever their number, and keep no right one out.
    @Test(arguments: seeds(16)) func aWrongProofBindsNothing(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for count in 0..<(WebLimits.wrongProofsMax + 5) {
            var wrong = secret
            wrong[Int.random(in: 0..<16, using: &generator)] ^=
                1 << UInt8.random(in: 0...7, using: &generator)
            let reply = pair(.second, wrong)
            #expect(
                reply.code
                    == (count < WebLimits.wrongProofsMax ? "code-unknown" : "too-many-proofs"))
        }
        #expect(stage.phone.pairing?.asked == nil && stage.host.asked.isEmpty)
        #expect(pair().status == 200)
        stage.timekeeper.advance(by: .seconds(60))
        #expect(pair(.second, Array(repeating: 0, count: 16)).code == "code-unknown")
    }

    @Test(arguments: seeds(32)) func alteredPairingsBindNothing(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var body = Array(KeepStage.pairing(.first, secret: secret).utf8)
        for _ in 0..<20 {
            let place = Int.random(in: 0..<body.count, using: &generator)
            let good = body[place]
            body[place] = UInt8.random(in: 0x20...0x7E, using: &generator)
            guard body[place] != good else { continue }
            var asking = KeepAsking("/k/pair", "")
            asking.body = body
            let reply = stage.reply(asking)
            #expect(
                reply.status == 400 || reply.status == 403 || reply.status == 429,
                "\(String(decoding: body, as: UTF8.self)): \(reply.head)")
            body[place] = good
        }
        #expect(stage.host.asked.isEmpty && stage.phone.pairing?.asked == nil)
    }

    @Test func codesBeyondTheBoundAreNotOpen() {
        for number in 0..<WebLimits.pairingsMax {
            let phone = StagedPhone("0000000\(number)")
            phone.pairing = OpenPairing(secret: Array(repeating: UInt8(number), count: 16))
            stage.host.staged.insert(phone, at: 0)
        }
        #expect(pair().code == "code-unknown")
        #expect(pair(.first, Array(repeating: 0, count: 16)).status == 200)
    }
}
