import Documents

/// One device or one warning, with all details and the screen where a keeper can act on it.
package final class DetailViewModel {
    package struct Line: Hashable, Sendable {
        /// Of any length; the view wraps it.
        package var text: String
        package var tone: Tone

        init(_ text: String, _ tone: Tone = .plain) {
            self.text = text
            self.tone = tone
        }
    }

    private let kind: SectionKind
    private let name: String
    private let library: any GameLibrary
    private let timekeeper: any Timekeeper
    private var alarm: Binding?
    /// When the current status arrived.
    private var toldAt: Duration = .zero
    private weak var navigator: (any Navigator)?
    private let warnings = WarningsViewModel()
    private var device: DeviceDocument?
    private var asking: Binding?
    /// The newest entry of the device in the current game, with their number.
    private var log: LogDocument?
    private var counting: Binding?
    private var bindings: [Binding] = []

    // Input

    /// Opens the screen where a keeper can act, if there is one.
    package func openFurther() {
        if let further { navigator?.show(further.destination) }
    }

    /// Asks the daemon for the device, whose details are not part of the status.
    package func refresh() {
        guard kind == .devices else { return }
        asking = library.ask(.devices) { [weak self] result in
            guard let self else { return }
            switch result {
            case .success(let answer): device = answer.devices.first { $0.name == self.name }
            case .failure(let error):
                loading.update(.failed(Advice("not refreshed: \(error.text)")))
                return
            }
            loading.update(.loaded())
            draw()
        }
    }

    /// Asks for the number of entries that `openFurther` shows.
    private func count() {
        if library.status.value?.game?.name != log?.game { log = nil }
        guard kind == .devices, library.status.value?.game != nil else { return }
        counting = library.ask(.log(keeper: name, limit: 1)) { [weak self] result in
            guard case .success(let log) = result else { return }
            self?.log = log
            self?.draw()
        }
    }

    // Output

    package let title: String
    package let lines = Dynamic([Line]())
    package let loading = Dynamic(Loading.idle)
    /// The name of the screen that `openFurther` opens; empty if there is none.
    package let furtherName = Dynamic("")

    package init(
        _ kind: SectionKind, name: String, library: any GameLibrary,
        timekeeper: any Timekeeper, navigator: any Navigator
    ) {
        self.kind = kind
        self.name = name
        self.library = library
        self.timekeeper = timekeeper
        self.navigator = navigator
        title = kind == .warnings ? "warning" : "device \(name)"
        bindings = [
            library.status.bindAndFire { [unowned self] status in
                toldAt = self.timekeeper.now
                if let status { warnings.receive(status) }
                if status?.game?.name != log?.game { count() }
                draw()
            },
            library.eachEntry { [unowned self] entry in
                if EntryName.device(entry.name) == self.name { count() }
            },
            library.eachConnection { [unowned self] in loading.update(.idle) },
        ]
        refresh()
    }

    /// Schedules a redraw in one second while the device is away: the time since it was last heard
    /// grows.
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
        furtherName.update(further?.words ?? "")
    }

    // MARK: A warning

    private var warning: WarningRow? { warnings.lines.value.first { $0.id == name } }

    private var warningLines: [Line] {
        guard let warning else {
            return [Line("this warning is settled; nothing is left to do", .good)]
        }
        return [Line(warning.text, warning.tone)]
            + (warning.detail.isEmpty ? [] : [Line(warning.detail)])
    }

    // MARK: A device

    private var deviceLines: [Line] {
        guard let status = library.status.value else { return [] }
        guard let row = DeviceRow.members(of: status).first(where: { $0.id == name }) else {
            return [Line("this device is no longer at the table", .attention)] + joining
        }
        let keeper = row.device.keeper
        var lines = keeper.isEmpty ? [] : [Line("keeper \(keeper)")]
        lines.append(Line(Phrases.line(row.state, row.difference), row.tone))
        if let peer = row.peer {
            lines.append(Line(lastHeard(peer)))
            if !row.link.isEmpty { lines.append(Line("link \(row.link)")) }
            if let problem = peer.problem { lines.append(Line(problem, .bad)) }
        } else {
            lines.append(Line("log \(Phrases.size(bytes: status.storage.logBytes))"))
        }
        return lines + joining
    }

    /// Adds the time since the status arrived to the time that the status states.
    private func lastHeard(_ peer: PeerDocument) -> String {
        guard let seconds = peer.lastSeenSeconds else {
            return peer.state == .neverSeen
                ? "never heard from" : "not heard from since the daemon started"
        }
        let since = Int((timekeeper.now - toldAt).components.seconds)
        // A reachable device is heard every few seconds.
        return
            "last heard from \(Phrases.ago(seconds: seconds + (peer.state.isReached ? 0 : since)))"
    }

    /// The role, inviter and joining words of the device, and its incidents.
    private var joining: [Line] {
        guard let device else { return [] }
        let origin = Phrases.line(
            device.role?.rawValue, device.invitedBy.map { "invited by \($0)" })
        var lines = origin.isEmpty ? [] : [Line(origin)]
        lines.append(
            Line(
                Phrases.line(
                    Phrases.entries(device.entries)
                        + (device.incarnations > 1
                            ? " of \(device.incarnations) incarnations" : ""),
                    counted.map { "\($0.count) in \($0.game)" })))
        if let words = device.words {
            lines.append(Line(InvitationWords.words(words)))
        }
        if device.isRemoved {
            let words = device.removal?.words ?? DeviceRow.removed
            lines.insert(Line(words, .bad), at: 0)
        }
        lines += (device.forked ?? []).map { Line("the log of \($0) is forked", .attention) }
        lines += (device.incidents ?? []).map { Line($0.text, .attention) }
        return lines
    }

    /// The entries of the device in the current game; nil until they are known.
    private var counted: (count: Int, game: String)? {
        guard let log, let count = log.count, let game = log.game else { return nil }
        return (count, game)
    }

    // MARK: Where a keeper can act on it

    /// The screen that `openFurther` opens, and its name in hints.
    private var further: (destination: Destination, words: String)? {
        guard kind == .warnings else {
            guard library.status.value?.game != nil, counted?.count != 0 else { return nil }
            let words = counted.map { "its \(Phrases.entries($0.count)) in \($0.game)" }
            return (.timeline(keeper: name), words ?? "the timeline of \(name)")
        }
        switch warning.flatMap({ WarningCode(rawValue: $0.code) }) {
        case .untracked, .uncovered, .overlap, .takenOver:
            return (.tracking, "the players to track")
        case .duplicate, .uncompared, .afterSignOff, .behindEnd, .lostLater, .targetReachedTwice:
            return (.timeline(), "the timeline")
        case .numberTwice, .foulLimit, .signedDiffers, .signedOtherwise, .protest:
            return (.game(nil), "the game")
        case .newerGame: return (.games, "all games")
        default: return nil
        }
    }
}
