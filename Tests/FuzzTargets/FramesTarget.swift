import MoveLog

/// The first byte says how the stream is cut and whether the greeting was accepted, the rest is the
/// stream.
enum FramesTarget {
    static func run(_ bytes: [UInt8]) throws {
        guard let control = bytes.first else { return }
        let stream = Array(bytes.dropFirst())
        let max = control & 1 == 0 ? MoveLogLimits.frameBytesMax : MoveLogLimits.greetingBytesMax
        let whole = read([stream], max: max)
        let cut = read(stream.slices(of: Int(control >> 1)), max: max)
        try demand(whole == cut, "a stream reads differently when it is cut")
        for frame in whole.frames {
            let again = frame.bytes
            try demand(again.count - 4 <= MoveLogLimits.frameBytesMax, "a frame above its limit")
            let read = try Frame(typeAndPayload: Array(again.dropFirst(4)))
            try demand(read == frame, "a frame changes when it is written and read")
        }
    }

    private struct Reading: Equatable {
        var frames: [Frame] = []
        var skipped = 0
        var isMalformed = false
    }

    private static func read(_ pieces: [[UInt8]], max: Int) -> Reading {
        var reading = Reading()
        var reader = FrameReader()
        reader.frameBytesMax = max
        do throws(Malformed) {
            for piece in pieces {
                reader.receive(piece)
                while let payload = try reader.next() {
                    if let frame = try Frame(typeAndPayload: payload) {
                        reading.frames.append(frame)
                    } else {
                        reading.skipped += 1
                    }
                }
            }
        } catch {
            reading.isMalformed = true
        }
        return reading
    }
}
