/// A section of the home: each case has a view model of its own.
package enum HomePart {
    case currentGame(CurrentGameSection)
    case otherGames(OtherGamesSection)
    case devices(DevicesSection)
    case heldMoves(HeldMovesSection)
    case warnings(WarningsSection)

    /// The view model for a section that shows what the library knows.
    init(_ kind: HomeSection, library: any GameLibrary, timekeeper: any Timekeeper) {
        switch kind {
        case .currentGame:
            self = .currentGame(CurrentGameSection(library: library, timekeeper: timekeeper))
        case .otherGames: self = .otherGames(OtherGamesSection(library: library))
        case .devices: self = .devices(DevicesSection(library: library))
        case .heldMoves: self = .heldMoves(HeldMovesSection(library: library))
        case .warnings: self = .warnings(WarningsSection(library: library))
        }
    }

    /// Which section it is.
    package var kind: HomeSection {
        switch self {
        case .currentGame: .currentGame
        case .otherGames: .otherGames
        case .devices: .devices
        case .heldMoves: .heldMoves
        case .warnings: .warnings
        }
    }

    /// Its view model, as the one section view takes it.
    package var section: any Section {
        switch self {
        case .currentGame(let section): section
        case .otherGames(let section): section
        case .devices(let section): section
        case .heldMoves(let section): section
        case .warnings(let section): section
        }
    }
}

extension HomeSection {
    /// Where a row of the section leads.
    func detail(of name: String) -> Destination {
        switch self {
        case .currentGame: .game(nil)
        case .otherGames: .game(name)
        case .devices, .warnings: .detail(self, name: name)
        case .heldMoves: .held
        }
    }
}
