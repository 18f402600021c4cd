/// The bounds of this module. Past one of them is an answer or an error, never a trap and never
/// more memory.
package enum HTTPLimits {
    /// Request line and header lines together, in bytes; also a response's head and a trailer
    /// section. What browsers and proxies agree on, and a hundred times what `curl` sends.
    package static let headBytesMax = 16 * 1024
    /// A request's target, in bytes. Half the head, so that a long target is told apart from long
    /// header lines (414, not 431).
    package static let targetBytesMax = 8 * 1024
    /// Header lines of one message. Far above any client; bounds the cost of looking one up.
    package static let headerCountMax = 100
    /// A request's body, in bytes, after chunks are joined. A roster or a batch of moves is some
    /// kilobytes.
    package static let requestBodyBytesMax = 1024 * 1024
    /// A response's body in the client, in bytes. An export of a season fits; a peer that never
    /// ends a body does not fill the memory.
    package static let responseBodyBytesMax = 64 * 1024 * 1024
    /// The line that announces a chunk, with its extensions, in bytes. Nobody sends extensions.
    package static let chunkLineBytesMax = 256
    /// Requests of one connection that wait for their answers. Past it no more are read.
    package static let pipelineMax = 64
    /// Bytes of one connection's requests that wait for their answers. Past it no more are read: the
    /// longest request, and no second one after it.
    package static let waitingBytesMax = 1024 * 1024
    /// Unsent bytes of one connection. Past it no further request is read, and a stream whose
    /// reader is so slow ends: the reader comes back and asks for the present state.
    package static let unsentBytesMax = 1024 * 1024
    /// A line of an event stream, and the data of one event, in bytes, at the reading side.
    package static let eventBytesMax = 1024 * 1024
    /// Objects and lists within each other that are read as they come; a deeper document is left to
    /// the toolchain's decoder. No document of ours has half as many.
    static let jsonDepthMax = 16
    /// The name of a field of an event, in bytes: those that are known have five.
    static let fieldNameBytesMax = 16
    /// Combining marks in a row of a text: what Unicode's stream-safe texts have at most (Standard Annex
    /// 15, 13), more than any language writes on a letter. Comparing texts with more is not linear.
    package static let marksInARowMax = 30
    /// Scalars of a key, a number or a word of a document in what is said of it.
    static let quotedScalarsMax = 40
    /// A line of JSON Lines, in bytes.
    package static let jsonLineBytesMax = 1024 * 1024
    /// From a request's first byte to its last: a request that trickles in holds no descriptor.
    package static let requestTime = Duration.seconds(30)
    /// Between requests. Longer than `requestTime`, so that a screen that asks now and then keeps
    /// its connection.
    package static let keepAliveTime = Duration.seconds(120)
    /// Without a byte of a ready response being taken: the reader is stuck or gone.
    package static let unsentTime = Duration.seconds(60)
    /// After a refusal: input is still read and dropped for so long, so that a client in the middle
    /// of its body sees the answer and not a reset connection (RFC 9112, 9.6).
    package static let lingerTime = Duration.seconds(2)
    /// A quiet stream sends a comment so often: a reader who is gone is noticed by the write that
    /// fails.
    package static let streamCommentTime = Duration.seconds(15)
    /// Bytes taken to be written at a time: some turns of a socket's buffer, so that newer events can
    /// still replace those behind.
    package static let outputBytes = 64 * 1024
    /// Room that an empty queue keeps: the usual request and answer need no new memory.
    static let keptBytesMax = 64 * 1024
}
