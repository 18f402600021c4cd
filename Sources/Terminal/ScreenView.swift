package import ViewModels

/// Draws the screen in front, and a key that means nothing on the last row.
package struct ScreenView: FullScreenView {
    private let screens: ScreenStack

    /// Draws this view model.
    package init(_ screens: ScreenStack) { self.screens = screens }

    package func draw(on canvas: inout Canvas) {
        Self.view(of: screens.current.value).draw(on: &canvas)
        guard !screens.notice.value.isEmpty else { return }
        let row = canvas.rows - 1
        canvas.clear(row: row)
        canvas.write(screens.notice.value, row: row, tone: .attention)
        canvas.cursor = nil
    }

    package func bind(_ changed: @escaping () -> Void) -> [Binding] {
        // The front screen's bindings go with it.
        var front = Self.view(of: screens.current.value).bind(changed)
        let current = screens.current.bind { screen in
            front = Self.view(of: screen).bind(changed)
            changed()
        }
        return [current, Binding { for binding in front { binding.end() } }]
            + bindAll(screens.notice, to: changed)
    }

    private static func view(of screen: Screen) -> any FullScreenView {
        switch screen {
        case .desk(let viewModel): DeskScreen(viewModel)
        case .home(let viewModel): HomeScreen(viewModel)
        case .section(let viewModel): SectionScreen(viewModel)
        case .detail(let viewModel): DetailScreen(viewModel)
        case .held(let viewModel): HeldScreen(viewModel)
        case .tracking(let viewModel): TrackingScreen(viewModel)
        case .invitation(let viewModel): InvitationScreen(viewModel)
        case .games(let viewModel): GameListScreen(viewModel)
        case .game(let viewModel): GameDetailScreen(viewModel)
        case .creator(let viewModel): GameCreatorScreen(viewModel)
        case .search(let viewModel): SearchScreen(viewModel)
        case .playerCard(let viewModel): PlayerCardScreen(viewModel)
        case .help(let viewModel): HelpScreen(viewModel)
        case .timeline(let viewModel): TimelineScreen(viewModel)
        case .keepers(let viewModel): KeepersScreen(viewModel)
        }
    }
}
