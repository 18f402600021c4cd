/// Something that happens at an instant of a simulated run.
enum Happening: Sendable {
    case keeperRecords(Int)
    case deviceWakes(Int)
    case deviceStarts(Int)
    case deviceCrashes
    case deviceGoesOffline
    case deviceComesBack(Int)
    case deviceFallsAsleep
    case deviceAwakes(Int)
    case devicesDial(Int)
    case networkParts
    case networkJoins
    case waysClose
    case waysOpen
    case connectionResets
    case packetArrives(wire: Int, from: Int, packet: Wire.Packet)
    case packetIsSentAgain(wire: Int, from: Int, packet: Wire.Packet)
    case runComesAgain(wire: Int, from: Int, frame: Wire.Packet)
    case wireBreaks(wire: Int, end: Int)
    case diskFails
    case diskHasRoom(Int)
    case bitFlips
    case clockJumps
    case backupIsPutBack
    case deviceIsCloned
    case deviceJoins(Int)
    case deviceIsRemoved
    case hostileActs
    case honestProbe

    /// Which it is and of whom, for the trace.
    var numbers: (UInt64, UInt64, UInt64) {
        func about(_ kind: UInt64, _ one: Int = 0, _ other: Int = 0) -> (UInt64, UInt64, UInt64) {
            (kind, UInt64(bitPattern: Int64(one)), UInt64(bitPattern: Int64(other)))
        }
        switch self {
        case .keeperRecords(let device): return about(1, device)
        case .deviceWakes(let device): return about(2, device)
        case .deviceStarts(let device): return about(3, device)
        case .deviceCrashes: return about(4)
        case .deviceGoesOffline: return about(5)
        case .deviceComesBack(let device): return about(6, device)
        case .deviceFallsAsleep: return about(7)
        case .deviceAwakes(let device): return about(8, device)
        case .devicesDial(let device): return about(9, device)
        case .networkParts: return about(10)
        case .networkJoins: return about(11)
        case .waysClose: return about(12)
        case .waysOpen: return about(13)
        case .connectionResets: return about(14)
        case .packetArrives(let wire, let end, let packet):
            return about(15, wire * 2 + end, packet.offset)
        case .packetIsSentAgain(let wire, let end, let packet):
            return about(16, wire * 2 + end, packet.offset)
        case .runComesAgain(let wire, let end, let frame):
            return about(17, wire * 2 + end, frame.bytes.count)
        case .wireBreaks(let wire, let end): return about(18, wire * 2 + end)
        case .diskFails: return about(19)
        case .diskHasRoom(let device): return about(20, device)
        case .bitFlips: return about(21)
        case .clockJumps: return about(22)
        case .backupIsPutBack: return about(23)
        case .deviceIsCloned: return about(24)
        case .deviceJoins(let device): return about(25, device)
        case .deviceIsRemoved: return about(26)
        case .hostileActs: return about(27)
        case .honestProbe: return about(28)
        }
    }
}
