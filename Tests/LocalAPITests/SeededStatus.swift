import Documents
import Seeds

@testable import LocalAPI

/// Documents of any content, with every optional part or some of them.
struct SeededStatus {
    var seeded: SeededGenerator
    /// How many in a hundred optional parts are there.
    let filled: Int

    private mutating func text() -> String { seeded.text(upTo: 9) }
    private mutating func number() -> Int {
        let bound = seeded.chance(10) ? Int(1e17) : 300
        return Int.random(in: -bound...bound, using: &seeded)
    }
    private mutating func flag() -> Bool { seeded.chance(50) }
    private mutating func any<Word: CaseIterable>(_ type: Word.Type) -> Word {
        Array(Word.allCases).randomElement(using: &seeded) ?? Array(Word.allCases)[0]
    }
    private mutating func maybe<Value>(_ make: (inout Self) -> Value) -> Value? {
        seeded.chance(filled) ? make(&self) : nil
    }
    private mutating func list<Value>(_ make: (inout Self) -> Value) -> [Value] {
        (0..<(filled == 100 ? 2 : Int.random(in: 0...3, using: &seeded))).map { _ in make(&self) }
    }
    private mutating func texts() -> [String] { list { $0.text() } }
    private mutating func someText() -> String? { maybe { $0.text() } }
    private mutating func someNumber() -> Int? { maybe { $0.number() } }
    private mutating func counts() -> Counts {
        list { ($0.text(), $0.number()) }.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }

    mutating func status() -> StatusDocument {
        var status = StatusDocument(
            schema: number(), version: text(),
            table: TableBrief(id: text(), name: text(), words: text()),
            device: DeviceBrief(
                id: text(), name: text(), keeper: text(), author: text(),
                role: maybe { $0.any(DeviceRole.self) }),
            sync: SyncDocument(
                state: any(SyncState.self), digest: text(), words: text(), foldVersion: number(),
                unsynced: number(), unsyncedTo: texts(), entries: number(),
                unknownKinds: number(), isDegraded: flag(), problem: someText()),
            peers: list { $0.peer() }, game: maybe { $0.game() }, games: list { $0.brief() },
            warnings: list {
                WarningDocument(
                    code: $0.text(), text: $0.text(), phrase: $0.maybe { $0.phrase() },
                    advice: $0.someText())
            },
            storage: StorageDocument(logBytes: number(), isFull: flag(), damage: texts()))
        status.isOfflineView = maybe { $0.flag() }
        status.moreGames = someNumber()
        status.newerGame = someText()
        status.identity = maybe { $0.identity() }
        return status
    }

    mutating func entry() -> EntryDocument {
        var entry = EntryDocument(
            name: text(), game: someText(), keeper: text(),
            wallMilliseconds: Int64(number()), index: number(), lamport: seeded.next() >> 11,
            place: someText(), kind: text(), text: text(), state: any(EntryState.self))
        entry.phrase = maybe { $0.phrase() }
        entry.wasPhrase = maybe { $0.phrase() }
        entry.becausePhrase = maybe { $0.phrase() }
        entry.was = someText()
        entry.fixes = maybe { $0.texts() }
        entry.conflicts = maybe { $0.texts() }
        entry.resembles = someText()
        entry.side = maybe { $0.any(SideName.self) }
        entry.player = someText()
        entry.playerText = someText()
        entry.points = someNumber()
        entry.period = someNumber()
        entry.clock = someText()
        entry.home = someNumber()
        entry.away = someNumber()
        entry.because = someText()
        entry.copies = someNumber()
        entry.names = texts()
        return entry
    }

    mutating func answer() -> RecordedDocument {
        RecordedDocument(
            entries: texts(), isRepeat: flag(), game: someText(), echo: text(), home: someNumber(),
            away: someNumber(),
            warnings: list {
                WarningDocument(
                    code: $0.text(), text: $0.text(), phrase: $0.maybe { $0.phrase() },
                    advice: $0.someText())
            },
            questions: maybe {
                $0.list { QuestionDocument(code: $0.text(), text: $0.text(), entries: $0.texts()) }
            })
    }

    private mutating func peer() -> PeerDocument {
        PeerDocument(
            name: text(), id: text(), keeper: text(), state: any(PeerState.self),
            address: someText(), via: someText(), missing: number(), behind: number(),
            lastSeenSeconds: someNumber(), roundTripMilliseconds: someNumber(),
            problem: someText(), role: maybe { $0.any(DeviceRole.self) })
    }

    private mutating func identity() -> IdentityDocument {
        IdentityDocument(
            name: text(), author: text(), incarnations: number(), incarnationsMax: number(),
            isMember: flag(), forked: texts(),
            incidents: list {
                IncidentDocument(
                    kind: $0.text(), wallMilliseconds: Int64($0.number()), device: $0.text(),
                    author: $0.someText(), text: $0.text(), advice: $0.someText())
            },
            removal: maybe {
                RemovalDocument(
                    device: $0.text(), by: $0.text(), entry: $0.text(), upTo: $0.texts(),
                    uncounted: $0.number())
            })
    }

