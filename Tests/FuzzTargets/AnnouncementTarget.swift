import Daemon
import MoveLog
import Net
import TLS

/// The first byte chooses the door: a datagram, the frames of a pairing, or the text of a code or of an
/// address.
enum AnnouncementTarget {
    static func run(_ bytes: [UInt8]) throws {
        guard let control = bytes.first else { return }
        let rest = Array(bytes.dropFirst())
        switch control % 4 {
        case 0:
            guard let read = Announcement(bytes: rest) else { return }
            try demand(read == Announcement(bytes: read.bytes), "an announcement changes")
            try demand(read.bytes.count <= rest.count, "an announcement of more than it was")
        case 1: try pairing(rest, cut: Int(control >> 2))
        case 2:
            guard let code = try? InviteCode(parsing: String(decoding: rest, as: UTF8.self))
            else { return }
            try demand(
                try InviteCode(parsing: code.description) == code, "a code changes when shown")
            try demand(code.identity.count == 8 && code.key.count == 32, "a code without a key")
        default: try address(String(decoding: rest, as: UTF8.self))
        }
    }

    private static func pairing(_ bytes: [UInt8], cut: Int) throws {
        let whole = read([bytes])
        try demand(whole == read(bytes.slices(of: cut)), "a pairing reads differently when cut")
        for frame in whole.frames {
            let again = try PairingFrame(Array(frame.bytes.dropFirst(4)))
            try demand(again == frame, "a frame of pairing changes")
        }
    }

    private struct Reading: Equatable {
        var frames: [PairingFrame] = []
        var isMalformed = false
    }

    private static func read(_ pieces: [[UInt8]]) -> Reading {
        var reading = Reading()
        var reader = PairingReader()
        do throws(Malformed) {
            for piece in pieces {
                reader.receive(piece)
                while let frame = try reader.next() { reading.frames.append(frame) }
            }
        } catch {
            reading.isMalformed = true
        }
        return reading
    }

    private static func address(_ text: String) throws {
        if let address = Address(text) {
            try demand(Address(address.description) == address, "an address changes when shown")
        }
        if let named = try? NamedAddress(text) {
            try demand(
                try NamedAddress(named.description) == named, "a host changes when it is shown")
        }
    }
}
