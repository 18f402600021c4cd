import MoveLog
package import Scorebook

extension Projection {
    /// The games, players and moves that fit every word of a query; at most `limit` of each kind.
    package func search(
        _ query: String, in book: Book, current: GameID? = nil,
        limit: Int = DocumentsLimits.searchResultsUsual
    ) -> SearchDocument {
        let search = Search(query, in: book, self, current: current, limit: limit)
        while true {
            if let document = search.step() { return document }
        }
    }
}

/// A search through a book as it is when this is made, in steps of some milliseconds. It folds the
/// closed games that may have a result: for a player's name few, for a kind of move all.
package final class Search {
    private let query: String
    private let book: Book
    private var pass: SearchPass
    /// The games to be visited, the next one last.
    private var games: [GameLine]
    /// The found moves by game, the next game last; nil while games are visited.
    private var untold: [(game: GameLine, moves: [(place: Int, index: Int)])]?
    /// The results of the found moves, by place.
    private var told: [Int: SearchResult] = [:]

    package init(
        _ query: String, in book: Book, _ projection: Projection, current: GameID?, limit: Int
    ) {
        self.query = PlainText.clean(query, max: DocumentsLimits.searchScalarsMax)
        self.book = book
        let words = SearchWords(self.query)
        games = words.isEmpty ? [] : book.table.games
        pass = SearchPass(
            projection: projection, words: words, current: current,
            limit: min(max(0, limit), DocumentsLimits.searchResultsMax))
    }

    /// Visits some games, or tells the results of one. Nil while there is more to do.
    package func step() -> SearchDocument? {
        guard !pass.words.isEmpty else { return SearchDocument(query: query) }
        guard let next = untold?.popLast() else {
            if untold != nil { return document }
            visitSome()
            return nil
        }
        if let board = book.scoreboard(of: next.game.id) {
            for (place, result) in pass.results(next.moves, of: next.game, board) {
                told[place] = result
            }
        }
        return nil
    }

    private func visitSome() {
        var cost = 0
        while let game = games.popLast() {
            cost += visit(game)
            if cost >= DocumentsLimits.searchStepCost { return }
        }
        var places: [GameID: Int] = [:]
        var byGame: [(game: GameLine, moves: [(place: Int, index: Int)])] = []
        for (place, move) in pass.foundMoves.enumerated() {
            let number = places[move.game.id] ?? byGame.count
            if number == byGame.count { byGame.append((move.game, [])) }
            places[move.game.id] = number
            byGame[number].moves.append((place, move.index))
        }
        untold = byGame
    }

    /// Returns the cost, in entries read.
    private func visit(_ game: GameLine) -> Int {
        if let texts = book.texts(of: game.id), let outline = book.lastOutline(of: game.id),
            !pass.mayFind(in: game, outline, texts)
        {
            return 1
        }
        // The entries of a united game are found where they count.
        guard !book.isUnited(game.id), let board = book.scoreboard(of: game.id) else { return 1 }
        pass.visit(game, board)
        return board.timeline.count
    }

    private var document: SearchDocument {
        pass.document(query, moves: told.sorted { $0.key < $1.key }.map(\.value))
    }
}

/// One pass over the games, newest first.
private struct SearchPass {
    let projection: Projection
    let words: SearchWords
    let current: GameID?

    private var games: Ranking<SearchResult>
    private var people: [Person] = []
    private var places: [PlayerID: Int] = [:]
    private var moves: Ranking<(game: GameLine, index: Int)>
    private let limit: Int

    private var authors: [AuthorID: Author] = [:]
    private var kinds: [MoveKind: [Variant?: SearchFit]] = [:]
    private var kindsAlone: [MoveKind: SearchFit] = [:]

    init(projection: Projection, words: SearchWords, current: GameID?, limit: Int) {
        self.projection = projection
        self.words = words
        self.current = current
        self.limit = limit
        games = Ranking(limit: limit)
        moves = Ranking(limit: limit)
    }

