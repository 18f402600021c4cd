import Documents
import Foundation
import LocalAPI
import MoveLog
import Scorebook
import Seeds
import Testing

@testable import API
@testable import Daemon

/// What status says, alone and of two devices.
@Suite struct APIStatusTests {
    /// The newest games, and how many others there are, whether the current one is among the newest
    /// or not.
    @Test func aStatusListsTheNewestGamesAndCountsTheOthers() throws {
        let bench = try APIBench()
        for count in 1...19 {
            try bench.record(.newGame, NewGameRequest("A\(count)", "B\(count)"))
            let status = try bench.status()
            #expect(status.game?.name == "a\(count)-b\(count)")
            #expect(status.games.count == min(count - 1, 15))
            #expect(status.moreGames == (count > 16 ? count - 16 : nil))
        }
        #expect(try bench.post(.use, UseRequest(game: "a1-b1")).status == .ok)
        let status = try bench.status()
        #expect(status.game?.name == "a1-b1")
        #expect(status.games.map(\.name) == (4...19).reversed().map { "a\($0)-b\($0)" })
        #expect(status.moreGames == 2)
    }

    /// Links that open and die before both are in sync are told from a device that is away.
    @Test func linksOfNoUseAreNamed() throws {
        let table = try APITable()
        let bo = table.bo.ledger.seal.publicKey
        func warning() throws -> WarningDocument? {
            try table.mia.status().warnings.first { $0.code == "uselessLink" }
        }
        table.mia.peering.uselessLinks[bo] = DaemonLimits.uselessLinksMin - 1
        #expect(try warning() == nil)
        table.mia.peering.uselessLinks[bo] = DaemonLimits.uselessLinksMin
        let told = try #require(try warning())
        #expect(told.text.contains("bo ") && told.advice != nil)
    }

