import Documents

/// All of one device or one warning, and what can be done about it, as a screen.
package final class DetailViewModel: ScreenViewModel {
    /// A line of ready text.
    package struct Line: Hashable, Sendable {
        /// As long as it is; a view breaks it.
        package var text: String
        /// How it is meant.
        package var tone: Tone

        /// A plain line unless said otherwise.
        init(_ text: String, _ tone: Tone = .plain) {
            self.text = text
            self.tone = tone
        }
    }

    private let kind: HomeSection
    private let name: String
    private let library: any GameLibrary
    private let timekeeper: any Timekeeper
    private var alarm: Binding?
    /// When the present status came.
    private var toldAt: Duration = .zero
    private weak var navigator: (any Navigator)?
    private let warnings = WarningsViewModel()
    private var device: DeviceDocument?
    private var asking: Binding?
    private var bindings: [Binding] = []

    // Input

    package func press(_ key: Key) -> Bool {
        switch key {
        case .enter: if let further { navigator?.show(further.destination) }
        case .character("r"): refresh()
        default: return false
        }
        return true
    }

    /// Asks for what the daemon does not tell by itself.
    package func refresh() {
        guard kind == .devices else { return }
        asking = library.ask(.devices) { [weak self] result in
            guard let self else { return }
            switch result {
            case .success(let answer): device = answer.devices.first { $0.name == self.name }
            case .failure(let error):
                problem.update("not refreshed: \(error.text)")
                return
            }
            problem.update("")
            draw()
        }
    }

    // Output

    /// What it is about.
    package let title: String
    /// From top to bottom.
    package let lines = Dynamic([Line]())
    /// Why the lines may be old; empty while they are not.
    package let problem = Dynamic("")
    /// The keys that matter here.
    package let keys = Dynamic("")

    /// Follows the library.
    package init(
        _ kind: HomeSection, name: String, library: any GameLibrary,
        timekeeper: any Timekeeper, navigator: any Navigator
    ) {
        self.kind = kind
        self.name = name
        self.library = library
        self.timekeeper = timekeeper
        self.navigator = navigator
        title = kind == .warnings ? "warning" : "device \(name)"
        bindings = [
            library.status.bindAndFire { [unowned self] _ in
                toldAt = self.timekeeper.now
                draw()
            },
            library.connection.bindAndFire { [unowned self] connection in
                if case .lost(let reason) = connection {
                    problem.update("not connected: \(reason)")
                } else {
                    problem.update("")
                }
            },
        ]
        refresh()
    }

    /// Draws anew each second while time alone changes what is said.
    private func tick() {
        let peer = library.status.value?.peers.first { $0.name == name }
        alarm = nil
        guard kind == .devices, let peer, !peer.state.isReached else { return }
        alarm = timekeeper.wake(at: timekeeper.now + .seconds(1)) { [weak self] in
            self?.draw()
        }
    }

    private func draw() {
        tick()
        lines.update(kind == .warnings ? warningLines : deviceLines)
        keys.update(
            Phrases.line(further.map { "Enter opens \($0.words)" }, "Escape goes back"))
    }

    // MARK: A warning

    private var warning: WarningsViewModel.Line? {
        library.status.value.map(warnings.receive)
        return warnings.lines.value.first { $0.name == name }
    }

    private var warningLines: [Line] {
        guard let warning else { return [Line("settled: there is no such warning now", .good)] }
        return [Line(warning.text, .attention)]
            + (warning.advice.isEmpty ? [] : [Line(warning.advice)])
    }

    // MARK: A device

    private var deviceLines: [Line] {
        guard let status = library.status.value else { return [] }
        var lines: [Line] = []
        if let peer = status.peers.first(where: { $0.name == name }) {
            lines.append(
                Line(
                    Phrases.line(PeersViewModel.word(peer.state), PeersViewModel.difference(peer)),
                    PeersViewModel.tone(peer.state)))
            lines.append(Line(lastHeard(peer)))
            let link = PeersViewModel.link(peer)
            if !link.isEmpty { lines.append(Line("link \(link)")) }
            if let problem = peer.problem { lines.append(Line(problem, .bad)) }
            if !peer.keeper.isEmpty { lines.insert(Line("keeper \(peer.keeper)"), at: 0) }
        } else if status.device.name == name {
            lines = [
                Line("keeper \(status.device.keeper)"), Line(DevicesViewModel.thisDevice),
                Line("log \(Phrases.size(bytes: status.storage.logBytes))"),
            ]
        } else {
            lines = [Line("no such device at this table now", .attention)]
        }
        return lines + joining
    }

    /// The status says it once, and the time goes on.
    private func lastHeard(_ peer: PeerDocument) -> String {
        guard let seconds = peer.lastSeenSeconds else { return "never heard" }
        let since = Int((timekeeper.now - toldAt).components.seconds)
        // Of one that is reached something is heard every few seconds.
        return "last heard \(Phrases.ago(seconds: seconds + (peer.state.isReached ? 0 : since)))"
    }

    /// How it came to the table.
    private var joining: [Line] {
        guard let device else { return [] }
        let origin = Phrases.line(
            device.role?.rawValue, device.invitedBy.map { "invited by \($0)" })
        var lines = origin.isEmpty ? [] : [Line(origin)]
        lines.append(
            Line(
                Phrases.entries(device.entries)
                    + (device.incarnations > 1 ? " of \(device.incarnations) incarnations" : "")))
        if let words = device.words {
            lines.append(Line(InvitationWords.words(words)))
        }
        if device.isRemoved {
            let words = device.removal?.words ?? DevicesViewModel.removed
            lines.insert(Line(words, .bad), at: 0)
        }
        lines += (device.forked ?? []).map { Line("the log of \($0) is forked", .attention) }
        lines += (device.incidents ?? []).map { Line($0.text, .attention) }
        return lines
    }

    // MARK: What can be done about it

    /// Where it leads, and what a keeper calls that.
    private var further: (destination: Destination, words: String)? {
        guard kind == .warnings else {
            return (.timeline(game: nil, keeper: name, player: nil), "the timeline of \(name)")
        }
        guard warning != nil else { return nil }
        switch WarningCode(rawValue: String(name.prefix { $0 != " " })) {
        case .untracked, .uncovered, .overlap, .takenOver:
            return (.tracking, "the players to track")
        case .duplicate, .fixConflict, .afterSignOff, .behindEnd, .lostLater, .targetReachedTwice:
            return (.timeline(game: nil, keeper: nil, player: nil), "the timeline")
        case .numberTwice, .foulLimit, .signedDiffers, .signedOtherwise, .protest:
            return (.game(nil), "the game")
        case .newerGame: return (.games, "all games")
        default: return nil
        }
    }
}