    /// A player, in the best of the player's games.
    private struct Person {
        var rank: Int
        var game: GameLine
        var line: PlayerLine
        var team: String
        var gameCount: Int
    }

    private struct Author {
        let fit: SearchFit
        let names: SearchWords.EntryNames
    }

    // MARK: Looking

    /// False if a visit to the game would find nothing, by what is kept of it.
    mutating func mayFind(in game: GameLine, _ outline: GameOutline, _ texts: GameTexts) -> Bool {
        let names = words.fit(text: "\(game.slug) \(Scoreboard.title(outline.names))")
        let facts = words.fit(
            exactly: facts(outline.state, outline.ending, game) + (texts.hasNotes ? ["note"] : []))
        var fit = names.union(facts).union(words.fit(within: texts.text))
        for kind in texts.kinds { fit = fit.union(self.fit(kind)) }
        for id in texts.authors {
            let author = author(id)
            fit = fit.union(author.fit).union(author.names.any)
        }
        if texts.hasOthers || !texts.isWhole {
            fit = fit.union(words.others(isWhole: texts.isWhole))
        }
        return words.rank(fit) != nil
    }

    private func facts(
        _ state: GameState, _ ending: GameState, _ game: GameLine
    ) -> [String] {
        [
            state.rawValue, GamePhase(state).word, ending.rawValue,
            projection.day(of: game.createdWall),
        ]
    }

    mutating func visit(_ game: GameLine, _ board: Scoreboard) {
        let title = words.fit(text: game.slug).union(words.fit(text: board.title))
        let facts = words.fit(exactly: facts(board.state, board.ending, game))
        if let rank = words.rank(title.union(facts)) {
            games.add(result(game, board), rank: rank)
        }
        let around = words.fit(text: game.slug, hasNumbers: false)
            .union(words.fit(text: board.title, hasNumbers: false))
        var subjects: [Subject: SearchFit] = [:]
        for line in board.players where line.mergedInto == nil && !line.isRetracted {
            let fit = fit(line)
            subjects[.line(line.ref)] = fit
            guard !fit.isEmpty, let rank = words.rank(fit.union(around)) else { continue }
            add(line, of: board.teams[line.side].name, game, rank)
        }
        for index in board.timeline.indices.reversed() {
            visit(board.timeline[index], index, game, board, around, &subjects)
        }
    }

    /// A move must match by a text of its own: by a team's name alone, all its moves would match.
    private mutating func visit(
        _ entry: TimelineEntry, _ index: Int, _ game: GameLine, _ board: Scoreboard,
        _ around: SearchFit, _ subjects: inout [Subject: SearchFit]
    ) {
        let author = author(entry.author)
        var own = author.names.fit(sequence: entry.recordedAs.sequence)
        if let move = entry.move {
            own = own.union(author.fit).union(fit(move.kind, move.variant))
            own = own.union(fit(move.subject, board, &subjects)).union(fit(state: entry))
        } else if case .note(let note) = entry.content {
            own = own.union(author.fit).union(words.fit(text: note.text))
                .union(words.fit(exactly: ["note"])).union(fit(state: entry))
        }
        guard !own.isEmpty, let rank = words.rank(own.union(around)) else { return }
        moves.add((game, index), rank: rank)
    }

    private mutating func add(
        _ line: PlayerLine, of team: String, _ game: GameLine, _ rank: Int
    ) {
        guard let place = places[line.player] else {
            places[line.player] = people.count
            people.append(
                Person(rank: rank, game: game, line: line, team: team, gameCount: 1))
            return
        }
        let count = people[place].gameCount + 1
        people[place].gameCount = count
        guard rank < people[place].rank else { return }
        people[place] = Person(
            rank: rank, game: game, line: line, team: team, gameCount: count)
    }

    private func fit(_ line: PlayerLine) -> SearchFit {
        var exact = [line.slotText]
        if !line.number.isEmpty { exact += [line.number, line.side.letter + line.number] }
        return words.fit(text: line.name).union(words.fit(exactly: exact))
    }

