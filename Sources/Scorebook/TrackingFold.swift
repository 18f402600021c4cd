import MoveLog

/// The players that each device tracks, from claims and releases in order.
struct TrackingFold {
    private struct Claims {
        var sides = Sides(home: false, away: false)
        var lines: [PlayerSeat: Bool] = [:]
    }

    private var devices: [PublicKey: Claims] = [:]
    private var claimants: Set<PublicKey> = []

    /// Records that a device ever had a claim, void or not: the device may have recorded moves
    /// meanwhile.
    mutating func admit(_ content: Content, by author: PublicKey?) {
        switch content {
        case .trackingClaimed(let claim):
            if let device = claim.device ?? author { claimants.insert(device) }
        case .takenOver:
            if let author { claimants.insert(author) }
        default: break
        }
    }

    /// Applies a live claim, release or take-over, in order.
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

    /// Writes the trackers of each player. A removed device tracks no player.
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
