import MoveLog
import Testing

/// Bodies of removals and namings, and what counts of tables whose devices remove each other.
enum RemovalVectors {
    static func compare(_ file: Vector) throws {
        for item in try file.list("valid") {
            let bytes = try item.bytes("bytes")
            let removed = try DeviceRemoved(body: bytes)
            #expect(removed.device.octets == (try item.octets32("device")))
            let cuts = try item.list("cuts").map {
                DeviceRemoved.Cut(
                    author: try $0.author(),
                    sequence: try $0.unsigned("sequence"),
                    digest: try $0.digest(),
                    signature: try $0.bytes("signature"))
            }
            #expect(removed.cuts == cuts)
            #expect(bytes.starts(with: removed.body))
        }
        try expectRefused(file.list("invalid")) { bytes throws(Malformed) in
            _ = try DeviceRemoved(body: bytes)
        }
        let deputies = try file.object("deputies")
        for item in try deputies.list("valid") {
            let bytes = try item.bytes("bytes")
            let named = try DeputyNamed(body: bytes)
            #expect(named.device.octets == (try item.octets32("device")))
            #expect(named.isDeputy == (try item.truth("isDeputy")))
            #expect(bytes.starts(with: named.body))
        }
        try expectRefused(deputies.list("invalid")) { bytes throws(Malformed) in
            _ = try DeputyNamed(body: bytes)
        }
        try LogVectors.compareMerge(file)
    }
}
