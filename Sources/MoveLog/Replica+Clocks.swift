/// The uptimes of other machines: each device measures those of its peers by pings and tells what it
/// knows on. The owner turns readings in entries into instants (`BootClocks.instant`); the core knows
/// nothing of what they mean.
extension Replica {
    // MARK: Measuring

    /// Pings a peer, whose answer says what its clock shows; not while an answer is awaited.
    mutating func measure(_ link: LinkID) {
        guard sessions[link]?.isDismissed == false,
            let due = measuringDeadline(of: sessions[link]?.machine, sessions[link]?.pingedAt),
            now.uptime >= due
        else { return }
        ping(link)
    }

    /// When a member on an established link is to be pinged because its clock is not well enough known;
    /// nil while it is.
    func measuringDeadline(of machine: BootID?, _ pingedAt: Duration?) -> Duration? {
        let known = machine.flatMap { clocks.offset(of: $0, at: now.uptime) }
        if known?.isSettled(at: now.uptime) == true { return nil }
        return pingedAt.map { $0 + Intervals.ping } ?? now.uptime
    }

    /// A peer answered the last ping: what its clock showed was so at some instant between the two. What
    /// it told before can be placed now, or better than before.
    mutating func measured(_ reading: BootReading, pingedAt: Duration, on link: LinkID) {
        let isFirst = sessions[link]?.machine != reading.boot
        sessions[link]?.machine = reading.boot
        let revision = clocks.revision
        let isBetter = clocks.measure(reading, between: pingedAt, and: now.uptime)
        guard isBetter || isFirst, let heard = sessions[link]?.heardClocks else { return }
        clocks.hear(heard, from: reading.boot, at: now.uptime)
        clocksBecameBetter(since: revision)
    }

    // MARK: Telling on

    /// Takes what a peer tells of other clocks. It is kept with the link: a later ping may tell more
    /// exactly what the peer's own clock shows, on which all of it depends.
    mutating func takeClocks(_ told: [ToldClock], from link: LinkID) {
        guard let session = sessions[link] else { return }
        var heard = session.heardClocks
        for clock in told where clock.boot != clocks.own && clock.boot != session.machine {
            guard heard[clock.boot] != nil || heard.count < Limits.bootsMax else { continue }
            heard[clock.boot] = clock.offset(at: now.uptime)
        }
        sessions[link]?.heardClocks = heard
        guard let machine = session.machine else { return }
        let revision = clocks.revision
        if clocks.hear(heard, from: machine, at: now.uptime) { clocksBecameBetter(since: revision) }
    }

    private mutating func clocksBecameBetter(since revision: UInt64) {
        areClocksNews = true
        if clocks.revision != revision { emit(.publish(.clocks)) }
    }

    /// Tells every peer what it does not know as well of other clocks, at most every `Intervals.clocks`.
    mutating func tellClocks(_ links: [LinkID]) {
        guard areClocksNews, now.uptime >= clocksAt else { return }
        areClocksNews = false
        let known = clocks.offsets.sorted { $0.key < $1.key }
        for link in links {
            guard let session = sessions[link] else { continue }
            let news = known.filter { boot, offset in
                boot != session.machine
                    && offset.isNews(
                        toldBefore: session.toldClocks[boot], heard: session.heardClocks[boot],
                        at: now.uptime)
            }
            guard !news.isEmpty else { continue }
            // Nothing is remembered of what has been forgotten.
            var told = session.toldClocks.filter { clocks.offsets[$0.key] != nil }
            for (boot, offset) in news { told[boot] = offset }
            sessions[link]?.toldClocks = told
            clocksAt = now.uptime + Intervals.clocks
            send(.clocks(news.map { ToldClock($0, $1, at: now.uptime) }), on: link)
        }
    }
}