    private func fit(
        _ subject: Subject, _ board: Scoreboard, _ subjects: inout [Subject: SearchFit]
    ) -> SearchFit {
        if let known = subjects[subject] { return known }
        let fit =
            switch subject {
            case .nobody: SearchFit()
            case .team(let side): words.fit(text: board.teams[side].name, hasNumbers: false)
            case .line(let ref): board.player(ref).map(fit) ?? SearchFit()
            }
        subjects[subject] = fit
        return fit
    }

    private mutating func author(_ author: AuthorID) -> Author {
        if let known = authors[author] { return known }
        let name = projection.table.name(of: author)
        let device = projection.table.device(of: author)
        let fit = words.fit(text: projection.keeper(of: author))
            .union(words.fit(exactly: [name, device?.slug ?? name]))
        let made = Author(fit: fit, names: words.names(author: name))
        authors[author] = made
        return made
    }

    private mutating func fit(_ kind: MoveKind, _ variant: Variant?) -> SearchFit {
        if let known = kinds[kind]?[variant] { return known }
        let fit = words.fit(kind, variant)
        kinds[kind, default: [:]][variant] = fit
        return fit
    }

    /// The words that mean the kind with any variant.
    private mutating func fit(_ kind: MoveKind) -> SearchFit {
        if let known = kindsAlone[kind] { return known }
        let fit = Variant.allCases.reduce(words.fit(kind, nil)) { $0.union(words.fit(kind, $1)) }
        kindsAlone[kind] = fit
        return fit
    }

    private func fit(state entry: TimelineEntry) -> SearchFit {
        let state = projection.state(entry)
        return state == .live
            ? SearchFit() : words.fit(exactly: [Phrases.spaced(state.rawValue), state.rawValue])
    }

    // MARK: Telling

    func document(_ query: String, moves told: [SearchResult]) -> SearchDocument {
        var players = Ranking<Person>(limit: limit)
        for person in people { players.add(person, rank: person.rank) }
        let found = SearchCounts(games: games.count, players: players.count, moves: moves.count)
        return SearchDocument(
            query: query,
            results: games.best + players.best.map { result($0) } + told,
            found: found,
            isWhole: [found.games, found.players, found.moves].allSatisfy { $0 <= limit })
    }

    /// The moves to be told, the best first.
    var foundMoves: [(game: GameLine, index: Int)] { moves.best }

    private func result(_ game: GameLine, _ board: Scoreboard) -> SearchResult {
        let brief = GameBrief(game, GameOutline(board), isCurrent: game.id == current)
        return SearchResult(
            kind: .game, game: game.slug, title: brief.title,
            detail: Phrases.line(
                game.slug, "\(brief.home):\(brief.away)", brief.phaseWord(in: .english),
                Phrases.count(brief.moves, "move"), projection.day(of: game.createdWall)),
            isCurrent: brief.isCurrent)
    }

    private func result(_ person: Person) -> SearchResult {
        let (line, game) = (person.line, person.game)
        let others = person.gameCount - 1
        return SearchResult(
            kind: .player, game: game.slug, title: line.spoken,
            detail: Phrases.line(
                line.slotText, person.team, game.slug,
                Phrases.count(line.tally.points, "point"),
                others == 0 ? nil : "and \(Phrases.count(others, "game")) more"),
            slot: line.slotText, isCurrent: game.id == current)
    }

    /// The results of some moves of a game, with their places.
    func results(
        _ moves: [(place: Int, index: Int)], of game: GameLine, _ board: Scoreboard
    ) -> [(Int, SearchResult)] {
        let referring = referring(in: board)
        return moves.map { place, index in
            (place, result(index, of: game, board, referring))
        }
    }

