package import MoveLog

/// The in-memory twin of the seal: a fast mixing function in place of SHA-256 and of Ed25519. It
/// keeps every law that the core relies on except secrecy: nobody but the holder of a key should be
/// able to sign, here anybody who wants to cheat can, so a simulated forger must sign with
/// its own key only.
package struct ToySeal: Seal {
    /// Which device this is; the public key is made of it.
    package let publicKey: PublicKey

    package init(device: UInt64) {
        publicKey = PublicKey(octets: ToySeal.mix([UInt8]("key".utf8), salt: device))
    }

    /// 32 bytes that depend on every byte and on the order.
    package func digest(_ bytes: [UInt8]) -> Digest {
        Digest(octets: ToySeal.mix(bytes, salt: 0))
    }

    /// 64 bytes that depend on the key and every byte of the message.
    package func sign(_ message: [UInt8]) -> [UInt8] {
        ToySeal.signature(of: message, by: publicKey)
    }

    /// Whether `sign` with that key gives the signature.
    package func isValid(
        _ signature: [UInt8], of message: [UInt8], by key: PublicKey
    ) -> Bool {
        signature == ToySeal.signature(of: message, by: key)
    }

    private static func signature(of message: [UInt8], by key: PublicKey) -> [UInt8] {
        let bytes = key.bytes + message
        return mix(bytes, salt: 1).bytes + mix(bytes, salt: 2).bytes
    }

    private static func mix(_ bytes: [UInt8], salt: UInt64) -> Octets32 {
        // A variable that a closure shares is checked at each use: this one is of the closure alone.
        let lanes = unsafe bytes.withUnsafeBytes { buffer in
            var lanes: (UInt64, UInt64, UInt64, UInt64) = (
                0x9e37_79b9_7f4a_7c15 ^ salt, 0xbf58_476d_1ce4_e5b9 &+ salt,
                0x94d0_49bb_1331_11eb ^ (salt << 32), UInt64(buffer.count)
            )
            // Eight bytes at a time, loaded as one: a build for tests spends most of its time here.
            // The count in the last lane tells what fills up the last ones.
            var index = 0
            while index < buffer.count {
                var word: UInt64 = 0
                if index + 8 <= buffer.count {
                    word = unsafe buffer.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                    word = word.bigEndian
                } else {
                    for place in index..<buffer.count {
                        word = word << 8 | UInt64(unsafe buffer[place])
                    }
                }
                index += 8
                lanes.0 = (lanes.0 ^ word) &* 0x0000_0100_0000_01b3
                lanes.0 ^= lanes.0 &>> 31
                lanes.1 = (lanes.1 &+ lanes.0) ^ (lanes.0 &>> 29)
                lanes.2 = (lanes.2 ^ lanes.1) &* 0xff51_afd7_ed55_8ccd
                lanes.3 = (lanes.3 &+ lanes.2) ^ (lanes.2 &>> 32)
            }
            return lanes
        }
        var out: [UInt8] = []
        out.reserveCapacity(32)
        for lane in [lanes.0, lanes.1, lanes.2, lanes.3 ^ lanes.0] {
            var word = lane
            word = (word ^ (word >> 30)) &* 0xbf58_476d_1ce4_e5b9
            word = (word ^ (word >> 27)) &* 0x94d0_49bb_1331_11eb
            word ^= word >> 31
            for shift in stride(from: 56, through: 0, by: -8) {
                out.append(UInt8(truncatingIfNeeded: word >> UInt64(shift)))
            }
        }
        guard let octets = Octets32(out) else { preconditionFailure("32 bytes are 32") }
        return octets
    }
}
