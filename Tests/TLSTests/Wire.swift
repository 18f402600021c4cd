import MoveLog
import TLS

/// A joint between two channels in memory: carries bytes in pieces and gathers what each end tells.
struct Wire {
    let dialler: SecureChannel
    let acceptor: SecureChannel
    /// What the dialling end told so far.
    private(set) var diallerEvents: [SecureChannel.Event] = []
    /// What the accepting end told so far.
    private(set) var acceptorEvents: [SecureChannel.Event] = []
    /// Bytes that each end sent.
    private(set) var bytesFromDialler = 0
    private(set) var bytesFromAcceptor = 0

    init(_ dialler: SecureChannel, _ acceptor: SecureChannel) {
        self.dialler = dialler
        self.acceptor = acceptor
    }

    /// Carries bytes both ways, in pieces of at most `piece`, until neither end has any.
    mutating func run(piece: Int = .max) {
        while true {
            let forward = dialler.takeOutput()
            let back = acceptor.takeOutput()
            if forward.isEmpty && back.isEmpty { break }
            bytesFromDialler += forward.count
            bytesFromAcceptor += back.count
            deliver(forward, to: acceptor, piece: piece)
            deliver(back, to: dialler, piece: piece)
        }
        diallerEvents += dialler.takeEvents()
        acceptorEvents += acceptor.takeEvents()
    }

    private func deliver(_ bytes: [UInt8], to channel: SecureChannel, piece: Int) {
        var rest = bytes[...]
        while !rest.isEmpty {
            channel.receive(Array(rest.prefix(piece)))
            rest = rest.dropFirst(piece)
        }
    }
}

extension [SecureChannel.Event] {
    /// What the handshake proved, if it was done.
    var proof: SecureChannel.Proof? {
        for case .established(let proof) in self { return proof }
        return nil
    }

    /// All data, joined.
    var data: [UInt8] {
        flatMap { event -> [UInt8] in
            if case .data(let bytes) = event { bytes } else { [] }
        }
    }

    /// Why the channel failed, if it did.
    var failure: TLSError? {
        for case .failed(let error) in self { return error }
        return nil
    }
}

extension Endpoint {
    /// An acceptor that admits everybody and knows no invite.
    func acceptAnybody() throws -> SecureChannel {
        try accept(admits: { _ in true }, codeKey: { _ in nil })
    }

    /// An acceptor that admits nobody and has one invite open.
    func accept(inviting code: InviteCode) throws -> SecureChannel {
        try accept(admits: { _ in false }, codeKey: { $0 == code.identity ? code.key : nil })
    }
}

/// SplitMix64: the same sequence for the same seed.
struct SeededSource {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

    mutating func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8(truncatingIfNeeded: next() >> 32) }
    }
}

extension InviteCode {
    /// The code that a seed draws.
    init(seed: UInt64) {
        self.init { count in
            var source = SeededSource(seed: seed)
            return source.bytes(count)
        }
    }
}