    private func result(
        _ index: Int, of game: GameLine, _ board: Scoreboard, _ referring: [EntryID: [String]]
    ) -> SearchResult {
        let entry = board.timeline[index]
        let document = projection.entry(at: index, in: board)
        let names =
            (referring[entry.id] ?? [])
            + (entry.recordedAs == entry.id ? [] : referring[entry.recordedAs] ?? [])
        var score: String?
        if let home = document.home, let away = document.away { score = "\(home):\(away)" }
        let state = document.state == .live ? nil : Phrases.spaced(document.state.rawValue)
        return SearchResult(
            kind: .move, game: game.slug, title: document.text,
            detail: Phrases.line(
                document.name, document.keeper, document.clock, score, game.slug,
                state.map { [$0, document.because].compactMap(\.self).joined(separator: " ") }),
            slot: document.player, entry: document.name,
            referredBy: names.isEmpty ? nil : names, isCurrent: game.id == current)
    }

    /// The names of the entries that refer to each entry, in the game's order.
    private func referring(in board: Scoreboard) -> [EntryID: [String]] {
        var names: [EntryID: [String]] = [:]
        for entry in board.timeline.reversed() {
            let references = EntryWords(projection: projection, board: board, entry: entry)
                .references
            for target in references
            where names[target, default: []].count < DocumentsLimits.searchReferencesMax {
                names[target, default: []].append(projection.table.name(of: entry.recordedAs))
            }
        }
        return names.mapValues { $0.reversed() }
    }
}

/// The best of many items that are added newest first, and their number.
private struct Ranking<Item> {
    private(set) var count = 0
    private let limit: Int
    private var ranks: [[Item]] = [[], [], []]

    init(limit: Int) { self.limit = limit }

    mutating func add(_ item: Item, rank: Int) {
        count += 1
        if ranks[rank].count < limit { ranks[rank].append(item) }
    }

    /// At most `limit`.
    var best: [Item] { Array(ranks.joined().prefix(limit)) }
}

/// The words of a query, in lower case, without accents on Latin letters.
struct SearchWords {
    /// At most `DocumentsLimits.searchWordsMax`; further ones are ignored.
    private let words: [Word]

    private struct Word {
        let letters: [Character]
        let text: String
        let isNumber: Bool
        /// The text in ASCII; nil for any other.
        let bytes: [UInt8]?
        /// The kind of move that the word means on the command line: `ft`, `reb`.
        let meaning: MoveWord.Meaning?
        /// The parts of `mia.41`.
        let entry: (author: String, digits: String)?

        init(_ text: String) {
            self.text = text
            letters = Array(text)
            isNumber = PlainText.isDigits(text)
            bytes = text.utf8.allSatisfy { $0 < 0x80 } ? Array(text.utf8) : nil
            // One letter is the beginning of a name before it is a kind.
            meaning = isNumber || letters.count < 2 ? nil : try? MoveWord.read(text)
            guard let dot = text.lastIndex(of: ".") else {
                entry = nil
                return
            }
            let digits = text[text.index(after: dot)...]
            entry = PlainText.isDigits(digits) ? (String(text[..<dot]), String(digits)) : nil
        }
    }

    /// Splits at spaces.
    init(_ query: String) {
        words = Slug.plain(query).split(separator: " ").prefix(DocumentsLimits.searchWordsMax)
            .map { Word(String($0)) }
    }

    var isEmpty: Bool { words.isEmpty }

    /// The rank of a thing by all its texts: 0 if every word is a whole word of it, 1 if some only
    /// begin one, 2 if some are within one; nil if a word fits nothing.
    func rank(_ fit: SearchFit) -> Int? {
        let all = SearchFit.Bits((1 << words.count) - 1)
        return [fit.whole, fit.start, fit.part].firstIndex(of: all)
    }

    /// Without `hasNumbers` a number does not fit: else all players of `hawks-owls-4` would fit
    /// `4`.
    func fit(text: String, hasNumbers: Bool = true) -> SearchFit {
        guard !text.isEmpty else { return SearchFit() }
        let letters = Array(Slug.plain(text))
        let parts = letters.split { !($0.isLetter || $0.isNumber) }
        return fit { word in
            if word.isNumber, !hasNumbers { return nil }
            let sought = word.letters
            if letters == sought || parts.contains(where: { $0.elementsEqual(sought) }) { return 0 }
            if letters.starts(with: sought) || parts.contains(where: { $0.starts(with: sought) }) {
                return 1
            }
            return letters.holds(sought) ? 2 : nil
        }
    }

