/// Logs that do not show by themselves who let their device in: a peer takes none of them in before
/// it holds an entry that says so, and parts from whoever sends it one.
extension Replica {
    /// Whether a peer was sent what lets the device of a log in, or needs none of it for a branch.
    func isIntroduced(_ log: AuthorLog, branch: Int, on link: LinkID) -> Bool {
        guard let introductions = self.log.members.introductions(of: log, on: branch) else {
            return true
        }
        return introductions.contains { introducer, sequence in
            guard let sent = sessions[link]?.progress[introducer.author]?.sent,
                sent.indices.contains(introducer.branch)
            else { return false }
            return sent[introducer.branch] >= sequence
        }
    }
}
