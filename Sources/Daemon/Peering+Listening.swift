import MoveLog
import Net

/// Going up and down: whether this device listens, dials and announces.
extension Peering {
    /// Fixed peers, remembered addresses, the listener: what a start begins with.
    func begin() throws(DaemonError) {
        let now = clock.uptime
        if !options.peers.isEmpty {
            home.update { $0.peers = options.peers.map(\.description) }
        }
        for text in home.settings.peers {
            guard let name = try? NamedAddress(text) else { continue }
            dialer.fix(name.address.map { .address($0) } ?? .name(name), at: now)
        }
        sightRemembered(at: now)
        home.update { settings in
            if let listen = options.listen { settings.listen = listen.description }
            if let isDiscovering = options.isDiscovering { settings.isDiscovering = isDiscovering }
            if let port = options.discoveryPort { settings.discoveryPort = port }
        }
        try startBringing { _ in }
        guard isOnline else { return }
        try goUp(at: now)
    }

    /// Takes back what other devices are known to hold.
    func recallHoldings() {
        guard let holdings = home.holdings() else { return }
        let table = ledger.log.charter.table
        ledger.replica.restore(holdings: holdings.known(of: table))
        for key in holdings.left(of: table) { ledger.replica.markLeft(key) }
        savedHoldings = holdings
    }

    func sightRemembered(at now: Duration) {
        for (digits, addresses) in home.settings.remembered {
            guard let device = hexadecimalOctets(digits).flatMap({ DeviceID($0) }) else { continue }
            for text in addresses.reversed() {
                guard let address = Address(text) else { continue }
                dialer.sight(device, at: address, as: .vouched, now: now)
            }
        }
    }

    func goUp(at now: Duration) throws(DaemonError) {
        do throws(NetError) {
            // An archive is no member: it only hears who invites.
            if ledger.replica.isMember { try startListening() }
        } catch {
            throw .listening(error)
        }
        isUp = true
        if home.settings.isDiscovering {
            do throws(NetError) {
                discovery = try Discovery(
                    port: home.settings.discoveryPort ?? announcementPort, sources: sources,
                    diagnostics: diagnostics, at: now)
            } catch {
                diagnostics.say(
                    .warning,
                    "\(error); devices are found by --peer and by earlier addresses only")
            }
        }
        dialer.hurry(at: now)
    }

    private func startListening() throws(NetError) {
        let listener = try openListener()
        listenAddress = listener.address
        // To be found again where it was, by those who remember it.
        change { $0.port = listener.address?.port }
        links.listen(with: listener)
    }

    func goDown(at now: Duration) {
        isUp = false
        ledger.replica.disconnectAll(at: clock.now)
        links.stopListening()
        links.closeOthers(at: now)
        discovery?.end()
        discovery = nil
    }

    /// The address that was had before, the one that was asked for, or any free port.
    private func openListener() throws(NetError) -> Listener {
        if let listenAddress, let again = try? Listener.listening(on: listenAddress) {
            return again
        }
        let wanted = home.settings.listen.flatMap { Address($0) }
        let host = wanted?.host ?? .any
        var ports = [wanted?.port == 0 ? nil : wanted?.port, home.settings.port]
        if wanted == nil { ports.append(peerPort) }
        for port in ports.compactMap(\.self) {
            do throws(NetError) {
                return try Listener.listening(on: Address(host, port: port))
            } catch {
                if options.listen?.port == port { throw error }
            }
        }
        return try Listener.listening(on: Address(host, port: 0))
    }
}
