import MoveLog

/// The players that each device tracks, from its claims and releases in order.
struct TrackingFold {
    private struct Claims {
        var sides = Sides(home: false, away: false)
        var lines: [PlayerSeat: Bool] = [:]
    }

    private var devices: [PublicKey: Claims] = [:]
    private var claimants: Set<PublicKey> = []

    /// A device had a claim once, also where it was withdrawn: it may have recorded what it saw.
    mutating func admit(_ content: Content, by author: PublicKey?) {
        switch content {
        case .trackingClaimed(let claim):
            if let device = claim.device ?? author { claimants.insert(device) }
        case .takenOver:
            if let author { claimants.insert(author) }
        default: break
        }
    }

    /// Follows a live claim, release or take-over, in order; nothing else is about tracking.
    mutating func fold(_ content: Content, by author: PublicKey?, _ roster: RosterFold) {
        switch content {
        case .trackingClaimed(let claim):
            if let device = claim.device ?? author { set(claim.subjects, true, device, roster) }
        case .trackingReleased(let release):
            if let device = release.device ?? author {
                set(release.subjects, false, device, roster)
            }
        case .takenOver(let taken):
            set(taken.subjects, false, taken.device, roster)
            if let author { set(taken.subjects, true, author, roster) }
        default: break
        }
    }

    private mutating func set(
        _ subjects: [Subject], _ isTracked: Bool, _ device: PublicKey, _ roster: RosterFold
    ) {
        var claims = devices[device] ?? Claims()
        for subject in subjects {
            switch subject {
            case .nobody: break
            case .team(let side):
                claims.sides[side] = isTracked
                claims.lines = claims.lines.filter { $0.key.side != side }
            case .line(let ref):
                if let seat = roster.seat(ref) { claims.lines[seat] = isTracked }
            }
        }
        devices[device] = claims
    }

    /// Writes the trackers into the teams' players. A device that was removed from the table sees
    /// nothing any more.
    func apply(to board: inout Scoreboard, without removed: Set<PublicKey>) {
        board.claimants = claimants.sorted()
        for device in devices.keys.sorted() where !removed.contains(device) {
            guard let claims = devices[device] else { continue }
            for side in Side.allCases {
                for index in board.teams[side].players.indices {
                    let seat = PlayerSeat(side: side, index: index)
                    if claims.lines[seat] ?? claims.sides[side] {
                        board.teams[side].players[index].trackers.append(device)
                    }
                }
            }
        }
    }
}
