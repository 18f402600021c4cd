import MoveLog

/// The bounds of the disk format, each with its reason.
package enum SegmentLimits {
    /// The payload of a commit: the longest run, with its pages, names, digest, signature and
    /// request.
    package static let payloadBytesMax = MoveLogLimits.spanBytesMax + 4096
    /// The largest segment file that a reader accepts, because it reads the whole file into memory.
    package static let fileBytesMax = 64 * 1024 * 1024
    /// The highest segment number, so that names have eight digits and sort like the numbers.
    package static let numberMax: UInt32 = 99_999_999
    /// Copies of torn tails kept for one place of a segment: as many crashes without a single
    /// record in between. Beyond it the oldest copies must be moved away by hand.
    package static let tornCopiesMax = 999
    /// The step of reservations when the disk has no space for a whole step: the block size of file
    /// systems.
    static let leastStepBytes = 4096
    /// The capacity of a writer's buffer that is kept after a write: some hundred moves of a turn.
    /// A catch-up grows it to half a megabyte, which is released.
    static let bufferBytesKept = 64 * 1024
}

/// The length of segments and the steps of reservation. Readers do not depend on them.
package struct SegmentSizes: Hashable, Sendable {
    /// A segment that would exceed this is sealed and the next one begun. A larger record gets a
    /// segment of its own.
    package var segmentBytes: Int
    /// Space is reserved in multiples of this, so that few commits change the length of the file.
    package var stepBytes: Int

    /// Both must be positive, and a segment must stay below the limit of readers.
    package init(segmentBytes: Int, stepBytes: Int) {
        precondition(segmentBytes > 0 && stepBytes > 0)
        precondition(
            segmentBytes + SegmentLimits.payloadBytesMax + stepBytes
                < SegmentLimits.fileBytesMax)
        self.segmentBytes = segmentBytes
        self.stepBytes = stepBytes
    }

    /// Segments of 2 MiB hold some 20,000 moves recorded one by one. Steps of 256 KiB hold
    /// thousands of moves between two changes of length.
    package static let standard = SegmentSizes(
        segmentBytes: 2 * 1024 * 1024, stepBytes: 256 * 1024)
}
