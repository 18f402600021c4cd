import MoveLog

/// The bounds of the disk format, each with its reason.
package enum SegmentLimits {
    /// A commit's payload: the longest run, with its pages, names, digest, signature and request.
    package static let payloadBytesMax = Limits.spanBytesMax + 4096
    /// A segment file that a reader takes: what it must be ready to hold in memory at once.
    package static let fileBytesMax = 64 * 1024 * 1024
    /// The highest segment number, so that names have eight digits and sort as the numbers do.
    package static let numberMax: UInt32 = 99_999_999
    /// Copies of torn tails that are kept for one place of a segment: as many crashes in which
    /// nothing at all was recorded; past it the oldest copies must be moved away by hand.
    package static let tornCopiesMax = 999
    /// The step in which room is taken where a disk has none for a whole one: file systems give so much at a time.
    static let leastStepBytes = 4096
    /// What a writer's buffer may go on taking when it has been written: some hundred moves of a turn. A
    /// catch-up fills it with half a megabyte, which would stay for good.
    static let bufferBytesKept = 64 * 1024
}

/// How long segments become and how their space is reserved. Readers do not depend on it.
package struct SegmentSizes: Hashable, Sendable {
    /// A segment that would grow past this is sealed and the next one begun. A single record may
    /// be larger and then has a segment of its own.
    package var segmentBytes: Int
    /// Space is reserved in multiples of this, so that few commits change the file's length.
    package var stepBytes: Int

    /// Both must be positive, and a segment must stay below the readers' limit.
    package init(segmentBytes: Int, stepBytes: Int) {
        precondition(segmentBytes > 0 && stepBytes > 0)
        precondition(
            segmentBytes + SegmentLimits.payloadBytesMax + stepBytes
                < SegmentLimits.fileBytesMax)
        self.segmentBytes = segmentBytes
        self.stepBytes = stepBytes
    }

    /// Segments of 2 MiB: some 20,000 moves that were recorded one by one. Steps of 256 KiB: thousands of
    /// moves between two changes of length.
    package static let standard = SegmentSizes(
        segmentBytes: 2 * 1024 * 1024, stepBytes: 256 * 1024)
}
