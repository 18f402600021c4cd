/// A door through which bytes of others come in, with what must hold whatever they are.
package enum FuzzTarget: String, CaseIterable, Sendable {
    /// The frames of a link: cutting, reading, writing.
    case frames
    /// A replica between an honest peer and hostile ones.
    case session
    /// Entries, their bodies, and the fold of a book of any bodies.
    case entry
    /// Pages in columns, and runs of them.
    case columns
    /// The log's files after any damage.
    case segment
    /// HTTP in both directions, the event stream, and JSON into the requests.
    case http
    /// Datagrams, the frames of pairing, invite codes, addresses.
    case announcement
    /// Games and rosters in files, and what is exported of them.
    case gamelog
    /// What people type behind `scored`.
    case commandline
    /// A whole table's log in a file.
    case logfile
    /// Keys and texts on their way to a terminal.
    case terminal
    /// The handshake of a channel, and what comes behind it.
    case tls
    /// What reading a long text costs.
    case cost

    /// Takes one input; throws what did not hold. A trap is a finding too.
    package func run(_ bytes: [UInt8]) throws {
        switch self {
        case .frames: try FramesTarget.run(bytes)
        case .session: try SessionTarget.run(bytes)
        case .entry: try EntryTarget.run(bytes)
        case .columns: try ColumnsTarget.run(bytes)
        case .segment: try SegmentTarget.run(bytes)
        case .http: try HTTPTarget.run(bytes)
        case .announcement: try AnnouncementTarget.run(bytes)
        case .gamelog: try GamelogTarget.run(bytes)
        case .commandline: try CommandLineTarget.run(bytes)
        case .logfile: try LogFileTarget.run(bytes)
        case .terminal: try TerminalTarget.run(bytes)
        case .tls: try ChannelTarget.run(bytes)
        case .cost: try CostTarget.run(bytes)
        }
    }
}

package struct Broken: Error, CustomStringConvertible {
    package let description: String
}

func demand(_ holds: Bool, _ law: @autoclosure () -> String) throws {
    guard holds else { throw Broken(description: law()) }
}
