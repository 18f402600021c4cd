import MoveLog

/// Whom each device tracks, from its claims and releases in order.
struct TrackingFold {
    private struct Claims {
        var sides = Sides(home: false, away: false)
        var lines: [PlayerSeat: Bool] = [:]
    }

    private var devices: [PublicKey: Claims] = [:]
    private var claimants: Set<PublicKey> = []

    mutating func claim(_ subjects: [Subject], by device: PublicKey, _ roster: RosterFold) {
        claimants.insert(device)
        set(subjects, true, device, roster)
    }

    mutating func release(_ subjects: [Subject], by device: PublicKey, _ roster: RosterFold) {
        set(subjects, false, device, roster)
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

    /// Writes the trackers into the teams' players.
    func apply(to board: inout Scoreboard) {
        board.claimants = claimants.sorted()
        for device in devices.keys.sorted() {
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
