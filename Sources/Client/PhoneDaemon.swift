package import Documents
import Net

/// The daemon of a phone, as commands use it.
package struct PhoneDaemon {
    private let phone: PhoneHome
    /// The home of the device that hosts the phone.
    private let host: StateHome

    package init(of phone: PhoneHome, at host: StateHome) {
        self.phone = phone
        self.host = host
    }

    /// Makes the phone's device a member of the host's table, unless it is one. It accepts links
    /// from this machine only: its entries reach the other devices through the host. It begins in
    /// the game of the host: at another court a newer one may be played.
    package func join(with client: LocalClient) throws(ClientError) {
        let host = try client.status().document
        if !phone.home.isFresh, try status().table.id == host.table.id { return }
        let invite = try client.post(
            .invitations, InviteRequest(count: 1, isHosted: true), .never,
            as: InviteDocument.self
        ).document
        let port = invite.addresses.first.flatMap { Address($0) }?.port
        guard let code = invite.codes.first?.code, let peer = self.host.peerAddress(atPort: port)
        else {
            throw .unusable(
                "the settings of the daemon do not say where peers reach it; \(phone.name) did not "
                    + "join; restart it: scored down --now, then scored up")
        }
        let options = [
            "--name=\(phone.name)", "--listen=127.0.0.1:0", "--no-discovery", "--peer=\(peer)",
        ]
        let starter = try DaemonStarter(home: phone.home, options: options)
        let own = LocalClient(home: phone.home, starting: starter)
        _ = try own.post(
            .join, JoinRequest(code: code, via: peer), .never, as: JoinDocument.self,
            within: ClientLimits.joinTime)
        if let game = host.game { use(game.name, of: host.device.id, own) }
    }

    /// Makes a game of the host the phone's current one. Part of a log may give another game that
    /// name, so the phone waits for the host's entries for a while. Of a failure nothing is said:
    /// the keeper at the phone can go to the game.
    private func use(_ game: String, of host: String, _ client: LocalClient) {
        let begin = Clocks.uptime
        while Clocks.uptime < begin + ClientLimits.joinTime {
            do throws(ClientError) {
                let peers = try client.status().document.peers
                let isWhole = peers.contains { $0.id == host && $0.state == .inSync }
                if isWhole || Clocks.uptime > begin + ClientLimits.arrivalTime {
                    _ = try client.post(.use, UseRequest(game: game), as: DoneDocument.self)
                    return
                }
                try ClientSources().turn(until: Clocks.uptime + ClientLimits.startInterval)
            } catch {
                guard case .refused(let refusal) = error,
                    refusal.code == ErrorCode.unknownGame.rawValue,
                    (try? ClientSources().turn(
                        until: Clocks.uptime + ClientLimits.phonesLookTime)) != nil
                else { return }
            }
        }
    }

    /// A client of the daemon, which starts it.
    package func client() throws(ClientError) -> LocalClient {
        LocalClient(home: phone.home, starting: try DaemonStarter(home: phone.home))
    }

    /// The status of the daemon, which is started if it is absent.
    package func status() throws(ClientError) -> StatusDocument {
        try client().status().document
    }

    /// The phone as a list shows it, seen from the host's status; nothing is started.
    package func document(in table: StatusDocument) -> PhoneDocument {
        let pairing = (try? phone.pairing()) ?? nil
        var document = PhoneDocument(
            id: phone.id, name: phone.name, isPaired: phone.isPaired,
            isPairing: !phone.isRefused()
                && pairing.map { Int(Clocks.wallMilliseconds / 1000) < $0.expires } ?? false)
        guard !phone.home.isFresh,
            let own = try? LocalClient(home: phone.home).status().document
        else { return document }
        document.device = own.device.name
        document.unsynced = own.sync.unsynced
        document.state = table.peers.first { $0.id == own.device.id }?.state
        let sides = table.game.map { [$0.home, $0.away] } ?? []
        document.tracked = sides.flatMap(\.players).count {
            $0.trackedBy.contains(own.device.name)
        }
        return document
    }

    /// Ends the daemon once another device holds its moves, or after a vain wait, since they are
    /// safe on this disk. Returns its process, which may still write; nil if none ran.
    package func end() throws(ClientError) -> Int? {
        let client = LocalClient(home: phone.home)
        do throws(ClientError) {
            let processID = try client.get(.health, as: HealthDocument.self).document.processID
            do throws(ClientError) {
                try end(client, ShutdownRequest())
            } catch {
                guard case .refused = error else { throw error }
                try end(client, ShutdownRequest(now: true))
            }
            return processID
        } catch {
            if case .notRunning = error { return nil }
            throw error
        }
    }

    private func end(_ client: LocalClient, _ order: ShutdownRequest) throws(ClientError) {
        _ = try client.post(
            .shutdown, order, .never, as: DoneDocument.self, within: ClientLimits.endTime)
    }
}

/// A phone in the list of `scored phones`.
package struct PhoneDocument: Codable, Equatable, Sendable {
    /// Eight hexadecimal digits.
    package var id: String
    package var name: String
    /// True once a person has approved a key.
    package var isPaired: Bool
    /// True while a code is open.
    package var isPairing: Bool
    /// The name of its device; nil while its daemon does not answer, and before the first pairing.
    package var device: String?
    /// The device as the host sees it; nil also if it is no member of the host's table.
    package var state: PeerState?
    /// Its moves that are durable nowhere else; nil as `device`.
    package var unsynced: Int?
    /// Players of the current game that it tracks; nil as `device`.
    package var tracked: Int?
}

/// The answer of `scored phones`.
package struct PhonesDocument: Codable, Equatable, Sendable {
    /// Fields may be added in the same version; 1 for this form.
    package var schema = 1
    /// By name.
    package var phones: [PhoneDocument]
    /// The reasons why phones are missing, one sentence each.
    package var problems: [String]

    package init(phones: [PhoneDocument], problems: [String]) {
        self.phones = phones
        self.problems = problems
    }
}