    private mutating func brief() -> GameBrief {
        GameBrief(
            name: text(), title: text(), state: any(GamePhase.self), home: number(),
            away: number(), isCurrent: flag(), moves: number(),
            createdWallMilliseconds: someNumber().map(Int64.init), forfeit: maybe { $0.forfeit() },
            abandonedBecause: someText())
    }

    private mutating func game() -> GameDocument {
        GameDocument(
            schema: number(), name: text(), title: text(), state: any(GamePhase.self),
            rules: rules(), home: side(), away: side(),
            periods: list {
                PeriodDocument(
                    number: $0.number(), label: $0.text(), home: $0.number(), away: $0.number())
            },
            clock: maybe { $0.clock() }, target: someNumber(),
            winner: maybe { $0.any(SideName.self) }, isDecided: flag(), isProvisional: flag(),
            provisionalBecause: texts(), provisionalPhrases: maybe { $0.list { $0.phrase() } },
            moves: number(), held: number(),
            copies: someNumber(), uncompared: maybe { $0.texts() },
            heldMoves: maybe { $0.list { $0.held() } },
            isCurrent: flag(), signatures: list { $0.signature() }, unsigned: texts(),
            isOfficial: flag(),
            lost: list {
                LostDocument(device: $0.text(), upTo: $0.texts(), later: $0.texts())
            }, afterSignOff: texts(), abandonedBecause: someText(),
            forfeit: maybe { $0.forfeit() })
    }

    private mutating func clock() -> ClockDocument {
        var clock = ClockDocument(
            text: text(), milliseconds: number(), remainingMilliseconds: someNumber(),
            period: number(), periodLabel: text(), isRunning: flag(), isEstimated: flag())
        clock.seconds = number()
        clock.remainingSeconds = someNumber()
        return clock
    }

    private mutating func rules() -> RulesDocument {
        RulesDocument(
            preset: someText(), summary: text(), periods: someNumber(),
            periodSeconds: someNumber(), overtimeSeconds: someNumber(),
            overtimeTarget: someNumber(), target: someNumber(), lead: someNumber(),
            cap: someNumber(), points: counts(), playersASide: someNumber(),
            penaltyFouls: someNumber(), secondPenaltyFouls: someNumber(),
            overtimePenaltyFouls: someNumber(), foulLimit: someNumber(),
            forfeitAward: someNumber(), defaultAward: someNumber(),
            words: list { RuleWords(name: $0.text(), value: $0.text()) })
    }

    private mutating func forfeit() -> ForfeitDocument {
        ForfeitDocument(
            by: any(SideName.self), isDefault: flag(), home: someNumber(), away: someNumber(),
            score: text())
    }

    private mutating func side() -> SideDocument {
        SideDocument(
            name: text(), score: number(), fouls: number(), periodFouls: number(),
            isInPenalty: flag(), isInSecondPenalty: flag(), timeouts: number(),
            players: list {
                PlayerDocument(
                    slot: $0.text(), number: $0.text(), name: $0.text(), points: $0.number(),
                    fouls: $0.number(), counts: $0.counts(), held: $0.number(),
                    trackedBy: $0.texts(), isActive: $0.flag(), isOnCourt: $0.maybe { $0.flag() },
                    secondsPlayed: $0.someNumber(),
                    plusMinus: $0.someNumber(), mergedInto: $0.someText())
            }, counts: counts(), minutesUnknown: someText(),
            minutesUnknownPhrase: maybe { $0.phrase() })
    }

    private mutating func held() -> HeldMove {
        HeldMove(
            name: text(), keeper: text(), text: text(), phrase: maybe { $0.phrase() },
            player: someText(), clock: someText(), of: text(), ofKeeper: text(),
            ofText: someText(), ofPhrase: maybe { $0.phrase() }, ofClock: someText(),
            ofState: any(EntryState.self), reason: maybe { $0.any(HeldReason.self) },
            answers: maybe { $0.texts() })
    }

    /// `depth` is how many phrases may stand within one another.
    private mutating func phrase(_ depth: Int = 2) -> Phrase {
        Phrase(code: text(), values: list { $0.value(depth) })
    }

    private mutating func value(_ depth: Int) -> PhraseValue {
        switch Int.random(in: 0...2, using: &seeded) {
        case 0: PhraseValue(text: text())
        case 1 where depth > 0: PhraseValue(phrase: phrase(depth - 1))
        default: PhraseValue(number: number())
        }
    }

    private mutating func signature() -> SignatureDocument {
        SignatureDocument(
            device: text(), name: text(), entry: text(), home: number(), away: number(),
            digest: text(), words: text(), isAgreed: flag(), protest: someText())
    }
}
