/// The ways from a device to the others: to each the shortest one, and the shortest one over another
/// link, so that what is left without any one link is at hand. Costs a look at each way, once; and one
/// at each device for each link that is left out.
struct Ways: Sendable {
    private struct Way {
        let reach: Reach
        let link: LinkID
    }

    private struct Best {
        var first: Way
        /// The best one over another link than the first.
        var second: Way?
    }

    private var best: [DeviceID: Best] = [:]

    /// A link leads to a device; of several the last one counts.
    mutating func add(neighbour reach: Reach, over link: LinkID) {
        add(Way(reach: reach, link: link), isBetter: <=)
    }

    /// A device was heard of on a link; of equally short ways the first one counts.
    mutating func add(_ reach: Reach, over link: LinkID) {
        add(Way(reach: reach, link: link), isBetter: <)
    }

    private mutating func add(_ way: Way, isBetter: (UInt8, UInt8) -> Bool) {
        let device = way.reach.device
        guard var known = best[device] else {
            best[device] = Best(first: way)
            return
        }
        if isBetter(way.reach.hops, known.first.reach.hops) {
            if known.first.link != way.link { known.second = known.first }
            known.first = way
        } else if known.first.link != way.link,
            known.second.map({ isBetter(way.reach.hops, $0.reach.hops) }) ?? true
        {
            known.second = way
        }
        best[device] = known
    }

    /// The devices, sorted, each with the link without which it cannot be reached, if there is one.
    var devices: [(device: DeviceID, only: LinkID?)] {
        best.map { ($0.key, $0.value.second == nil ? $0.value.first.link : nil) }
            .sorted { $0.device < $1.device }
    }

    /// The shortest ways without those over a link, in no order.
    func besides(_ link: LinkID?) -> [Reach] {
        best.values.compactMap { $0.first.link == link ? $0.second?.reach : $0.first.reach }
    }
}
