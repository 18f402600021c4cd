package import Documents
import Net

/// Announces this device on the local network, and receives the announcements of others.
///
/// `PeeringTurn.trust` checks a signature only of a member without a link. `Dialer` chooses the
/// next address and how long to wait (`backoff`).
package final class Discovery {
    /// A received announcement, with the address to dial.
    struct Sighting {
        var announcement: Announcement
        var address: Address
    }

    private let socket: AnnouncementSocket
    private let sources: Sources
    private let diagnostics: Diagnostics
    private var nextAnnouncementAt: Duration
    private var nextCheckAt: Duration
    /// The number already reported.
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
        nextCheckAt = now
        for number in socket.numbers {
            _ = sources.watch(number, .readable, as: .announcements)
        }
    }

    /// Unwatches the socket; call it before the last release.
    func end() {
        for number in socket.numbers { sources.forget(number) }
    }

    /// Reads announcements, up to the limit of a turn; this device's own are among them.
    func receive() -> [Sighting] {
        var sightings: [Sighting] = []
        for _ in 0..<DaemonLimits.announcementsOfATurnMax {
            guard let datagram = try? socket.receive() else { break }
            guard let announcement = Announcement(bytes: datagram.bytes) else {
                diagnostics.say(
                    .warning, of: "announcements of " + datagram.source.hostText,
                    "ignored an unreadable announcement from \(datagram.source)")
                continue
            }
            let address = Address(datagram.source.host, port: announcement.port)
            sightings.append(Sighting(announcement: announcement, address: address))
        }
        reportOversized()
        return sightings
    }

    private func reportOversized() {
        guard socket.oversizedCount > oversizedCount else { return }
        oversizedCount = socket.oversizedCount
        diagnostics.say(
            .warning, of: "oversized announcements",
            "ignored \(oversizedCount) announcements larger than any device sends")
    }

    /// Makes the next announcement due at once.
    func announceNow(at now: Duration) { nextAnnouncementAt = now }

    /// Checks the interfaces and sends announcements when due; `announcement` makes one from the
    /// addresses of an interface, and nil only listens. Returns true if the interfaces have
    /// changed.
    func tick(_ announcement: (([Address.Host]) -> Announcement)?, at now: Duration) -> Bool {
        var hasChanged = false
        if now >= nextCheckAt {
            nextCheckAt = now + DaemonLimits.interfaceInterval
            if let look = try? socket.refresh() {
                hasChanged = look.hasChanged
                for failure in look.failures { diagnose(failure) }
            }
            if hasChanged { nextAnnouncementAt = now }
        }
        guard now >= nextAnnouncementAt else { return hasChanged }
        nextAnnouncementAt = now + DaemonLimits.announcementInterval
        guard let announcement else { return hasChanged }
        let failures = socket.send { announcement($0.addresses.map(\.host)).bytes }
        for failure in failures { diagnose(failure) }
        return hasChanged
    }

    /// The time at which `tick` is due.
    var nextDeadline: Duration { min(nextAnnouncementAt, nextCheckAt) }

    /// Counts an announcement of another device, on the interface whose network it came from.
    func count(_ sighting: Sighting) {
        let near = socket.interfaces.first { $0.isNear(sighting.address.host) }
        heardCounts[near?.name ?? "", default: 0] += 1
    }

    /// The announcements sent and received on each interface since discovery began.
    package var interfaces: [InterfaceReport] {
        socket.interfaces.map { interface in
            InterfaceReport(
                name: interface.name, isLoopback: interface.isLoopback,
                addresses: interface.addresses.map(\.hostText),
                sent: socket.sentCounts[interface.name] ?? 0,
                heard: heardCounts[interface.name] ?? 0,
                problem: socket.sendFailures[interface.name]?.message)
        }
    }

    /// Announcements of other devices whose interface is unknown.
    package var heardElsewhere: Int { heardCounts[""] ?? 0 }

    var addresses: [Address.Host] { socket.interfaces.flatMap(\.addresses).map(\.host) }

    /// An interface that cannot send announcements is common and does no harm, so it is reported
    /// rarely.
    private func diagnose(_ failure: NetError) {
        diagnostics.say(.note, of: "announcements", failure.message)
    }
}
