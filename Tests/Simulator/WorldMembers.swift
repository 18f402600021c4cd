import MoveLog

/// Devices that come to the table during the run, and those that are sent away. How a device shows
/// its invite code is not simulated: codes are digests and keys of OpenSSL, and whose the first key
/// makes a code is `Daemon/Invitations`, which `PairingTests` shows two joiners with one code.
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
        let inviterKey = devices[inviter].key
        if devices[0].replica?.log.isRemoved(inviterKey) == true {
            happenings.note(.invitedByRemoved)
        }
        start(index)
        begin(index)
    }

    /// The founder names or dismisses a deputy; or a device removes another one, and now and then that
    /// one does the same in the same moment. Who may not is refused.
    func removeDevice() {
        guard plan(.removals, scenario.removals, .deviceIsRemoved) else { return }
        let awake = devices.indices.filter {
            devices[$0].replica?.isMember == true && !devices[$0].isAsleep
        }
        guard let other = devices.indices.randomElement(using: &dice[.removals]),
            let anybody = awake.randomElement(using: &dice[.removals])
        else { return }
        if awake.contains(0), dice.falls(.removals, percent: 40) { return name(other) }
        let able = awake.filter { one in
            devices[one].replica?.log.mayRemove(devices[other].key, by: devices[one].key) == true
        }
        let isAble = dice.falls(.removals, percent: 75)
        let one = isAble ? able.randomElement(using: &dice[.removals]) ?? anybody : anybody
        let isMutual = dice.falls(.removals, percent: 30)
        let isDone = remove(other, by: one)
        guard isMutual else { return }
        happenings.note(.mutualRemoval)
        if !remove(one, by: other), !isDone { happenings.note(.refusedRemoval) }
    }

    private func name(_ index: Int) {
        let key = devices[index].key
        let moment = devices[0].moment(now)
        let isDeputy = dice.falls(.removals, percent: 75)
        let entries = try? devices[0].withReplica {
            try $0.name(key, asDeputy: isDeputy, at: moment)
        }
        guard entries?.isEmpty == false else { return }
        if isDeputy { named.insert(key) }
        happenings.note(.naming)
        endTurn(of: 0)
    }

    private func remove(_ index: Int, by remover: Int) -> Bool {
        let key = devices[index].key
        let moment = devices[remover].moment(now)
        guard
            let entries = try? devices[remover].withReplica({ try $0.remove(key, at: moment) }),
            !entries.isEmpty
        else {
            happenings.note(.refusedRemoval)
            return false
        }
        happenings.note(.removal)
        endTurn(of: remover)
        return true
    }
}
