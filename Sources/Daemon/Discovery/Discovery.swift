package import Net

/// Says that this device is there, and hears who else is.
package final class Discovery {
    /// Something heard, with where it can be dialled.
    struct Sighting {
        var announcement: Announcement
        var address: Address
    }

    /// What went over one interface.
    package struct Traffic {
        package var interface: Interface
        package var sent: Int
        /// Of other devices, of whatever table.
        package var heard: Int
        /// Why the last announcement did not leave.
        package var failure: NetError?
    }

    private let socket: AnnouncementSocket
    private let sources: Sources
    private let diagnostics: Diagnostics
    private var nextAnnouncementAt: Duration
    private var nextLookAt: Duration
    /// Of those that were told.
    private var oversizedCount = 0
    private var heardCounts: [String: Int] = [:]

    /// The multicast group, of link-local scope.
    static let group = Address.Host.v6(high: 0xff02_0000_0000_0000, low: 0x7363_6f72, scope: 0)

    init(
        port: UInt16, sources: Sources, diagnostics: Diagnostics, at now: Duration
    ) throws(NetError) {
        socket = try AnnouncementSocket(port: port, group: Self.group)
        self.sources = sources
        self.diagnostics = diagnostics
        nextAnnouncementAt = now
        nextLookAt = now
        for number in socket.numbers {
            _ = sources.watch(number, .readable, as: .announcements)
        }
    }

    /// Hears no more; to be called before it is released.
    func end() {
        for number in socket.numbers { sources.forget(number) }
    }

    /// Takes what was announced, at most what one turn may; also what this device announced itself.
    func hear() -> [Sighting] {
        var sightings: [Sighting] = []
        for _ in 0..<Limits.announcementsOfATurnMax {
            guard let datagram = try? socket.receive() else { break }
            guard let announcement = Announcement(bytes: datagram.bytes) else {
                diagnostics.say(
                    .warning, of: "announcements of " + datagram.source.hostText,
                    "\(datagram.source) announced what cannot be read; it was ignored")
                continue
            }
            let address = Address(datagram.source.host, port: announcement.port)
            sightings.append(Sighting(announcement: announcement, address: address))
        }
        tellOversized()
        return sightings
    }

    private func tellOversized() {
        guard socket.oversizedCount > oversizedCount else { return }
        oversizedCount = socket.oversizedCount
        diagnostics.say(
            .warning, of: "oversized announcements",
            "\(oversizedCount) announcements were larger than any device makes; they were ignored")
    }

    /// Says again at once where this device is.
    func hurry(at now: Duration) { nextAnnouncementAt = now }

    /// Looks at the interfaces and announces, when it is time: what `announcement` makes of the addresses
    /// of each interface. Returns whether the interfaces have changed. Without an announcement it only
    /// listens.
    func tick(_ announcement: (([Address.Host]) -> Announcement)?, at now: Duration) -> Bool {
        var hasChanged = false
        if now >= nextLookAt {
            nextLookAt = now + Limits.interfaceInterval
            if let look = try? socket.refresh() {
                hasChanged = look.hasChanged
                for failure in look.failures { diagnose(failure) }
            }
            if hasChanged { nextAnnouncementAt = now }
        }
        guard now >= nextAnnouncementAt else { return hasChanged }
        nextAnnouncementAt = now + Limits.announcementInterval
        guard let announcement else { return hasChanged }
        let failures = socket.send { announcement($0.addresses.map(\.host)).bytes }
        for failure in failures { diagnose(failure) }
        return hasChanged
    }

    /// When `tick` has something to do.
    var nextDeadline: Duration { min(nextAnnouncementAt, nextLookAt) }

    /// Notes that another device was heard, on the interface whose neighbour it is.
    func count(_ sighting: Sighting) {
        let near = socket.interfaces.first { $0.isNear(sighting.address.host) }
        heardCounts[near?.name ?? "", default: 0] += 1
    }

    /// What was sent and heard on each interface since discovery began.
    package var traffic: [Traffic] {
        socket.interfaces.map { interface in
            Traffic(
                interface: interface, sent: socket.sentCounts[interface.name] ?? 0,
                heard: heardCounts[interface.name] ?? 0,
                failure: socket.sendFailures[interface.name])
        }
    }

    /// Announcements of other devices whose interface cannot be told.
    package var heardElsewhere: Int { heardCounts[""] ?? 0 }

    /// This device's addresses on its networks, for those who cannot hear announcements.
    var addresses: [Address.Host] { socket.interfaces.flatMap(\.addresses).map(\.host) }

    /// An interface that takes no announcements is common and harms nobody: said rarely.
    private func diagnose(_ failure: NetError) {
        diagnostics.say(.note, of: "announcements", failure.message)
    }
}
