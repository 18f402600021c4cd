import MoveLog
import Seeds

/// Work that a hostile device wants to make for others, and what somebody does who is no member.
extension HostileDevice {
    mutating func flood(_ kind: HostileKind, on link: LinkID) -> Bool {
        switch kind {
        case .frameFlood:
            for _ in 0..<number(50...500) {
                let frames: [Frame] = [
                    .want([]), .summary(Summary(digest: .zero, routes: [], equal: [])),
                    .acknowledge(Frontier(leaves: [])),
                    .clocks([]), .pong(token: .max, wall: now.wall, reading: reading),
                ]
                if let frame = frames.randomElement(using: &random) { say(frame, on: link) }
            }
            // Of a type that a later version may know.
            say([0, 0, 0, 1, 200], on: link)
        case .wantFlood:
            let authors = leaves.map(\.author) + own.suffix(40).map(\.log.author)
            for _ in 0..<number(5...50) { say(.want(authors), on: link) }
        case .pingFlood:
            for _ in 0..<number(50...500) {
                say(
                    .ping(
                        token: chance(50) ? .max : random.next(),
                        wall: WallTime(milliseconds: chance(50) ? .min : .max)), on: link)
            }
        case .halfFrames:
            // Whatever it says next is the rest of this.
            say([0, 0, UInt8(number(1...15)), 0, 3] + random.bytes(number(0...200)), on: link)
        case .largeFrames:
            if chance(50) {
                let leaves = (0..<(chance(10) ? 16_000 : 3000)).compactMap { _ in
                    AuthorID(random.bytes(16)).map {
                        Leaf(author: $0, sequence: 1 << 50, mark: charter.founder.octets)
                    }
                }
                say(.acknowledge(Frontier(leaves: leaves)), on: link)
            } else {
                let length = number(1_048_000...1_049_000)
                say(Frame.framed([UInt8](repeating: 4, count: length)), on: link)
            }
        case .reconnects:
            guard let victim = contacts[link]?.victim else { return false }
            if chance(70) { say(.bye(.goodbye), on: link) }
            hangUp(link)
            deeds.append(.dial(victim: victim))
        default:
            guard let victim = contacts[link]?.victim else { return false }
            for _ in 0..<number(1...40) { deeds.append(.dial(victim: victim)) }
        }
        return true
    }

    /// What a device does that has no invitation: a greeting with somebody's chain, or no greeting.
    mutating func knock(_ link: LinkID, isFirst: Bool = false) {
        let chain = chance(50) ? chains.randomElement(using: &random) : nil
        switch number(0...(isFirst ? 5 : 6)) {
        case 0, 1:
            say(
                .greeting(greeting(table: charter.table, chain: chain ?? charter.chain)), on: link)
            announceNothing(on: link)
        case 2: announceNothing(on: link)
        case 3: say(.want([charter.founder]), on: link)
        case 4: say(random.bytes(number(1...300)), on: link)
        case 5: say([0, 0, 16, 0, 1] + random.bytes(number(1...60)), on: link)
        default:
            if let victim = contacts[link]?.victim {
                for _ in 0..<number(1...30) { deeds.append(.dial(victim: victim)) }
            }
        }
        counts[.forgedNoise, default: 0] += 1
    }

    private mutating func announceNothing(on link: LinkID) {
        say(
            .frontier(
                Frame.Announcement(wall: now.wall, frontier: Frontier(leaves: []))),
            on: link)
    }
}
