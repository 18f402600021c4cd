/// The words of views by code, with typed values. A language says them: `English`.
package enum Term: Hashable, Sendable {
    // MARK: Lists and numbers

    case andMore(String, Int)
    case playerDid(String, String)
    case points(Int)
    case fouls(Int)
    case teamFouls(Int)
    case timeouts(Int)
    case entries(Int)
    case devices(Int)
    case period(Int)
    case overtime(Int)

    // MARK: The state of a game

    case scheduled
    case live
    case decided
    case closed
    case official
    case abandoned
    case forfeit
    case `default`
    case united
    case provisional
    case win(String)
    case winAt(String, String)
    case draw
    case tieAt(String)
    case abandonedAt(String)
    case forfeitWon(String, winner: String, String)
    case defaultWon(String, winner: String, String)
    case openQuestions(Int)
    case target(Int)
    case signedBy(String)
    case signedScore(String, String)
    case notYetBy(String)
    case resultWords(String)
    case noGameYet
    case running
    case stopped
    case estimated(String)
    case estimatedNote(String)
    case penalty(String)
    case secondPenalty(String)
    case thisPeriod(String)

    // MARK: Box score and chart

    case regulation
    case total
    case team
    case number
    case minutes
    case pointsColumn
    case plusMinus
    case column(BoxColumn)
    case minutesUnknown(String, String)
    case nobodyScored
    case both
    case lead
    case ahead(String)
    case leadBy(String, Int)
    case biggestLead(String)
    case leadChanges(Int)
    case ties(Int)
    case run(String, Int, String)
    case fromTo(String, String)

    // MARK: Entries

    case corrected(String, String)
    case voided
    case copy
    case held
    case unknown
    case afterSignOff
    case fixedBy(String)
    case notThis(String)
    case sameAs(String)
    case onlyHere
    case onDevices(Int)

    // MARK: How devices compare

    case allMatch(String)
    case fingerprint(String)
    case aDevice
    case anotherDevice

    // MARK: The pages of the view door

    case hall
    case overlay
    case bench
    case announcer
    case game
    case hallPurpose
    case overlayPurpose
    case benchPurpose
    case announcerPurpose
    case gamePurpose
    case pageTitle(String)
    case pagesTitle
    case pagesOfGame
    case noGameOnPage
    case outOfReach
    case reconnecting
    case notLive
    case manyPages
    case scoreTitle
    case lastScorers
    case lastMoves
    case playByPlay
    case runningScore
    case chartOfScore
    case boxScore
    case homeTitle
    case awayTitle

    // MARK: This device and the others

    case savedElsewhere
    case existOnlyHere(Int)
    case atMost(String)
    case notConnected(String)
    case connectedAgain
    case noDaemon
    case lookingForDaemon
    case waitingForDaemon
    case notMember
    case removedBy(String)
    case keptHere(Int)
    case offlineView
    case readFromDisk
    case degraded
    case degradedBy(String)
    case seeWarnings
    case noOthersYet
    case alone
    case offline
    case offlineByChoice
    case removed
    case countOnlyHere(Int)
    case inSync
    case inSyncWith(String)
    case syncing
    case syncingWith(String)
    case stillToCome(Int)
    case away(String)
    case newerGame(String, String)

    // MARK: Questions about what several keepers recorded

    case noQuestions
    case keepersDisagree
    case withdrawnToo(String, String)
    case correctedDifferently(String)
    case changedWhat(String, String)
    case differentBaskets(String)
    case basketsApart(String)
    case isItTheSame(String)
    case pair(String, String)
    case bothHappened
    case itHappened
    case itDidNotHappen
    case wasWithdrawn(String)
    case orOther(String)

    // MARK: The desk

    case nextGame(String)
    case signedHereNotBy(String)
    case signs(String)
    case goesOnAt(String)
    case decidedEndIt(String)
    case officialIs(String)
    case countElsewhere
    case signResult(String)
    case signedHere
    case signedHereNotYetBy(String)
    case isOver(String)
    case theTimeIsOver
    case beginsPeriod(String, String)
    case endsTheGame(String)
    case leadsAt(String, String)
    case aTie
    case alreadyVoided(String)
    case pickToRestore(String, String)
    case pickToRestoreOrFix(String, String, String)
    case trackNoPlayers
    case chooses(String)
    case tracksTeam(String, String)
    case tracksTeamWith(String, String, String)
    case notRecorded(Int)
    case countNotRecorded(Int)
    case picksTheLine(String)
    case recordsOrDrops(String, String)
    case pendingUntilBack(Int)
    case countPending(Int)
    case questions(Int)
    case countOpen(Int)
    case nextGameIs(String)
    case newerGameIsLive(String)
    case newerGameShort
    case keeperAway(Int)
    case notTracked(Int)
    case countUncovered(Int)
    case countUntracked(Int)
    case askEnd(String, String)
    case askSign(String, String, String)

    // MARK: Players and their keepers

    case tracking
    case youCount(Int)
    case nobodyCount(Int)
    case isAway(String)
    case isAwayWith(String, Int)
    case you
    case nobody
    case awayInBrackets(String)
    case uncovered(String)
    case trackedTwice
    case noPlayersYet
    case claimsThePlayer(String, String)
    case alreadyYours(String)
    case askFirst(String, String, String)
    case askThemFirst(String, String, String)

    // MARK: The phone

    case noGameAtPhone
    case phoneOutOfReach
    case beginPeriod(String)
    case goTo(String)
    case hasNotSigned(String)
    case missOf(Int)
    case missFreeThrow
    case timeoutButton
    case agreed
    case differs
    case undoMark
    case voidMark
    case endTheGame
    case stopClock
    case startClock
    case taps
    case track
    case yes
    case no
    case two
    case log
    case newGame
    case questionsTitle
    case otherGames
    case nextPeriod
    case end
    case sign
    case void
    case fix
    case newCode
    case keepTitle
    case anotherPage
    case pairing
    case needsScript
    case tryAgain
    case dismiss
    case views
    case keep
    case timeline
    case search
    case more
    case sides
    case teamButton
    case homePlayers
    case awayPlayers
    case trackingMore
    case moves
    case gameTitle
    case undo
    case redo
    case onTheWay
    case myEntries
    case countItToo
    case change
    case letGo
    case takeOver
    case close
    case older
    case searchText
    case searchHint
    case result
    case signatures
    case notSignedYet
    case playersTitle
    case keepersAway
    case trackHome
    case trackAway
    case notes
    case warnings
    case note
    case writeNote
    case thisPhone
    case forgetPhone

    // MARK: Words of the phone's script

    case scanAgain
    case laptopSilentAtFirst
    case codeUsed
    case codeUnknown
    case wrongLaptop
    case notLetIn
    case sameWords
    case laptopSilentAgain
    case laptopSilent
    case sendingIt(String)
    case keptHereUntil(String)
    case storesNothing
    case takenBack(String)
    case noAnswerForClock
    case refused
    case unknownPhone
    case unsentStays(String)
    case recorded
    case here
    case sending
    case countHere(String)
    case notRecordedIt(String)
    case changeOf(String, String)
    case tapToFix(String)
    case tapKind(String)
    case tapPlayer(String)
    case nothingFound
    case laptopAway
    case answerThis(String)
    case answerThat(String)
    case answerBoth(String)
    case countOf(String)
    case voidOf(String)
    case trackOf(String)
    case letGoOf(String)
    case takeOverFrom(String)
    case forgetQuestion
    case unsentLost(String)
    case buttonsMoved
    case askingLaptop
    case notPaired
    case browserCannot(String)
    case pageStandsStill

    // MARK: Orders and questions at the desk

    case noAnswer(String)
    case yesShort(String)
    case oneShort(String)
    case twoShort(String)
    case recordAnyway
    case recordsAnyway
    case startAnyway
    case startsAnyway
    case beginAnyway
    case beginsAnyway
    case endIt
    case endsIt
    case signIt
    case signsIt
    case correctOne
    case correctsOne
    case makeTwo
    case makesTwo
    case undoesIt
    case goesThere
    case startsIt
    case countsIt
    case lastAction
    case notTheClock(String)
    case mendForms(String)
    case isAlreadyOver(String)
    case noResultWithoutMoves(String)
    case noResultYet(String, String)
    case createsAnother(String)
    case goToQuestion(String)
    case sameTeams
    case playAgain(String)
    case thereIsNoGame(String)
    case noGameCreatesOne(String)
    case nothingToRedo
    case notTrackedBecause(String)
    case notInThisGame(String)
    case nothingUndone
    case nothingRedone
    case noMoveToFix(String)
    case noLongerShown(String)
    case noNothingChanged
    case moreQuestions(Int)
    case removedByMovesStay(String)
    case removedMovesStay
    case sidesWereSwapped
    case gameIsNow(String, String)
    case officialResult(String)
    case wasEndedAt(String, String)
    case connectionLost(String)
    case moveOf(String, String)
    case rulesHaveNo(String, String)
    case gameHasNo(String)
    case gameGoesOn
    case gameIsSigned(String, String)
    case gameIsOver(String, String)
    case gameIsDecided(String, String)
    case notRecordedBecause(String)
    case notRecordedMove(String)
    case pending
    case waitsFor(String)
    case notRecordedShort
    case declined
    case onCount(Int)
    case answerWith(String)
    case fromNewerVersion
    case oneIsRight(String)
    case answering(String, String)
    case openQuestionsTitle
    case openQuestionsOf(String)
    case start
    case pause
    case allGames
    case timelineTitle
    case paused
    case entriesWait(Int)
    case readingLog
    case nothingYet
    case nothingBy(String)
    case nothingAbout(String)
    case onCourt(String)
    case onCourtUnknown(String)
    case slot
    case player
    case court
    case trackedBy
    case onTheCourt
    case withQuestions(String, Int)
}

/// A count that has a column in a box score, by the word of `Counts`, in the order of a scoresheet.
package enum BoxColumn: String, CaseIterable, Sendable {
    case onePoint, twoPoints, threePoints, freeThrow, miss, assist, rebound
    case offensiveRebound, defensiveRebound, steal, block, blocked, turnover
    case foul, technicalFoul, foulDrawn, violation, timeout
}
