import LocalAPI
import Net
import ViewModels
import Web

/// The phones of a home, as the keep door asks for them: their files, and the daemon of each, which
/// is started if it is absent.
final class HostedPhones: PhoneHost {
    private let main: StateHome
    private let homes: PhoneHomes
    private let loop: ClientLoop
    private var hosted: [Phone] = []
    private var lookedAt: Duration?
    /// The reasons why phones are missing from the list, one sentence each.
    private var damages: [String] = []

    init(home: StateHome, in loop: ClientLoop) {
        main = home
        homes = PhoneHomes(in: home)
        self.loop = loop
        look(atLeastEvery: .zero)
    }

    // MARK: The door's side

    var phones: [any HostedPhone] {
        look(atLeastEvery: ClientLimits.phonesLookTime)
        return hosted
    }

    func ask(_ phone: String, key: [UInt8], words: [String]) -> Bool {
        guard let phone = hosted.first(where: { $0.id == phone }) else { return false }
        let isWritten = (try? phone.home.ask(key, words: words)) ?? false
        phone.read(at: Self.wall)
        return isWritten
    }

    // MARK: The process's side

    /// The reasons why phones cannot keep score, one sentence each.
    var problems: [String] {
        damages
            + hosted.compactMap { phone in
                guard case .lost(let reason)? = phone.remote?.connection.value else { return nil }
                return "\(phone.home.name) cannot keep: \(reason)"
            }
    }

    /// Phones that a person has approved.
    var pairedCount: Int { hosted.count { $0.key != nil } }

    /// True while a phone may connect: one is paired, or a code is open or has just expired.
    var areExpected: Bool { pairedCount > 0 || hosted.contains { $0.isPairing(at: Self.wall) } }

    /// Reads the files of the phones, unless they were read a moment ago.
    func look(atLeastEvery interval: Duration) {
        let now = loop.timekeeper.now
        if let lookedAt, now < lookedAt + interval { return }
        lookedAt = now
        do throws(ClientError) {
            let (homes, problems) = try homes.all()
            damages = problems.map { $0.lines.joined(separator: " ") }
            let before = hosted
            hosted = homes.map { home in
                before.first { $0.id == home.id } ?? Phone(home)
            }
            for (phone, home) in zip(hosted, homes) { take(home, for: phone) }
            for gone in before where !hosted.contains(where: { $0 === gone }) { end(gone) }
        } catch {
            // Keep the phones of the last successful reading.
            damages = [error.lines.joined(separator: " ")]
        }
    }

    private func take(_ home: PhoneHome, for phone: Phone) {
        phone.home = home
        phone.read(at: Self.wall)
        if phone.key == nil {
            end(phone)
        } else if phone.remote == nil, !home.home.isFresh {
            phone.peer = main.peerAddress()
            let peer = phone.peer.map { ["--peer", $0] } ?? []
            let starter = try? DaemonStarter(home: home.home, options: peer)
            phone.remote = loop.add(home.home, starting: starter)
        } else if phone.ending != nil, phone.remote?.connection.value.isConnected == false {
            end(phone)
        } else if phone.ending == nil, let peer = main.peerAddress(), peer != phone.peer {
            // The laptop's daemon has a new address; a phone's daemon learns it only at its start.
            phone.ending = phone.remote?.ask(.shutdown) { _ in }
        }
    }

    private func end(_ phone: Phone) {
        if let remote = phone.remote { loop.remove(remote) }
        (phone.remote, phone.ending) = (nil, nil)
    }

    /// Saves the counters; reads the files while phones are expected. True if a reading was due.
    func turn(at now: Duration) -> Bool {
        for phone in hosted { phone.keepCounter(at: now) }
        guard let due = nextDeadline, now >= due else { return false }
        look(atLeastEvery: .zero)
        return true
    }

    var nextDeadline: Duration? {
        areExpected ? lookedAt.map { $0 + ClientLimits.phonesRestTime } : nil
    }

    /// Saves the counters.
    func end() {
        for phone in hosted { phone.keepCounter(at: nil) }
    }

    private static var wall: Int { Int(Clocks.wallMilliseconds / 1000) }

    private final class Phone: HostedPhone {
        var home: PhoneHome
        var remote: RemoteLibrary?
        /// The laptop's address with which the phone's daemon was started.
        var peer: String?
        var ending: Binding?
        private(set) var pairing: OpenPairing?
        var counter: UInt64
        private var kept: UInt64
        private var keptAt: Duration?
        private var expires: Int?

        init(_ home: PhoneHome) {
            self.home = home
            counter = home.counter()
            kept = counter
        }

        var id: String { home.id }
        var key: [UInt8]? { home.key }
        var library: (any GameLibrary)? { remote }

        /// Reads the open code. An unreadable file counts as none; `scored phone` reports it.
        func read(at wall: Int) {
            let record = (try? home.pairing()) ?? nil
            expires = record?.expires
            pairing = record.flatMap { Base64URL.decode($0.secret, count: 16) }.map { secret in
                let asked = (try? home.asked()) ?? nil
                return OpenPairing(
                    secret: secret, isExpired: wall >= expires ?? 0,
                    asked: asked.flatMap { Base64URL.decode($0.key, count: 65) },
                    isRefused: home.isRefused())
            }
        }

        func isPairing(at wall: Int) -> Bool {
            let farewell = Int(ClientLimits.pairingFarewellTime.components.seconds)
            return pairing != nil && wall < (expires ?? 0) + farewell
        }

        /// Saves the counter: at most once a second, or at once if `now` is nil.
        func keepCounter(at now: Duration?) {
            guard counter != kept else { return }
            if let now, let keptAt, now < keptAt + ClientLimits.phonesRestTime { return }
            home.keep(counter: counter)
            kept = counter
            keptAt = now
        }
    }
}

extension StateHome {
    /// The address at which a device on this machine dials the daemon of this home, as its settings
    /// say; nil if they cannot be read. `known` is its port where that is known better.
    func peerAddress(atPort known: UInt16? = nil) -> String? {
        struct Settings: Decodable {
            let listen: String?
            let port: UInt16?
        }
        guard
            let bytes = try? Folder(path, creating: false)
                .inspect("settings.json", bytesMax: ClientLimits.daemonSettingsBytesMax),
            let settings = try? JSON.decode(Settings.self, from: bytes),
            let port = known ?? settings.port
        else { return nil }
        let given = settings.listen.flatMap { Address($0) }?.host ?? .any
        let address = Address(given, port: port)
        if case .any = given { return Address.loopback(port: port).description }
        return address.description
    }
}
