package import ViewModels

/// Draws its view model on a whole screen and knows nothing else; it writes nothing.
package protocol FullScreenView {
    /// Draws all of it, fit to the canvas, which is blank.
    func draw(on canvas: inout Canvas)

    /// Calls `changed` whenever an output that is drawn changes, until the bindings end.
    func bind(_ changed: @escaping () -> Void) -> [Binding]
}

/// Binds one listener to several values that need no telling apart.
package func bindAll<each Value>(
    _ values: repeat Dynamic<each Value>, to changed: @escaping () -> Void
) -> [Binding] {
    var bindings: [Binding] = []
    for value in repeat each values { bindings.append(value.bind { _ in changed() }) }
    return bindings
}

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
        case .keep(let viewModel): KeepScreen(viewModel)
        case .overview(let viewModel): OverviewScreen(viewModel)
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

/// Draws a program's one screen, and what is to be said of its keys on the last row.
package struct SoleScreenView: FullScreenView {
    private let screen: SoleScreen
    private let front: any FullScreenView

    /// Draws the view, whose view model takes the screen's keys.
    package init(_ screen: SoleScreen, showing front: any FullScreenView) {
        self.screen = screen
        self.front = front
    }

    package func draw(on canvas: inout Canvas) {
        front.draw(on: &canvas)
        guard !screen.notice.value.isEmpty else { return }
        canvas.clear(row: canvas.rows - 1)
        canvas.write(screen.notice.value, row: canvas.rows - 1, tone: .attention)
    }

    package func bind(_ changed: @escaping () -> Void) -> [Binding] {
        front.bind(changed) + bindAll(screen.notice, to: changed)
    }
}
