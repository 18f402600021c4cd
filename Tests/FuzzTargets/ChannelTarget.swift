import MoveLog
import TLS

/// The first byte chooses who stands at the door; the script then hands over what the other side says,
/// changed here and there, or bytes of its own.
enum ChannelTarget {
    private static let identities = Result {
        (here: try Identity.generate(), there: try Identity.generate())
    }

    static func run(_ bytes: [UInt8]) throws {
        let identities = try identities.get()
        let code = InviteCode(random: { [UInt8](repeating: 7, count: $0) })
        var script = ByteScript(bytes)
        let role = script.byte()
        let there = try TLSContext(identity: identities.there).accept(
            admits: { _ in true }, codeKey: { $0 == code.identity ? code.key : nil })
        let end = try TLSContext(identity: identities.here)
        let here = role & 1 == 0 ? try end.dial(admits: { _ in true }) : try end.join(code)
        var steps = 0
        var given = 0
        while !script.isAtEnd, steps < 100 {
            steps += 1
            let how = script.byte()
            let isThere = how & 1 == 0
            var crossing = isThere ? here.takeOutput() : there.takeOutput()
            let place = script.word()
            if how & 2 != 0, !crossing.isEmpty { crossing[place % crossing.count] ^= script.byte() }
            if how & 4 != 0 { crossing = Array(crossing.prefix(place)) }
            if how & 8 != 0 { crossing += script.chunk() }
            given += crossing.count
            let end = isThere ? there : here
            end.receive(crossing)
            let isUp = try drain(end, given: given)
            if isUp, how & 16 != 0 { end.send([1, 2, 3]) }
        }
    }

    /// Takes all that there is; returns whether the handshake came to its end now.
    private static func drain(_ end: SecureChannel, given: Int) throws -> Bool {
        var data = 0
        var isUp = false
        for event in end.takeEvents() {
            if case .established = event { isUp = true }
            if case .data(let bytes) = event { data += bytes.count }
            if case .failed(let error) = event { _ = "\(error)" }
        }
        try demand(data <= given, "more was read than came")
        try demand(end.outputBytes <= 64 * 1024, "an answer to a handshake without end")
        return isUp
    }
}
