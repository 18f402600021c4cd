/// The screens of the program, each with its view model.
package enum Screen {
    /// Where a keeper scores.
    case desk(DeskViewModel)
    /// The table's sections.
    case home(HomeViewModel)
    /// All of one section.
    case section(SectionViewModel)
    /// All of one device or one warning.
    case detail(DetailViewModel)
    /// The moves that wait for an answer.
    case held(HeldScreenViewModel)
    /// Who tracks whom.
    case tracking(TrackingViewModel)
    /// A code for another device.
    case invitation(InvitationViewModel)
    /// The games of the table.
    case games(GameListViewModel)
    /// One game.
    case game(GameDetailViewModel)
    /// A form for a new game.
    case creator(GameCreatorViewModel)
    /// Games, players and moves by a word.
    case search(SearchViewModel)
    /// One player's numbers while one types.
    case playerCard(PlayerCardViewModel)
    /// The keys.
    case help(HelpViewModel)
    /// Entries, newest first.
    case timeline(TimelineViewModel)
    /// Whose entries there are.
    case keepers(KeepersViewModel)
}

extension Screen {
    /// Whoever takes the keys while the screen is in front.
    var viewModel: any ScreenViewModel {
        switch self {
        case .desk(let viewModel): viewModel
        case .home(let viewModel): viewModel
        case .section(let viewModel): viewModel
        case .detail(let viewModel): viewModel
        case .held(let viewModel): viewModel
        case .tracking(let viewModel): viewModel
        case .invitation(let viewModel): viewModel
        case .games(let viewModel): viewModel
        case .game(let viewModel): viewModel
        case .creator(let viewModel): viewModel
        case .search(let viewModel): viewModel
        case .playerCard(let viewModel): viewModel
        case .help(let viewModel): viewModel
        case .timeline(let viewModel): viewModel
        case .keepers(let viewModel): viewModel
        }
    }
}