    /// A device that is away for want of an update is no device that is merely away.
    @Test func versionsWithoutACommonProtocolAreNamed() throws {
        let table = try APITable()
        let bo = table.bo.ledger.seal.publicKey
        #expect(try !table.mia.status().warnings.contains { $0.code == "noCommonVersion" })
        table.mia.peering.ends[bo] = (.zero, CloseReason.version.words)
        let warning = try #require(
            try table.mia.status().warnings.first { $0.code == "noCommonVersion" })
        #expect(warning.text.hasPrefix("bo ") && warning.advice?.contains("update") == true)
    }

    /// The fields that programs rely on, by their names in the JSON.
    @Test func theDocumentHasWhatProgramsReadByName() throws {
        let bench = try APIBench.playing()
        let bytes = try bench.get("/v1/status").body
        let json = try #require(
            try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
        #expect(json["schema"] as? Int == 1)
        let sync = try #require(json["sync"] as? [String: Any])
        #expect(sync["state"] as? String == "offline")
        #expect((sync["digest"] as? String)?.count == 64)
        #expect(sync["unsynced"] is Int)
        #expect(json["table"] is [String: Any])
        #expect(json["device"] is [String: Any])
        #expect(json["peers"] is [Any])
        let game = try #require(json["game"] as? [String: Any])
        #expect(game["state"] as? String == "scheduled")
        let home = try #require(game["home"] as? [String: Any])
        #expect(home["score"] as? Int == 0)
        let players = try #require(home["players"] as? [[String: Any]])
        #expect(players.count == 3)
        #expect(players[0]["counts"] is [String: Any])
    }

    @Test func twoDevicesAgreeAndThenOneIsAway() throws {
        let table = try APITable()
        try table.mia.game()
        try table.mia.record(.track, TrackRequest(players: ["home"]))
        table.settle()
        try table.bo.move("a4", "2p")
        table.settle()
        let mia = try table.mia.status()
        let bo = try table.bo.status()
        #expect(mia.peers.map(\.name) == ["bo"])
        #expect(mia.peers[0].state == .inSync)
        #expect(mia.sync.digest == bo.sync.digest)
        #expect(mia.sync.words == bo.sync.words)
        #expect(mia.game?.away.score == 2)
        #expect(mia.sync.unsynced == 0)
        let log = try table.mia.log()
        #expect(log.entries.last?.copies == 2)

        table.disconnect()
        try table.mia.move("h4", "2p")
        let apart = try table.mia.status()
        #expect(apart.peers[0].state == .away)
        // The move, and a comparison of wall clocks before it.
        #expect(apart.sync.unsynced == 2)
        #expect(apart.sync.unsyncedTo == ["bo"])
        // A device that is offline by choice is not warned of devices that are away.
        table.bo.home.update { $0.isOnline = true }
        let lost = try table.bo.status()
        #expect(lost.warnings.contains { $0.code == "uncovered" && $0.text.hasPrefix("mia is") })
        #expect(lost.game?.isProvisional == true)
        // One that went to another table is not waited for, until it greets again.
        table.mia.ledger.replica.markLeft(table.bo.ledger.seal.publicKey)
        #expect(try table.mia.status().peers[0].state == .left)

        table.reconnect()
        #expect(try table.bo.status().game?.home.score == 2)
        #expect(try table.mia.status().sync.unsynced == 0)
        #expect(try table.mia.status().peers[0].state == .inSync)
    }

    /// Bo's basket has decided the game, in which Mia keeps players, and both know it.
    private func decidedTable() throws -> APITable {
        let table = try APITable()
        try table.mia.game(RulesRequest(target: 2))
        try table.mia.record(.track, TrackRequest(players: ["home"]))
        table.settle()
        try table.bo.move("a4", "2p")
        table.settle()
        return table
    }

    @Test func onlyADeviceThatKnowsAllRefusesADecidedBasket() throws {
        let table = try decidedTable()
        let order = MoveRequest(player: "a4", kind: "2p")
        #expect(try table.bo.denial(.moves, order).1.code == ErrorCode.decided.rawValue)
        // Mia may have recorded a basket that takes the decision back: nobody can know.
        table.disconnect()
        let recorded = try table.bo.record(.moves, order)
        #expect(recorded.warnings.contains { $0.code == "decided" })
        #expect(recorded.away == 4)
    }

    /// What another keeper is about to acknowledge says nothing of what is here.
    @Test func aKeeperAtWorkDoesNotUndoADecision() throws {
        let table = try decidedTable()
        try table.bo.move("a4", "foul")
        let peer = try #require(table.bo.ledger.replica.peers.first)
        #expect(peer.state == .syncing && peer.ahead == 0)
        let order = MoveRequest(player: "a4", kind: "2p")
        #expect(try table.bo.denial(.moves, order).1.code == ErrorCode.decided.rawValue)
        // What is still on its way from her may undo it.
        table.disconnect()
        for _ in 0..<9 { try table.mia.record(.notes, NoteRequest(text: "on its way")) }
        table.bo.ledger.replica.unaskedBytesMax = 0
        table.mia.ledger.replica.unaskedBytesMax = 0
        table.connect()
        var isAhead = false
        for _ in 0..<100 where !isAhead {
            table.exchange()
            isAhead = table.bo.ledger.replica.peers.contains { $0.ahead > 0 }
        }
        #expect(isAhead)
        try table.bo.record(.moves, order)
    }

    @Test func anEndedGameIsOverEvenIfDevicesAreAway() throws {
        let table = try APITable.playing()
        try table.bo.record(.track, TrackRequest(players: ["away"]))
        try table.mia.move("h4", "2p")
        table.settle()
        table.disconnect()
        try table.mia.record(.end, EndRequest(force: true))
        let basket = MoveRequest(player: "h4", kind: "3p")
        #expect(try table.mia.denial(.moves, basket).1.code == ErrorCode.decided.rawValue)
        // A foul may be called behind the last whistle; neither it nor a substitution goes unsaid.
        let foul = try table.mia.move("h4", "foul")
        #expect(foul.warnings.contains { $0.code == "decided" })
        let change = try table.mia.record(
            .substitutions, SubstitutionRequest(comingIn: "h#2", goingOut: "h4"))
        #expect(change.warnings.contains { $0.code == "decided" })
        #expect(try !table.mia.status().warnings.contains { $0.code == "behindEnd" })
        // Bo has not heard of the end; what he records stands behind it in order, since he was busy.
        for _ in 0..<9 { try table.bo.record(.notes, NoteRequest(text: "busy")) }
        let late = try table.bo.move("a4", "2p")
        #expect(!late.warnings.contains { $0.code == "decided" })
        let forced = try table.mia.move("h4", "3p", force: true)
        table.reconnect()
        // Both are told what came behind it, until it is taken back.
        for bench in [table.mia, table.bo] {
            let told = try #require(
                bench.status().warnings.first { $0.code == "behindEnd" })
            #expect(told.text.contains("5:2 is counted"))
            let names = forced.entries[0] + " " + late.entries[0]
            #expect(told.advice == "those that came too late: scored void " + names)
        }
        try table.mia.record(.void, EntriesRequest(entries: [forced.entries[0]]))
        try table.mia.record(.void, EntriesRequest(entries: [late.entries[0]]))
        #expect(try !table.mia.status().warnings.contains { $0.code == "behindEnd" })
    }

    @Test func aMoveOfSomebodyElsesPlayerWarns() throws {
        let table = try APITable()
        try table.mia.game()
        try table.mia.record(.track, TrackRequest(players: ["h4"]))
        table.settle()
        let move = try table.bo.move("h4", "2p")
        #expect(move.warnings.map(\.code) == ["trackedByOther"])
        let claim = try table.bo.record(.track, TrackRequest(players: ["home"]))
        #expect(claim.warnings.map(\.code) == ["overlap"])
        // A device takes its own moves back, not another's.
        table.settle()
        #expect(try table.mia.denial(.undo, UndoRequest()).1.code == "nothing-to-undo")
    }

    @Test func linkedMovesAreNotRecordedAlone() throws {
        let table = try APITable()
        try table.mia.game()
        try table.mia.move("h4", "2p")
        table.disconnect()
        try table.mia.move("h4", "2p")
        #expect(try table.mia.board().moves.compactMap(\.move).map(\.isAlone) == [false, true])
    }

    @Test func devicesAndTableAreNamed() throws {
        let table = try APITable()
        table.settle()
        let devices: DevicesDocument = try table.bo.document("/v1/devices")
        #expect(devices.devices.map(\.name) == ["mia", "bo"])
        #expect(devices.devices.map(\.isThisDevice) == [false, true])
        #expect(devices.devices.map(\.invitedBy) == [nil, "mia"])
        #expect(devices.devices[0].entries == 3)
        #expect(devices.devices[0].peer?.state == .inSync)
        let document: TableDocument = try table.bo.document("/v1/table")
        #expect(document.founder == "mia")
        #expect(document.devices == 2)
        #expect(document.digest == table.mia.ledger.digest.description)
    }
}

