/// A whole log of a table from outside, checked run by run by a device that trusts nobody. Nothing
/// of it is held anywhere else until all of it has been taken in.
package struct LogIntake: Sendable {
    /// Why a run was not taken in; what came before it stays as it was.
    package enum Refusal: Error, Equatable, Sendable {
        /// Bytes that no run has.
        case malformed(Malformed)
        /// No signed head: nobody vouches for it.
        case unsigned
        /// The signature or an invitation does not fit.
        case forged(AuthorID)
        /// It begins behind an entry that none of the runs before it holds.
        case gap(AuthorID, after: UInt64)
        /// Past a limit of authors or branches.
        case limit(AuthorID)
        /// More bytes than a log from outside may have.
        case tooLarge(bytes: Int)
    }

    /// What was taken in so far.
    package private(set) var log: TableLog
    private var bytes = 0

    /// Begins with the founding entry, whose digest is the table's name.
    package init(founding: [UInt8], seal: any Seal) throws(Malformed) {
        let charter = try Charter(founding: founding, chain: InvitationChain(), seal: seal)
        log = TableLog(charter: charter, seal: seal)
    }

    /// Takes the bytes of one run in, as they travel on links; says what it held.
    package mutating func take(_ bytes: [UInt8]) throws(Refusal) -> Run {
        let run: Run
        do throws(Malformed) {
            var reader = ByteReader(bytes)
            run = try Run(from: &reader)
            try reader.finish()
        } catch {
            throw .malformed(error)
        }
        guard run.head != nil else { throw .unsigned }
        self.bytes += run.byteCount
        guard self.bytes <= Limits.intakeBytesMax else {
            throw .tooLarge(bytes: self.bytes)
        }
        switch log.insert(run, trust: .verify) {
        // The file may have been written by somebody who had not heard of a removal.
        case .admitted, .held, .beyondCut, .exhausted: return run
        case .gap: throw .gap(run.author, after: run.after)
        case .refused: throw .limit(run.author)
        case .malformed: throw .malformed(.invalid("entries"))
        case .forged: throw .forged(run.author)
        }
    }

    /// The charter with which a device goes on with this log: with the chain that the log proves
    /// for its key, else with none, so that it is no member.
    package func charter(for key: PublicKey) -> Charter? {
        let chain = log.chain(of: key) ?? InvitationChain()
        guard chain.invitations.count <= Limits.chainHopsMax else { return log.charter }
        return try? Charter(founding: log.charter.founding, chain: chain, seal: log.seal)
    }
}

extension Replica {
    /// Takes the runs of a log from outside in, as if they had come on a link: what is held already
    /// changes nothing. All of them or, past a limit of this log, none; how many entries were new.
    package mutating func merge(
        _ other: TableLog, at moment: Moment
    ) -> Result<Int, LogIntake.Refusal> {
        now = moment
        let spans = other.spans
        var trial = log
        for span in spans {
            guard let run = other.run(span) else { continue }
            if case .refused = trial.insert(run, trust: .ownDisk) {
                return .failure(.limit(run.author))
            }
        }
        var count = 0
        for span in spans {
            guard let run = other.run(span), case .admitted(let admitted, _, _) = merge(run) else {
                continue
            }
            count += admitted.count
            tellAdmitted(run)
        }
        return .success(count)
    }
}
