import MoveLog

/// Devices that come to the table during the run, and those that are sent away.
extension World {
    /// A device is invited by another one, which may have no link to the rest, so that nobody else
    /// knows of the invitation when the newcomer greets.
    func join(_ index: Int) throws {
        guard !isHealed, devices[index].charter == nil else { return }
        let inviters = devices.indices.filter {
            devices[$0].replica?.isMember == true && !devices[$0].isAsleep
        }
        guard let inviter = inviters.randomElement(using: &dice[.newcomers]) else {
            return after(.seconds(1), .deviceJoins(index))
        }
        if Bool.random(using: &dice[.newcomers]) {
            leave(inviter, for: dice.time(.newcomers, around: .seconds(6)))
        }
        do {
            let charter = try invite(index, by: inviter)
            guard endTurn(of: inviter), let charter else {
                return after(.seconds(1), .deviceJoins(index))
            }
            devices[index].charter = charter
        } catch {
            return after(.seconds(1), .deviceJoins(index))
        }
        happenings.note(.joined)
        start(index)
        begin(index)
    }

    func remove() {}
}