/// A status that was made of parts of earlier ones is the status of now.
@Suite struct StatusPartsTests {
    /// After each turn of two devices with two games, moves, corrections, names, clocks that run, links and the switch of
    /// syncing: all statuses of both, also those in JSON.
    @Test(arguments: seeds(UInt64(12)))
    func aStatusIsAsIfItWereMadeWhole(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let table = try APITable()
        let games = try (0..<2).map { _ in try table.mia.game() }
        table.settle()
        for _ in 0..<40 {
            let bench = Bool.random(using: &random) ? table.mia : table.bo
            let game = try #require(games.randomElement(using: &random))
            switch Int.random(in: 0..<8, using: &random) {
            case 0: table.disconnect()
            case 1: table.connect()
            case 2: table.exchange()
            case 3:
                let action = [ClockAction.start, .stop].randomElement(using: &random) ?? .start
                _ = bench.perform(
                    Request(to: .clock, ClockRequest(game: game, action: action, force: true)))
            case 4: table.mia.time.pass(.milliseconds(Int.random(in: 1...9000, using: &random)))
            default: try WatchTests.act(bench, game, &random)
            }
            for bench in [table.mia, table.bo] {
                bench.turn()
                let api = bench.router.api
                for shown in [nil, try api.game(named: games[0]).id] {
                    let status = api.statuses.status(api, showing: shown)
                    let whole = StatusParts().status(api, showing: shown)
                    let differs = JSON.patch(
                        from: WatchDocument(status: whole), to: WatchDocument(status: status))
                    #expect(differs.map { String(decoding: $0, as: UTF8.self) } == nil)
                    #expect(api.statuses.json(api, showing: shown) == JSON.encode(status))
                }
            }
        }
    }
}
