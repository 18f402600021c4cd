import Documents
import Seeds
import Terminal
import Testing
import ViewModels

/// A form that is validated while a person types.
@Suite struct GameCreatorTests {
    private let library = PaperLibrary()
    private let timekeeper = ManualTimekeeper()
    private let navigator = PaperNavigator()
    private let creator: GameCreatorKeys

    init() {
        creator = GameCreatorKeys(
            GameCreatorViewModel(
                library: library, timekeeper: timekeeper, navigator: navigator))
    }

    @Test func twoNamesMakeAPickUpGameOfTwoSidesOfThree() {
        type("Hawks")
        press(.tab)
        type("Owls")
        settle()
        #expect(creator.canCreate.value)
        #expect(creator.summary.value == "Hawks - Owls · to 15, lead 2")
        creator.model.create()
        let order = library.orders(NewGameRequest.self).last
        #expect(order?.home.name == "Hawks")
        #expect(order?.rules == RulesRequest(preset: "pickup"))
        #expect(order?.home.roster?.map(\.number) == ["1", "2", "3"])
        #expect(order?.away.roster?.count == 3)
        library.answer(with: RecordedDocument(entries: ["mia.1"], echo: "hawks-owls"))
        #expect(navigator.destinations == [.keep])
        #expect(line("home team").text == "")
    }

