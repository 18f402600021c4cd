import Seeds
import Testing

@testable import MoveLog

/// The shortest ways, and those without one link.
@Suite struct WaysTests {
    private struct Heard {
        let link: LinkID
        let device: DeviceID
        let routes: [Reach]
    }

    /// What a device hears on up to eight links, some of them to one and the same device.
    private func heard(_ random: inout SeededGenerator) -> [Heard] {
        let devices = (0..<UInt8(7)).compactMap { DeviceID([UInt8](repeating: $0, count: 16)) }
        return (0..<Int.random(in: 0...8, using: &random)).map { number in
            let routes = devices.filter { _ in Bool.random(using: &random) }.map {
                Reach(
                    device: $0, hops: UInt8.random(in: 1...6, using: &random),
                    address: "\(number)")
            }
            return Heard(
                link: LinkID(rawValue: UInt64(number)),
                device: devices[Int.random(in: 0..<devices.count, using: &random)],
                routes: routes)
        }
    }

    /// Worked out for one link that is left out, from nothing.
    private func plain(_ heard: [Heard], besides link: LinkID?) -> [DeviceID: Reach] {
        let others = heard.filter { $0.link != link }
        var best: [DeviceID: Reach] = [:]
        for one in others {
            best[one.device] = Reach(device: one.device, hops: 1, address: "\(one.link)")
        }
        for one in others {
            for route in one.routes where best[route.device]?.hops ?? .max > route.hops + 1 {
                best[route.device] = Reach(
                    device: route.device, hops: route.hops + 1, address: route.address)
            }
        }
        return best
    }

    @Test(arguments: 1...300 as ClosedRange<UInt64>)
    func withoutAnyLinkTheWaysAreThoseOfTheOthers(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let heard = heard(&random)
        var ways = Ways()
        for one in heard {
            ways.add(
                neighbour: Reach(device: one.device, hops: 1, address: "\(one.link)"),
                over: one.link)
        }
        for one in heard {
            for route in one.routes {
                let reach = Reach(
                    device: route.device, hops: route.hops + 1, address: route.address)
                ways.add(reach, over: one.link)
            }
        }
        for link in [nil] + heard.map({ Optional($0.link) }) {
            let expected = plain(heard, besides: link).values.sorted()
            #expect(ways.besides(link).sorted() == expected, "seed \(seed)")
        }
    }
}
