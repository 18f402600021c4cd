import Documents
import LocalAPI
import Net
import Testing
import ViewModels

@testable import Client

/// One request and its answer, over a real socket.
@Suite(.timeLimit(.minutes(5))) struct LocalClientTests {
    private static let done = #"{"schema":1,"text":"ok","warnings":[]}"#
    private static let lost = ClientError.lost(
        "the daemon closed the connection before it answered a request")

    private let daemon: HandDaemon

    init() throws { daemon = try HandDaemon() }

    /// The error of a command, by default `scored status`.
    private func failure(
        _ replies: [HandDaemon.Reply],
        of body: (LocalClient) throws -> Void = { _ = try $0.get(.status, as: DoneDocument.self) }
    ) throws -> ClientError {
        try daemon.serving(replies) {
            let client = LocalClient(home: daemon.home)
            return try #require(throws: ClientError.self) { try body(client) }
        }
    }

    @Test func anAnswerIsValueAndBytes() throws {
        let bytes = try daemon.serving([.answer(.ok, Self.done), .answer(.ok, Self.done)]) {
            let client = LocalClient(home: daemon.home)
            let first = try client.post(.use, UseRequest(game: "a"), as: DoneDocument.self)
            #expect(first.document.text == "ok")
            return try client.get(
                .gameLog, name: "hawks/owls 2", query: [.init("keeper", "mia & co")],
                as: DoneDocument.self
            ).bytes
        }
        #expect(bytes == Array(Self.done.utf8))
        let requests = daemon.requests
        #expect(requests.map(\.method) == [.post, .get])
        #expect(requests[0].body == Array(#"{"game":"a"}"#.utf8))
        #expect(requests[1].target.path == ["v1", "games", "hawks/owls 2", "log"])
        #expect(requests[1].target["keeper"] == "mia & co")
    }

    @Test func aRefusalBringsMessageAndCandidates() throws {
        let body =
            #"{"error":{"candidates":["h4","a4"],"code":"ambiguous-player","message":"who"},"#
            + #""schema":1}"#
        let errors = try daemon.serving([.answer(.unprocessable, body), .answer(.conflict, "oh")]) {
            let client = LocalClient(home: daemon.home)
            return [try Self.error(of: client), try Self.error(of: client)]
        }
        #expect(errors[0].lines == ["who", "  h4", "  a4"])
        #expect(errors[0].exitCode == .failed)
        guard case .refused(let document) = errors[1] else { throw errors[1] }
        #expect(document.code == "status-409")
    }

    @Test func aRemovedDeviceHasItsExitCode() throws {
        let body = #"{"error":{"code":"removed","message":"gone"},"schema":1}"#
        let error = try failure([.answer(Status(403), body)])
        #expect(error.exitCode == .removed)
    }

    @Test func aLostRequestIsSentOnceMoreAsItWas() throws {
        try daemon.serving([.hangUp, .answer(.ok, Self.done)]) {
            let client = LocalClient(home: daemon.home)
            let request = UndoRequest(request: RequestName.random())
            _ = try client.post(.undo, request, as: DoneDocument.self)
        }
        let requests = daemon.requests
        #expect(requests.count == 2)
        #expect(requests.first == requests.last)
    }

    @Test func aRequestLostTwiceIsAnError() throws {
        let error = try failure([.hangUp, .hangUp, .answer(.ok, Self.done)])
        #expect(error == Self.lost)
        #expect(daemon.requests.count == 2)
    }

    @Test func whatMustNotBeDoneTwiceIsSentOnce() throws {
        let error = try failure([.hangUp, .answer(.ok, Self.done)]) {
            _ = try $0.post(.invitations, InviteRequest(), .never, as: DoneDocument.self)
        }
        #expect(error == Self.lost)
        #expect(daemon.requests.count == 1)
    }

    @Test func silenceHasADeadline() throws {
        let error = try failure([.silence]) {
            _ = try $0.get(.status, as: DoneDocument.self, within: .milliseconds(50))
        }
        #expect(error == .late(.milliseconds(50)))
    }

    @Test func whatIsNoDocumentIsNotUnderstood() throws {
        let error = try failure([.answer(.ok, "{}")])
        guard case .notUnderstood(let reason) = error else { throw error }
        #expect(reason.contains("'schema' is missing"))
    }

    @Test func theStreamBringsWhatThisVersionKnows() throws {
        let entry = EntryDocument(
            name: "mia.1", keeper: "mia", wallMilliseconds: 0, index: 0, lamport: 1, kind: "steal",
            text: "steal")
        let error = try daemon.serving([
            .stream([
                ServerSentEvent(data: #"{"newer":{"one":[1]},"windows":{}}"#),
                HandDaemon.event(WatchDocument(arrived: [entry])),
            ])
        ]) {
            let loop = ClientLoop(home: daemon.home, starting: nil)
            let deadline = Clocks.uptime + .seconds(60)
            while loop.library.newest.value == nil, Clocks.uptime < deadline {
                try loop.turn(until: deadline)
            }
            #expect(loop.library.newest.value == entry)
            return try #require(throws: ClientError.self) { try loop.connect() }
        }
        #expect(error == .lost("the daemon ended the event stream"))
    }

    @Test func requestNamesAreHexadecimalAndDiffer() {
        let names = Set((0..<100).map { _ in RequestName.random() })
        #expect(names.count == 100)
        #expect(names.allSatisfy { $0.count == 32 && $0.allSatisfy(\.isHexDigit) })
    }

    private static func error(of client: LocalClient) throws -> ClientError {
        try #require(throws: ClientError.self) { try client.get(.status, as: DoneDocument.self) }
    }
}