    /// The words that stand somewhere in a text that is plain already.
    func fit(within plain: String) -> SearchFit {
        let bytes = Array(plain.utf8)
        let isASCII = bytes.allSatisfy { $0 < 0x80 }
        var letters: [Character]?
        return fit { word in
            if let sought = word.bytes {
                if bytes.holds(sought) { return 2 }
                if isASCII { return nil }
            }
            // By letters, which may be written in several ways.
            let all = letters ?? Array(plain)
            letters = all
            return all.holds(word.letters) ? 2 : nil
        }
    }

    /// The words that may be those of a state other than live, or, where not all texts are known,
    /// of anything.
    func others(isWhole: Bool) -> SearchFit {
        let states = EntryState.allCases.flatMap { [Phrases.spaced($0.rawValue), $0.rawValue] }
        return isWhole ? fit(exactly: states) : fit { _ in 2 }
    }

    /// The words that equal one of these, as jersey numbers must.
    func fit(exactly texts: [String]) -> SearchFit {
        let texts = texts.map(Slug.plain)
        return fit { texts.contains($0.text) && !$0.text.isEmpty ? 0 : nil }
    }

    /// The words that mean the kind on the command line or in the log.
    func fit(_ kind: MoveKind, _ variant: Variant?) -> SearchFit {
        let name = MoveWord.name(kind, variant) ?? "\(kind)"
        let meant = fit { word in
            guard let meaning = word.meaning, meaning.kind == kind else { return nil }
            return meaning.variant == nil || meaning.variant == variant ? 0 : nil
        }
        return fit(text: Phrases.spaced(name)).union(fit(exactly: [name])).union(meant)
    }

    /// The words that may name entries of an author.
    func names(author: String) -> EntryNames {
        let author = Slug.plain(author)
        return EntryNames(
            words: words.enumerated().compactMap { index, word in
                guard let entry = word.entry, entry.author == author else { return nil }
                return (SearchFit.Bits(1) << index, entry.digits)
            })
    }

    /// The words that are, or begin, names of entries of one author.
    struct EntryNames {
        fileprivate let words: [(bit: SearchFit.Bits, digits: String)]

        /// The words that may name one of the entries.
        var any: SearchFit {
            words.reduce(into: SearchFit()) { fit, word in fit.add(word.bit, 1) }
        }

        func fit(sequence: UInt64) -> SearchFit {
            guard !words.isEmpty else { return SearchFit() }
            let digits = "\(sequence)"
            return words.reduce(into: SearchFit()) { fit, word in
                if digits == word.digits {
                    fit.add(word.bit, 0)
                } else if digits.hasPrefix(word.digits) {
                    fit.add(word.bit, 1)
                }
            }
        }
    }

    private func fit(_ rank: (Word) -> Int?) -> SearchFit {
        words.enumerated().reduce(into: SearchFit()) { fit, word in
            if let rank = rank(word.element) { fit.add(1 << word.offset, rank) }
        }
    }
}

/// The words of a query that fit, a bit each: joining the fits of several texts is three operations
/// on integers, which bounds the cost of each move of a season.
struct SearchFit {
    typealias Bits = UInt32

    /// Words that are a whole word of a text.
    private(set) var whole: Bits = 0
    /// Words that begin a word of a text, `whole` included.
    private(set) var start: Bits = 0
    /// Words within a word of a text, `start` included.
    private(set) var part: Bits = 0

    var isEmpty: Bool { part == 0 }

    func union(_ other: SearchFit) -> SearchFit {
        SearchFit(
            whole: whole | other.whole, start: start | other.start, part: part | other.part)
    }

    fileprivate mutating func add(_ bit: Bits, _ rank: Int) {
        part |= bit
        if rank < 2 { start |= bit }
        if rank < 1 { whole |= bit }
    }
}
