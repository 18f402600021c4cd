import Client
import Documents
import MoveLog
import Scorebook
import Terminal
import Testing
import ViewModels

@testable import API
@testable import Daemon

/// The keep screen of Mia's device from the bytes of the keys to the cells of the terminal, over a
/// real daemon without sockets; with Bo's device beside it where he keeps score too. Time is turned
/// by hand. Every look is read into the book.
final class VolunteerDesk {
    /// The size at which the log shows its names and whole texts.
    static let usual = (columns: 96, rows: 15)

    let mia: APIBench
    /// Nil where Mia keeps score alone.
    let bo: APIBench?
    private(set) var sight: KeepSight
    private(set) var book = VolunteerBook()
    /// Every key so far.
    private(set) var typed: [Key] = []

    private let table: APITable?
    private let library: BenchLibrary
    private let timekeeper: LoopTimekeeper
    private let screens: ScreenStack
    private let view: ScreenView
    private var keys = KeyReader()
    private var size = VolunteerDesk.usual
    private let reads = Reads()
    private var isResized = false
    /// What was shown when the last key was pressed.
    private var before: KeepSight

    /// A game by these rules, all of whose players Mia tracks, except one that Bo does.
    init(rules: String, isShared: Bool) throws {
        table = isShared ? try APITable() : nil
        mia = try table?.mia ?? APIBench()
        bo = table?.bo
        let time = mia.time
        timekeeper = LoopTimekeeper { time.now.uptime }
        library = BenchLibrary(mia)
        screens = ScreenStack(library: library, timekeeper: timekeeper, start: .keep)
        view = ScreenView(screens)
        sight = KeepSight(Canvas(columns: 1, rows: 1))
        before = sight
        try begin(rules)
        library.begin()
        try settle()
    }

    private func begin(_ rules: String) throws {
        func team(_ name: String, _ players: (String, String)...) -> TeamRequest {
            TeamRequest(
                name: name, roster: players.map { RosterPlayer(number: $0.0, name: $0.1) })
        }
        try mia.record(
            .newGame,
            NewGameRequest(
                home: team("Hawks", ("4", "Ana"), ("7", "Ben"), ("7", "Cy"), ("00", "Dan")),
                away: team("Owls", ("4", "Ed"), ("9", "Flo"), ("8", "Kai"), ("31", "Gus")),
                rules: RulesRequest(preset: rules)))
        table?.settle()
        let own = bo == nil ? ["all"] : ["home", "a#1", "a#2", "a#3"]
        try mia.record(.track, TrackRequest(players: own))
        try bo?.record(.track, TrackRequest(players: ["a#4"]))
        table?.settle()
    }

    var isFinished: Bool { screens.isFinished.value }

    // MARK: A person at the terminal

    /// Presses a key at once.
    func press(_ key: Key) throws(Unsaid) {
        before = sight
        typed.append(key)
        read(keys.receive(Self.bytes(of: key), at: timekeeper.now))
        // An Escape alone is a key after a silence.
        if key == .escape { pass(.milliseconds(60)) }
        read(keys.tick(at: timekeeper.now))
        try look()
    }

    private func read(_ keys: [Key]) {
        for key in keys where !isFinished { screens.press(key) }
    }

    /// As a terminal sends it.
    private static func bytes(of key: Key) -> [UInt8] {
        switch key {
        case .character(let character): Array(String(character).utf8)
        case .enter: [0x0D]
        case .tab: [0x09]
        case .escape: [0x1B]
        case .backspace: [0x7F]
        case .up: [0x1B, 0x5B, 0x41]
        case .down: [0x1B, 0x5B, 0x42]
        case .control, .backTab, .delete, .left, .right, .pageUp, .pageDown, .home, .end, .unknown:
            preconditionFailure("nobody presses \(key)")
        }
    }

    /// Lets time pass; alarms ring at their instants.
    func pass(_ time: Duration) {
        let end = mia.time.now.uptime + time
        while let next = timekeeper.nextDeadline, next <= end {
            mia.time.pass(max(.zero, next - mia.time.now.uptime))
            ring()
        }
        mia.time.pass(max(.zero, end - mia.time.now.uptime))
        ring()
    }

    private func ring() {
        timekeeper.read()
        timekeeper.ring()
    }

    func resize(to next: (columns: Int, rows: Int)) throws(Unsaid) {
        isResized = isResized || next != size
        size = next
        try look()
    }

    /// Draws if something has changed, and reads.
    func look() throws(Unsaid) {
        guard isResized || reads.isDue else { return }
        isResized = false
        sight = KeepSight(view.canvas(columns: size.columns, rows: size.rows, reads: reads))
        try book.read(sight, after: typed.last, on: before)
    }

    // MARK: The daemon

    /// A turn of the daemon, and of Bo's.
    func turn() throws(Unsaid) {
        library.turn {
            if let table { table.exchange() } else { mia.turn() }
        }
        ring()
        try look()
    }

    /// Until the screen waits for nothing: no key, no answer, no copy on the other device.
    func settle() throws(Unsaid) {
        for time in [TerminalLimits.repeatTime, ViewModelsLimits.openInterval] {
            pass(time)
            var turns = 0
            while library.isAsking || turns < (bo == nil ? 1 : 4) {
                guard turns < 40 else { throw Unsaid("the screen asks the daemon without end") }
                turns += 1
                try turn()
            }
        }
        // What was cut off or above the first line is read where there is room.
        guard sight.isWhole, sight.lines.contains(where: book.lacks) || sight.score != book.score
        else { return }
        let usual = size
        try resize(to: (180, 60))
        try resize(to: usual)
    }

    // MARK: The end

    /// The last twenty keys and the screen, for a person who types them again.
    var report: String {
        let keys = typed.suffix(20).map { key in
            if case .character(let character) = key { String(character) } else { "\(key)" }
        }
        return "the last keys: \(keys.joined(separator: " "))\n"
            + sight.rows.joined(separator: "\n")
    }

    /// Compares all that the screen said with the log behind it.
    func check() throws {
        try settle()
        try book.check(sight)
        let board = try mia.board()
        try book.check(mia.log(), home: board.score.home, away: board.score.away)
    }
}
