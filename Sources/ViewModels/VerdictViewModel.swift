package import Documents

/// How this device compares to the others: a verdict, and the words of agreement.
package final class VerdictViewModel {
    private let words: Catalogue
    private var bindings: [Binding] = []

    // Input

    package func receive(_ status: StatusDocument) {
        line.update(line(status))
        short.update(short(status))
        tone.update(Self.tone(status))
        let sync = status.sync
        let print: Term = Self.isMatch(status) ? .allMatch(sync.words) : .fingerprint(sync.words)
        agreement.update(
            Phrases.line(
                sync.words.isEmpty ? nil : words(print), words(.entries(sync.entries))))
    }

    /// Shows that there is no daemon.
    package func receive(lost reason: String) {
        line.update(words(.notConnected(reason)))
        short.update(words(.noDaemon))
        tone.update(.bad)
    }

    // Output

    /// `in sync with bo, cy · saved on other devices too`.
    package let line = Dynamic("")
    /// The same in a word or two: `in sync`, `2 only here`.
    package let short = Dynamic("")
    package let tone = Dynamic(Tone.plain)
    /// `all devices match: amber-fox-river-stone · 41 entries`. Until that is known of every device
    /// it begins with `log fingerprint:`, and the words can be compared aloud.
    package let agreement = Dynamic("")

    package init(words: Catalogue = .english) { self.words = words }

    /// A verdict that follows the library by itself.
    package init(of library: any GameLibrary, words: Catalogue = .english) {
        self.words = words
        bindings = [
            library.eachStatus { [unowned self] in receive($0) },
            library.connection.bindAndFire { [unowned self] connection in
                switch connection {
                case .connecting: break
                case .connected: if let status = library.status.value { receive(status) }
                case .lost(let reason): receive(lost: reason)
                }
            },
        ]
    }

    /// True if this device is known to hold the same entries as every other device of the table.
    private static func isMatch(_ status: StatusDocument) -> Bool {
        status.isOfflineView != true && status.identity?.removal == nil
            && status.sync.state == .inSync && status.peers.contains { $0.state == .inSync }
            && status.peers.allSatisfy { [.inSync, .left].contains($0.state) }
    }

    private func line(_ status: StatusDocument) -> String {
        let sync = status.sync
        let onlyHere = words(sync.unsynced == 0 ? .savedElsewhere : .existOnlyHere(sync.unsynced))
        if let removal = status.identity?.removal {
            let removed =
                removal.by.isEmpty
                ? words(.notMember) : words(.removedBy(removal.by))
            return Phrases.line(
                removed,
                removal.uncounted == 0
                    ? nil : words(.keptHere(removal.uncounted)),
                status.isOfflineView == true ? words(.offlineView) : nil)
        }
        if status.isOfflineView == true {
            return Phrases.line(
                degraded(sync), words(.readFromDisk),
                // Acknowledgements since the last write may be missing on the disk.
                sync.unsynced == 0
                    ? nil : status.peers.isEmpty ? onlyHere : words(.atMost(onlyHere)))
        }
        let text =
            switch sync.state {
            case .inSync: Phrases.line(inSync(status.peers), away(status.peers), onlyHere)
            case .syncing: Phrases.line(syncing(status.peers), away(status.peers), onlyHere)
            case .alone where status.peers.isEmpty:
                Phrases.line(
                    words(.noOthersYet), sync.unsynced == 0 ? nil : onlyHere)
            case .alone: Phrases.line(words(.alone), away(status.peers), onlyHere)
            case .offline: Phrases.line(words(.offlineByChoice), onlyHere)
            }
        return Phrases.line(degraded(sync), text)
    }

    /// Nil while the disk is well. The reason comes from the system, in its words.
    private func degraded(_ sync: SyncDocument) -> String? {
        guard sync.isDegraded else { return nil }
        return words(.degradedBy(sync.problem ?? words(.seeWarnings)))
    }

    private func short(_ status: StatusDocument) -> String {
        if status.identity?.removal != nil { return words(.removed) }
        if status.sync.isDegraded { return words(.degraded) }
        if status.sync.unsynced > 0, !status.peers.isEmpty {
            return words(.countOnlyHere(status.sync.unsynced))
        }
        return switch status.sync.state {
        case .inSync: words(.inSync)
        case .syncing: words(.syncing)
        case .alone: words(.alone)
        case .offline: words(.offline)
        }
    }

    private func inSync(_ peers: [PeerDocument]) -> String {
        let names = peers.filter { $0.state == .inSync }.map(\.name)
        return names.isEmpty ? words(.inSync) : words(.inSyncWith(words.names(names)))
    }

    private func syncing(_ peers: [PeerDocument]) -> String {
        let busy = peers.filter { $0.state == .syncing }
        let coming = busy.map(\.behind).max() ?? 0
        let names = words.names(busy.map(\.name))
        return Phrases.line(
            names.isEmpty ? words(.syncing) : words(.syncingWith(names)),
            coming == 0 ? nil : words(.stillToCome(coming)))
    }

    private func away(_ peers: [PeerDocument]) -> String? {
        let names = peers.filter(\.state.isMissed).map(\.name)
        return names.isEmpty ? nil : words(.away(words.names(names)))
    }

    private static func tone(_ status: StatusDocument) -> Tone {
        if status.sync.isDegraded || status.identity?.removal != nil { return .bad }
        if status.isOfflineView == true { return .attention }
        let isMissed = status.peers.contains(where: \.state.isMissed)
        switch status.sync.state {
        case .inSync: return isMissed ? .attention : .good
        case .syncing, .offline: return .attention
        case .alone: return isMissed ? .attention : .plain
        }
    }
}

/// One line for the keeper: the outcome of the last deed, or the state of the connection.
package final class NoticeViewModel {
    private let words: Catalogue
    private var isLost = false
    /// Orders without an answer, by name.
    private var orders: [String: Binding] = [:]

    // Input

    package func say(_ text: String, _ tone: Tone) {
        // The tone first: a listener of the text draws both.
        self.tone.update(tone)
        self.text.update(text)
    }

    /// Sends an order and says its outcome. False, without effect, while another order of this name
    /// has no answer.
    @discardableResult
    func send(
        _ order: LibraryRequest<RecordedDocument>, as name: String, to library: any GameLibrary,
        ifRefused undo: @escaping () -> Void = {}
    ) -> Bool {
        guard orders[name] == nil else { return false }
        orders[name] = library.ask(order) { [unowned self] result in
            orders[name] = nil
            switch result {
            case .success(let recorded):
                let parts = [recorded.echo] + recorded.warnings.map(\.text)
                say(Phrases.joined(parts.filter { !$0.isEmpty }, by: " · "), .good)
            case .failure(let error):
                undo()
                say(error.text, .bad)
            }
        }
        return true
    }

    func receive(_ connection: LibraryConnection) {
        switch connection {
        case .connecting: return
        case .connected: if isLost { say(words(.connectedAgain), .good) }
        case .lost(let reason): say(words(.notConnected(reason)), .bad)
        }
        isLost = !connection.isConnected
    }

    // Output

    /// A sentence; empty before the first.
    package let text = Dynamic("")
    package let tone = Dynamic(Tone.plain)

    init(words: Catalogue = .english) { self.words = words }
}
