/// The bounds of this module. Exceeding one is an answer or an error, never a trap or more memory.
package enum HTTPLimits {
    /// Bytes of the request line and header lines together; also of a response's head and of a
    /// trailer section. The common bound of browsers and proxies, and a hundred times what `curl`
    /// sends.
    package static let headBytesMax = 16 * 1024
    /// Bytes of a request's target. Half the head, so that a long target can be told from long
    /// header lines (414, not 431).
    package static let targetBytesMax = 8 * 1024
    /// Header lines of one message. Far above any client; bounds the cost of a lookup.
    package static let headerCountMax = 100
    /// Bytes of a request's body, after chunks are joined. A roster or a batch of moves is some
    /// kilobytes.
    package static let requestBodyBytesMax = 1024 * 1024
    /// Bytes of a response's body in the client. An export of a season fits; a body without end
    /// does not fill the memory.
    package static let responseBodyBytesMax = 64 * 1024 * 1024
    /// Bytes of a chunk's size line, with its extensions, which no client sends.
    package static let chunkLineBytesMax = 256
    /// Requests of one connection that wait for their answers. Past it no more are read.
    package static let pipelineMax = 64
    /// Bytes of one connection's requests that wait for their answers. Past it no more are read:
    /// one request of the maximal length, and no second one.
    package static let waitingBytesMax = 1024 * 1024
    /// Unsent bytes of one connection. Past it no further request is read, and an event stream
    /// ends: its client reconnects to a present state.
    package static let unsentBytesMax = 1024 * 1024
    /// Bytes of a line of an event stream, and of the data of one event, in the client.
    package static let eventBytesMax = 1024 * 1024
    /// Bytes of the name of an event's field: the known ones have five.
    static let fieldNameBytesMax = 16
    /// Combining marks in a row: the bound of Unicode's stream-safe text format (Standard Annex 15,
    /// 13), more than any language writes on a letter. Comparing texts with more is not linear.
    package static let marksInARowMax = 30
    /// Scalars of a key, a number or a word that an error message quotes.
    static let quotedScalarsMax = 40
    /// Bytes of a line of JSON Lines.
    package static let jsonLineBytesMax = 1024 * 1024
    /// Time from a request's first byte to its last: a request that trickles in holds no
    /// descriptor.
    package static let requestTime = Duration.seconds(30)
    /// Time between requests. Longer than `requestTime`, so that a screen that asks now and then
    /// keeps its connection.
    package static let keepAliveTime = Duration.seconds(120)
    /// Time without progress of a ready response: the reader is stuck or gone.
    package static let unsentTime = Duration.seconds(60)
    /// Time after a refusal during which input is still read and dropped, so that a client in the
    /// middle of its body reads the answer instead of a connection reset (RFC 9112, 9.6).
    package static let lingerTime = Duration.seconds(2)
    /// Interval between comments on a quiet stream: the write that fails reveals that the reader is
    /// gone.
    package static let streamCommentTime = Duration.seconds(15)
    /// Bytes taken to be written at a time: some socket buffers, so that newer events can still
    /// replace those that wait.
    package static let outputBytes = 64 * 1024
    /// Capacity that an empty queue keeps: usual requests and answers allocate nothing.
    static let keptBytesMax = 64 * 1024
}