    @Test func nothingIsCreatedFromAFormThatIsWrong() {
        type("Hawks")
        creator.model.create()
        #expect(library.asked.isEmpty)
        #expect(line("away team").problem == "a name is needed")
        #expect(isPicked("away team"))
        type("Owls")
        pick("home players")
        type("4 Ana,, 7 Bo")
        creator.model.create()
        #expect(library.asked.isEmpty)
        #expect(
            line("home players").problem
                == "player 2 has no player; write a number, a name or both")
        #expect(navigator.destinations.isEmpty)
    }

    @Test func itIsCheckedOnceAPersonPauses() {
        let heard = Heard(creator.canCreate)
        type("Hawks")
        press(.tab)
        type("O")
        #expect(heard.values.isEmpty)
        timekeeper.advance(by: .milliseconds(100))
        type("wls")
        timekeeper.advance(by: .milliseconds(200))
        #expect(heard.values.isEmpty)
        timekeeper.advance(by: .milliseconds(60))
        #expect(heard.values == [true])
        pick("points to win")
        type("lots")
        #expect(line("points to win").problem == "")
        settle()
        #expect(heard.values == [true, false])
        #expect(line("points to win").problem == "write none, or a whole number from 0 to 10000")
    }

    @Test func whatIsTypedSinceIsNotCalledWrong() {
        type("Hawks")
        pick("points to win")
        type("x")
        settle()
        #expect(line("points to win").problem != "")
        press(.backspace)
        #expect(line("points to win").problem == "")
        type("21")
        #expect(line("points to win").problem == "")
        settle()
        #expect(creator.summary.value == "Hawks · to 21, lead 2")
    }

    @Test func rulesAreChosenAndTheirValuesCanBeOthers() {
        names("Hawks", "Owls")
        pick("rules")
        #expect(line("points to win").hint == "15")
        press(.right)
        #expect(line("rules").text == "3x3")
        #expect(line("minutes a period").hint == "10:00")
        #expect(line("home players").hint == "1, 2, 3")
        press(.right)
        #expect(line("rules").text == "fiba")
        #expect(line("points to win").hint == "none")
        #expect(line("home players").hint == "1, 2, 3, 4, 5")
        press(.left)
        press(.left)
        press(.left)
        #expect(line("rules").text == "nba")
        pick("minutes a period")
        type("8")
        settle()
        #expect(creator.summary.value == "Hawks - Owls · 4 x 8 min")
        creator.model.create()
        let rules = library.orders(NewGameRequest.self).last?.rules
        #expect(rules == RulesRequest(preset: "nba", periodSeconds: 480))
    }

    @Test func rostersAreReadAsTheCommandLineReadsThem() {
        names("Hawks", "Owls")
        pick("away players")
        type("00 Cy Berg, Di, 7")
        creator.model.create()
        let roster = library.orders(NewGameRequest.self).last?.away.roster
        #expect(
            roster == [
                RosterPlayer(number: "00", name: "Cy Berg"), RosterPlayer(name: "Di"),
                RosterPlayer(number: "7", name: ""),
            ])
    }

    @Test func aTeamThatPlayedBeforeTakesItsLastRoster() {
        var status = Samples.status(game: Samples.game)
        status.games = [
            GameBrief(name: "a-b", title: "Réd - Star - Bears", state: .closed, home: 1, away: 2)
        ]
        library.status.value = status
        names("hawks", "red - star")
        #expect(line("home players").hint == "the last roster of hawks")
        #expect(line("away players").hint == "the last roster of red - star")
        creator.model.create()
        let order = library.orders(NewGameRequest.self).last
        #expect(order?.home.roster == nil)
        #expect(order?.away.roster == nil)
    }

    /// As the daemon has it.
    @Test func equalNamesAreRefused() {
        names("Hawks", "hawks ")
        settle()
        #expect(
            line("away team").problem == "both teams have the same name: give them different ones")
        #expect(!creator.canCreate.value)
        creator.model.create()
        #expect(library.asked.isEmpty)
        #expect(isPicked("away team"))
    }

    @Test func equalNumbersAreSaidAndAllowed() {
        names("Hawks", "Owls")
        pick("home players")
        type("4 Ana, 7 Bo, 4 Cy")
        settle()
        #expect(line("home players").warning == "4 is twice: type #1 or #3 for them")
        #expect(creator.canCreate.value)
    }

    @Test func aMissingCommaIsSaid() {
        names("Hawks", "Owls")
        pick("home players")
        type("4 Ana, 9 Cid 12b; 7 Bo")
        settle()
        #expect(
            line("home players").warning
                == "'Cid 12b' is read as one player: number first, a comma after each player")
        #expect(creator.canCreate.value)
    }

    @Test func twoPlayersInOneAreRefused() {
        names("Hawks", "Owls")
        pick("home players")
        type("4 Ana, 9 Cid 12 Dora; 7 Bo")
        creator.model.create()
        #expect(
            line("home players").problem
                == "player 2 has '12' within a name; write players number first, "
                + "a comma behind each")
        #expect(library.asked.isEmpty)
    }

    @Test func aRefusalIsSaidAndWhatIsTypedStays() {
        names("Hawks", "Owls")
        creator.model.create()
        creator.model.create()
        #expect(library.asked.count == 1)
        library.refuse(with: .unavailable("the daemon went away"))
        #expect(creator.notice.value == "not created: the daemon went away")
        #expect(creator.tone.value == .bad)
        #expect(line("home team").text == "Hawks")
        #expect(navigator.destinations.isEmpty)
        creator.model.create()
        #expect(library.asked.count == 2)
    }

    @Test func lettersBelongToTheTextAndEscapeToTheScreenAround() {
        #expect(creator.press(.character("q")))
        #expect(creator.press(.character("?")))
        #expect(line("home team").text == "q?")
        #expect(!creator.press(.escape))
        #expect(!creator.press(.control("l")))
        pick("rules")
        #expect(!creator.press(.character("q")))
    }

    @Test func upAndDownGoRoundAndEnterOnTheButtonCreates() {
        press(.up)
        #expect(creator.line == nil)
        press(.down)
        #expect(isPicked("home team"))
        names("Hawks", "Owls")
        press(.up)
        press(.enter)
        #expect(library.orders(NewGameRequest.self).isEmpty)
        #expect(isPicked("away team"))
        press(.up)
        press(.up)
        press(.enter)
        #expect(library.orders(NewGameRequest.self).count == 1)
    }

    @Test func namesOfEveryKindAreKeptOrSaidToBeWrong() {
        names(String(repeating: "x", count: 200), "\u{202E}\u{200B}")
        creator.model.create()
        #expect(library.asked.isEmpty)
        #expect(line("home team").problem == "at most 64 characters")
        #expect(line("away team").problem == "it has no printable character")
        press(.control("u"))
        type("النسور")
        pick("away team")
        press(.control("u"))
        type("🦅🦅")
        creator.model.create()
        #expect(library.orders(NewGameRequest.self).last?.away.name == "🦅🦅")
        #expect(library.orders(NewGameRequest.self).last?.home.name == "النسور")
    }

    // MARK: A form with a cursor of its own

    /// A form of a page writes its fields in any order, and hears of a field when it changes.
    @Test(arguments: [UInt64(1), 2, 3, 4]) func eachFieldIsSetAndHeardByItself(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let model = creator.model
        let fields = model.lines.value.map(\.field)
        let heard = fields.map { Heard(model.line(of: $0)) }
        var texts = model.lines.value.map(\.text)
        for _ in 0..<40 {
            let place = Int.random(in: 0..<fields.count, using: &random)
            let choices = model.lines.value[place].choices
            let text = choices.randomElement(using: &random) ?? "\(random.next() % 20)"
            let before = heard.map(\.values.count)
            model.set(text, for: fields[place])
            let isChanged = texts[place] != text
            texts[place] = text
            #expect(model.lines.value.map(\.text) == texts)
            #expect((heard[place].values.count > before[place]) == isChanged)
            #expect(heard[place].values.last.map { $0.text == text } ?? !isChanged)
            #expect(model.line(of: fields[place]) === model.line(of: fields[place]))
            // The cursor of another view stays.
            #expect(creator.place.value == 0)
        }
    }

    @Test func aFieldTakesWhatFitsAndAChoiceWhatThereIs() {
        let model = creator.model
        model.set(String(repeating: "x", count: 500), for: .home)
        #expect(line("home team").text.count == line("home team").limit)
        model.set("streetball", for: .rules)
        #expect(line("rules").text == "pickup")
        model.set("fiba", for: .rules)
        #expect(line("rules").text == "fiba" && line("home players").hint == "1, 2, 3, 4, 5")
    }

    // MARK: Typing

    private func press(_ key: Key) { _ = creator.press(key) }

    private func type(_ text: String) {
        for character in text { press(.character(character)) }
    }

    private func names(_ home: String, _ away: String) {
        pick("home team")
        type(home)
        press(.enter)
        type(away)
    }

    private func pick(_ label: String) {
        for _ in 0..<20 where !isPicked(label) { press(.tab) }
    }

    private func settle() { timekeeper.advance(by: .seconds(1)) }

    private func isPicked(_ label: String) -> Bool { creator.line?.label == label }

    private func line(_ label: String) -> GameCreatorViewModel.Line {
        guard let line = creator.lines.value.first(where: { $0.label == label }) else {
            Issue.record("the form has no line \(label)")
            return creator.lines.value[0]
        }
        return line
    }
}
