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
    case runComesAgain(wire: Int, from: Int, frame: [UInt8])
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
            return about(17, wire * 2 + end, frame.count)
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

    /// For people who follow a run.
    var words: String {
        switch self {
        case .keeperRecords(let device): "keeper \(device) records"
        case .deviceWakes(let device): "device \(device) wakes"
        case .deviceStarts(let device): "device \(device) starts"
        case .deviceCrashes: "a device crashes"
        case .deviceGoesOffline: "a device goes offline"
        case .deviceComesBack(let device): "device \(device) comes back"
        case .deviceFallsAsleep: "a device falls asleep"
        case .deviceAwakes(let device): "device \(device) awakes"
        case .devicesDial(let device): "device \(device) dials"
        case .networkParts: "the network parts"
        case .networkJoins: "the network joins"
        case .waysClose: "packets pass one way only"
        case .waysOpen: "packets pass both ways"
        case .connectionResets: "a connection is reset"
        case .packetArrives(let wire, let end, let packet):
            "wire \(wire) from end \(end): \(packet.bytes.count) bytes at \(packet.offset) arrive"
        case .packetIsSentAgain(let wire, let end, let packet):
            "wire \(wire) from end \(end): packet at \(packet.offset) again"
        case .runComesAgain(let wire, let end, let frame):
            "wire \(wire) from end \(end): \(frame.count) bytes of entries come again"
        case .wireBreaks(let wire, let end): "wire \(wire) breaks at end \(end)"
        case .diskFails: "a disk fails"
        case .diskHasRoom(let device): "device \(device) has room"
        case .bitFlips: "a bit flips"
        case .clockJumps: "a wall clock jumps"
        case .backupIsPutBack: "a backup is put back"
        case .deviceIsCloned: "a device is cloned"
        case .deviceJoins(let device): "device \(device) joins"
        case .deviceIsRemoved: "a device is removed"
        case .hostileActs: "the hostile device acts"
        case .honestProbe: "the honest devices record"
        }
    }
}
