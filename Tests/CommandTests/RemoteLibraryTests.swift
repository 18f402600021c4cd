import Client
import Documents
import LocalAPI
import Seeds
import Testing
import ViewModels

/// The library over real sockets, against a daemon that the test turns by hand.
@Suite(.timeLimit(.minutes(2))) struct RemoteLibraryTests {
    @Test func connectedIsToldAfterTheStatus() throws {
        let desk = try LibraryDesk(isConnected: false)
        try desk.begin(entries: 7)
        #expect(desk.heard == ["status 7", "connected"])
    }

    @Test func whereThereIsNoDaemonItSaysSoAndRefusesQuestions() throws {
        let desk = try LibraryDesk(isConnected: false)
        try desk.settle { desk.heard == ["lost"] }
        guard case .lost(let reason) = desk.library.connection.value else { return }
        #expect(reason == "no daemon runs in \(desk.daemon.home.path); start it with scored up")
        desk.question("late")
        #expect(desk.heard == ["lost"], "an answer never comes during the call")
        try desk.settle { desk.heard == ["lost", "late unavailable"] }
    }

    @Test func requestsAreOnTheirWayTogetherAndAnsweredInOrder() throws {
        let desk = try LibraryDesk()
        desk.question("a")
        desk.order("b")
        desk.question("c")
        try desk.settle { desk.daemon.asked.count == 3 }
        #expect(desk.heard.isEmpty)
        for _ in 0..<3 { desk.answerOldest() }
        try desk.settle { desk.heard.count == 3 }
        #expect(desk.heard == ["a the game a", "b recorded", "c the game c"])
    }

    @Test func anOrderCountsAlsoWhenNobodyWaitsForItsAnswer() throws {
        let desk = try LibraryDesk()
        desk.order("a").end()
        try desk.settle { desk.daemon.asked.count == 1 }
        desk.daemon.crash()
        try desk.settle { desk.heard == ["lost"] }
        desk.order("b").end()
        try desk.begin(entries: 0)
        try desk.settle { desk.daemon.asked.count == 2 }
        desk.answerOldest()
        desk.answerOldest()
        try desk.settle { desk.library.unansweredOrderCount == 0 }
        #expect(desk.daemon.requests.count == 3)
        #expect(desk.heard == ["lost", "status 0", "connected"], "also when it is as before")
    }

    /// Also when it is sent again; an order that brings none has another one each time.
    @Test func anOrderKeepsTheIDThatItBrings() throws {
        let desk = try LibraryDesk()
        let id = "00112233445566778899aabbccddeeff"
        var order: LibraryRequest<RecordedDocument> = .note(NoteRequest(text: "a"))
        order.requestID = id
        let waits = desk.library.ask(order) { _ in }
        desk.order("b")
        try desk.settle { desk.daemon.asked.count == 2 }
        desk.daemon.crash()
        try desk.settle { desk.heard == ["lost"] }
        try desk.begin(entries: 0)
        try desk.settle { desk.daemon.asked.count == 2 }
        waits.end()
        let ids = try desk.daemon.requests.map {
            try JSON.decode(NoteRequest.self, from: $0.body).request
        }
        #expect(ids.count == 4 && ids[0] == id && ids[2] == id)
        #expect(ids[1] != id && ids[1] == ids[3])
    }

    @Test func questionsOnTheirWayAreRefusedWhenTheDaemonGoes() throws {
        let desk = try LibraryDesk()
        desk.question("a")
        desk.question("b")
        try desk.settle { desk.daemon.asked.count == 2 }
        desk.answerOldest()
        try desk.daemon.turn()
        desk.daemon.crash()
        try desk.settle { desk.heard.count == 3 }
        #expect(desk.heard == ["a the game a", "lost", "b unavailable"])
        try desk.begin(entries: 0)
        #expect(desk.daemon.requests.count == 2, "a question is not asked again")
    }

    @Test func entriesComeInOrderBeforeTheirStatusAlsoAfterAReturn() throws {
        let desk = try LibraryDesk()
        desk.daemon.tell(WatchDocument(arrived: [LibraryDesk.entry("mia.1")]))
        desk.daemon.tell(WatchDocument(arrived: [LibraryDesk.entry("mia.2")]))
        desk.daemon.tell(WatchDocument(status: LibraryDesk.status(entries: 2)))
        try desk.settle { desk.heard.count == 3 }
        #expect(desk.heard == ["entry mia.1", "entry mia.2", "status 2"])
        desk.daemon.crash()
        try desk.daemon.begin()
        try desk.settle { desk.heard.last == "lost" }
        try desk.welcome(entries: 3)
        desk.daemon.tell(WatchDocument(arrived: [LibraryDesk.entry("bo.1")]))
        try desk.settle { desk.heard.last == "entry bo.1" }
        #expect(desk.heard.suffix(4) == ["lost", "status 3", "connected", "entry bo.1"])
    }

    /// All that a screen asks is of its game, until the keeper goes to another one.
    @Test func aScreenHasItsGameUntilItGoesOn() throws {
        let desk = try LibraryDesk()
        let feed = desk.library.follow(WindowRequest(name: "", newest: 3))
        func shown() throws -> WatchRequest {
            try desk.settle { desk.daemon.asked.count == 1 }
            let request = try #require(desk.daemon.requests.last)
            #expect(request.target.path == ["v1", "watch", "s"])
            desk.daemon.answer(DoneDocument(text: "", warnings: []))
            return try JSON.decode(WatchRequest.self, from: request.body)
        }
        #expect(try shown() == WatchRequest(windows: [WindowRequest(name: "1", newest: 3)]))
        desk.library.show("cats-bears")
        #expect(
            try shown()
                == WatchRequest(
                    game: "cats-bears",
                    windows: [WindowRequest(name: "1", game: "cats-bears", newest: 3)]))
        let asking = desk.library.ask(.log(limit: 1)) { _ in }
        try desk.settle { desk.daemon.asked.count == 1 }
        #expect(desk.daemon.requests.last?.target["game"] == "cats-bears")
        desk.daemon.answer(LogDocument(entries: [], isWhole: true))
        let going = desk.library.ask(.use(UseRequest(game: "hawks-owls"))) { _ in }
        try desk.settle { desk.daemon.asked.count == 1 }
        desk.daemon.answer(DoneDocument(text: "", warnings: []))
        #expect(try shown() == WatchRequest(windows: [WindowRequest(name: "1", newest: 3)]))
        withExtendedLifetime((feed, asking, going)) {}
    }

    @Test func anIdleConnectionMayCloseUnseen() throws {
        let desk = try LibraryDesk()
        desk.question("a")
        try desk.settle { desk.daemon.asked.count == 1 }
        desk.answerOldest()
        try desk.settle { desk.heard.count == 1 }
        desk.daemon.closeIdle()
        desk.question("b")
        try desk.settle { desk.daemon.asked.count == 1 }
        desk.answerOldest()
        try desk.settle { desk.heard.count == 2 }
        #expect(desk.heard == ["a the game a", "b the game b"])
    }

    @Test func aRefusalSaysWhatTheDaemonSays() throws {
        let desk = try LibraryDesk()
        desk.order("a")
        try desk.settle { desk.daemon.asked.count == 1 }
        desk.daemon.answer(
            APIError(
                status: 422, code: "ambiguous-player", "who?", candidates: ["h4", "a4"]),
            status: .unprocessable)
        try desk.settle { desk.heard.count == 1 }
        #expect(desk.heard == [#"a refused ambiguous-player: who? ["h4", "a4"]"#])
    }

    @Test func aLateAnswerOfAnEndedBindingIsNotHeard() throws {
        let desk = try LibraryDesk()
        let ended = desk.question("a")
        desk.question("b")
        try desk.settle { desk.daemon.asked.count == 2 }
        ended.end()
        desk.answerOldest()
        desk.answerOldest()
        try desk.settle { desk.heard.count == 1 }
        #expect(desk.heard == ["b the game b"])
    }

    @Test func ordersAreKeptUpToALimit() throws {
        let desk = try LibraryDesk(isConnected: false)
        for number in 0...256 { desk.order("\(number)") }
        try desk.settle { desk.heard.contains("256 unavailable") }
        try desk.begin(entries: 0)
        desk.forget()
        try desk.settle {
            while !desk.daemon.asked.isEmpty { desk.answerOldest() }
            return desk.heard.count == 256
        }
        #expect(desk.heard == (0..<256).map { "\($0) recorded" })
    }

    /// Whatever is asked, answered and broken off in whatever order: every order is recorded once and
    /// answered once, in the order asked, and every question is answered or refused once.
    @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8] as [UInt64])
    func nothingIsLostOrDoubled(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let desk = try LibraryDesk()
        var orders: [String] = []
        var questions: [String] = []
        for number in 0..<60 {
            switch Int.random(in: 0..<6, using: &random) {
            case 0, 1:
                orders.append("o\(number)")
                desk.order("o\(number)")
            case 2:
                questions.append("q\(number)")
                desk.question("q\(number)")
            case 3: desk.answerOldest()
            case 4: if number % 3 == 0 { desk.daemon.closeIdle() }
            default:
                guard number % 5 == 0 else { break }
                desk.daemon.crash()
                try desk.settle { desk.heard.last { $0 == "lost" || $0 == "connected" } == "lost" }
                try desk.begin(entries: number)
            }
            try desk.daemon.turn()
            try desk.loop.turn(until: .zero)
        }
        try desk.settle {
            if desk.daemon.subscriberCount > 0, desk.library.connection.value != .connected {
                desk.daemon.tell(WatchDocument(status: LibraryDesk.status(entries: 99)))
            }
            while !desk.daemon.asked.isEmpty { desk.answerOldest() }
            let answers = desk.heard.filter { $0.hasPrefix("o") || $0.hasPrefix("q") }
            return answers.count == orders.count + questions.count
        }
        #expect(desk.heard.filter { $0.hasPrefix("o") } == orders.map { "\($0) recorded" })
        let told = desk.heard.filter { $0.hasPrefix("q") }.map { $0.prefix { $0 != " " } }
        #expect(Set(told) == Set(questions.map { $0[...] }) && told.count == questions.count)
        let bodies = desk.daemon.requests.filter { $0.method == .post }.map(\.body)
        #expect(Set(bodies).count == orders.count, "one request ID for each order")
    }
}
