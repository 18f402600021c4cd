import Storage
import Testing

/// CRC-32C against the known answers of RFC 3720, appendix B.4.
struct CRC32CTests {
    @Test(arguments: answers)
    func knownAnswer(answer: Answer) {
        var checksum = CRC32C()
        checksum.add(answer.bytes)
        #expect(checksum.value == answer.sum)
    }

    @Test func partsGiveTheSumOfTheWhole() {
        var chance = SampleChance(state: 11)
        let bytes = (0..<100).map { _ in UInt8(chance.below(256)) }
        var whole = CRC32C()
        whole.add(bytes)
        for cut in 0...bytes.count {
            var parts = CRC32C()
            parts.add(bytes, in: 0..<cut)
            parts.add(bytes, in: cut..<bytes.count)
            #expect(parts.value == whole.value, "cut at \(cut)")
        }
    }
}

/// Bytes and their checksum.
struct Answer: Sendable {
    let bytes: [UInt8]
    let sum: UInt32
}

private let answers: [Answer] = [
    Answer(bytes: [UInt8](repeating: 0, count: 32), sum: 0x8a91_36aa),
    Answer(bytes: [UInt8](repeating: 0xff, count: 32), sum: 0x62a8_ab43),
    Answer(bytes: [UInt8](0..<32), sum: 0x46dd_794e),
    Answer(bytes: [UInt8]((0..<32).reversed()), sum: 0x113f_db5c),
    Answer(bytes: readCommand, sum: 0xd996_3a56),
    Answer(bytes: Array("123456789".utf8), sum: 0xe306_9283),
    Answer(bytes: [], sum: 0),
]

/// The iSCSI SCSI Read (10) Command PDU of the RFC.
private let readCommand: [UInt8] = [
    0x01, 0xc0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0x14, 0, 0, 0, 0, 0, 0x04, 0, 0, 0, 0, 0x14, 0, 0, 0, 0x18,
    0x28, 0, 0, 0, 0, 0, 0, 0, 0x02, 0, 0, 0, 0, 0, 0, 0,
]
