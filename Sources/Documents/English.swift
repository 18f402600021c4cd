/// The words in English. A second language is a second file like this one.
enum English {
    /// The words of what documents say; places are those that `PhraseCode` gives.
    static func text<Text: WordText>(_ code: PhraseCode, _ place: Places) -> Text {
        switch code {
        case .onePoint: "one point"
        case .twoPoints: "two points"
        case .threePoints: "three points"
        case .freeThrow: "free throw"
        case .assist: "assist"
        case .rebound: "rebound"
        case .offensiveRebound: "offensive rebound"
        case .defensiveRebound: "defensive rebound"
        case .foul: "foul"
        case .technicalFoul: "technical foul"
        case .foulDrawn: "foul drawn"
        case .steal: "steal"
        case .block: "block"
        case .blocked: "blocked"
        case .turnover: "turnover"
        case .miss: "miss"
        case .missedOne: "missed one"
        case .missedTwo: "missed two"
        case .missedThree: "missed three"
        case .missedFreeThrow: "missed free throw"
        case .substitution: "substitution"
        case .substitutionIn: "substitution in"
        case .substitutionOut: "substitution out"
        case .timeout: "timeout"
        case .jumpBall: "jump ball"
        case .violation: "violation"
        case .review: "review"
        case .lineup: "lineup"
        case .periodStart: "period start"
        case .periodEnd: "period end"
        case .gameEnd: "game end"
        case .other: "other"
        case .move: move(place)
        case .points: text(.points(place.number(0)))
        case .freeThrows:
            place.number(0) == 1 ? "1 free throw" : "\(place[0]) free throws"
        case .forBasket: "for \(place[0])"
        case .atClock: "\(place[0]) at \(place[1])"
        case .inPeriod: "\(place[0]) in \(place[1])"
        case .named: "\(place[0]) (\(place[1]))"
        case .movedFrom: "\(place[0]), moved from \(place[1])"
        case .home: "home"
        case .away: "away"
        case .unknownPlayer: "an unknown player"
        case .absentGame: "a game that is not here"
        case .names: "\(place.list())"
        case .namesMore: "\(place.list(from: 1)) and \(place[0]) more"
        case .authorStarted: "begins"
        case .deviceAdded: "invites a device"
        case .deviceRemoved: "removes the device \(place[0])"
        case .deputyNamed: "names the deputy \(place[0])"
        case .deputyDismissed: "dismisses the deputy \(place[0])"
        case .keeperNamed: "is called \(place[0])"
        case .tableNamed: "names the table \(place[0])"
        case .gameCreated: "creates \(place[0]) - \(place[1])"
        case .partCreated: "creates \(place[0]), which is part of this game"
        case .rosterAdded: "adds \(place[0])"
        case .undone: "undoes \(place[0])"
        case .redone: "redoes \(place[0])"
        case .fixWords: "the fix to \(place[0])"
        case .clockStarted: "game clock starts at \(place[0])"
        case .clockStopped: "game clock stops at \(place[0])"
        case .clockSet: "game clock set to \(place[0])"
        case .periodBegan: "\(place[0]) begins"
        case .period: text(.period(place.number(0)))
        case .overtime: text(.overtime(place.number(0)))
        case .trackingClaimed: "tracks \(place[0])"
        case .trackingReleased: "stops tracking \(place[0])"
        case .trackingClaimedFor: "tracks \(place[0]) for \(place[1])"
        case .trackingReleasedFor: "stops tracking \(place[0]) for \(place[1])"
        case .rulesChanged: "rules: \(place.list())"
        case .sidesSwapped: "swaps the sides"
        case .sidesSwappedBack: "swaps the sides back"
        case .gameEnded: "ends the game"
        case .gameReopened: "reopens the game"
        case .note: "note: \(place[0])"
        case .wallAhead: "has a wall clock \(place[0]) s ahead of \(place[1])'s"
        case .wallBehind: "has a wall clock \(place[0]) s behind \(place[1])'s"
        case .fix: "fixes \(place[0]): \(place[1])"
        case .accepted: "accepts \(place[0])"
        case .rosterEdited: "\(place[0]) \(place.list(from: 1))"
        case .renamed: "is renamed to \(place[0])"
        case .numberRemoved: "has no number"
        case .numberGiven: "wears \(place[0])"
        case .activeAgain: "is active again"
        case .inactive: "is marked inactive"
        case .rosterMerged: "merges \(place[0]) into \(place[1])"
        case .forfeitWon: text(.forfeitWon(place[0], winner: place[1], place[2]))
        case .defaultWon: text(.defaultWon(place[0], winner: place[1], place[2]))
        case .forfeit: "forfeit"
        case .gameAbandoned: "abandons the game: \(place[0])"
        case .gameBrokenOff: "game abandoned"
        case .signed: "signs \(place[0])"
        case .signedAs: "\(place[0]) as \(place[1])"
        case .underProtest: "\(place[0]) under protest: \(place[1])"
        case .noLongerValid: "\(place[0]), no longer valid"
        case .deviceLost: "declares \(place[0]) lost"
        case .deviceFound: "waits for \(place[0]) again"
        case .takenOver: "takes \(place[0]) over from \(place[1])"
        case .homeNamed: "names the home team \(place[0])"
        case .awayNamed: "names the away team \(place[0])"
        case .movedAgain: "moves \(place[0]) from \(place[1]) again, without effect"
        case .gameUnited: "unites \(place[0]) with this game"
        case .laterMove: "move of a newer version"
        case .laterEntry: "entry of a newer version (kind \(place[0]))"
        case .unreadableEntry: "unreadable entry (kind \(place[0]))"
        case .voidedBy: "by \(place[0])"
        case .withBasket: "with its basket"
        case .copyOf: "of \(place[0])"
        case .heldFor: "for \(place[0])"
        case .unreadable: "unreadable"
        case .partlyLater: "partly of a newer version"
        case .laterEntries:
            place.number(0) == 1
                ? "1 entry of a newer version" : "\(place[0]) entries of a newer version"
        case .unreadableEntries:
            place.number(0) == 1 ? "1 entry unreadable" : "\(place[0]) entries unreadable"
        case .unknownPlayers:
            place.number(0) == 1
                ? "1 move of unknown players" : "\(place[0]) moves of unknown players"
        case .missingMoves:
            place.number(0) == 1
                ? "1 correction of moves that are not here"
                : "\(place[0]) corrections of moves that are not here"
        case .openQuestions: text(.openQuestions(place.number(0)))
        case .missingSigned: "\(place[0]) signed entries that are not here yet"
        case .oneBehind: "\(place[0]) kept score and is not in sync"
        case .severalBehind: "\(place[0]) kept score and are not in sync"
        case .onCourt: "\(place[0]) on the court at \(place[1])"
        case .laterRulesHere:
            """
            this game has rules of a newer version: its points are those of the rules known here, \
            without penalties and without a winner
            """
        case .bothAtTarget:
            "both sides have reached the target: two logs were merged after the first to do so"
        case .uncomparedIn:
            """
            without a game clock in \(place[0]), and of devices that were never linked: what two \
            keepers recorded there counts twice
            """
        case .mayBeTheSame:
            "\(place[0]) (\(place[1])) may be the same as \(place[2]) of \(place[3]); both count"
        case .moreMayBeTheSame:
            place.number(0) == 1
                ? "1 more move may be recorded twice; all of them count"
                : "\(place[0]) more moves may be recorded twice; all of them count"
        case .countsAs:
            "\(place[0]) of \(place[1]) counts as \(place[2])"
        case .countsThereToo:
            "\(place[0]) of \(place[1]) counts there and as \(place[2])"
        case .inGame:
            "\(place[0]) in \(place[1])"
        case .moreCountTwice:
            place.number(0) == 1
                ? "1 more entry counts in two games"
                : "\(place[0]) more entries count in two games"
        case .countElsewhere:
            "the entries of this game count in \(place[0])"
        case .theTime:
            "the time"
        case .overAtTie:
            "\(place[0]) is over at \(place[1]), a tie"
        case .overAhead:
            "\(place[0]) is over, \(place[1]) lead \(place[2])"
        case .fouledOut:
            place.number(1) == 1
                ? "\(place[0]) has 1 foul and is out"
                : "\(place[0]) has \(place[1]) fouls and is out"
        case .nobodyTracks:
            "nobody tracks \(place[0])"
        case .oneHasLeft:
            "\(place[0]) has left the table: nobody here tracks \(place[1])"
        case .severalHaveLeft:
            "\(place[0]) have left the table: nobody here tracks \(place[1])"
        case .oneIsAway:
            "\(place[0]) is away: nobody here tracks \(place[1])"
        case .severalAreAway:
            "\(place[0]) are away: nobody here tracks \(place[1])"
        case .trackedBySeveral:
            "\(place[0]) is tracked by \(place[1])"
        case .playersTrackedBy:
            "\(place[0]) players are tracked by \(place[1])"
        case .tookOver:
            "\(place[0]) took over \(place[1]) from you at \(place[2])"
        case .numberTwice:
            "\(place[0]) have number \(place[1]) twice"
        case .numberTwiceBy:
            "\(place[0]) have number \(place[1]) twice: \(place[2])"
        case .numberOften:
            "\(place[0]) have number \(place[1]) \(place[2]) times: \(place[3])"
        case .thisDevice:
            "this device"
        case .signedFromOthers:
            "\(place[0]) signed \(place[1]) from other entries than count here"
        case .signedButCounted:
            "\(place[0]) signed \(place[1]), but \(place[2]) is counted here"
        case .protested:
            "\(place[0]) signed under protest: \(place[1])"
        case .differsHere:
            """
            everyone signed \(place[0]), but \(place[1]) is counted here: some of the signed \
            entries are different here
            """
        case .differsMissing:
            """
            everyone signed \(place[0]), but \(place[1]) is counted here: \(place[2]) signed \
            entries that are not here yet
            """
        case .arrivedLate:
            place.number(0) == 1
                ? "1 entry arrived after the sign-off: kept, not counted"
                : "\(place[0]) entries arrived after the sign-off: kept, not counted"
        case .lostRecorded:
            place.number(1) == 1
                ? "\(place[0]), declared lost, recorded 1 move"
                : "\(place[0]), declared lost, recorded \(place[1]) moves"
        case .lostRecordedAfter:
            place.number(1) == 1
                ? "\(place[0]), declared lost, recorded 1 move after \(place[2])"
                : "\(place[0]), declared lost, recorded \(place[1]) moves after \(place[2])"
        case .oneBehindEnd:
            """
            the game was ended at \(place[0]), but \(place[1]) is counted: \(place[2]) was \
            recorded after the game ended
            """
        case .severalBehindEnd:
            """
            the game was ended at \(place[0]), but \(place[1]) is counted: \(place[2]) were \
            recorded after the game ended
            """
        case .missingGames:
            place.number(0) == 1
                ? "1 entry of games that have not arrived yet"
                : "\(place[0]) entries of games that have not arrived yet"
        }
    }

    private static func move<Text: WordText>(_ place: Places) -> Text {
        switch (place[0].isEmpty, place.count > 2) {
        case (true, false): "\(place[1])"
        case (false, false): "\(place[0]) \(place[1])"
        case (true, true): "\(place[1]) (\(place.list(from: 2)))"
        case (false, true): "\(place[0]) \(place[1]) (\(place.list(from: 2)))"
        }
    }
}
