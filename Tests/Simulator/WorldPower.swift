import MoveLog

/// Power, disks and clocks that fail.
extension World {
    func crash() {
        guard plan(.crashes, scenario.crashes, .deviceCrashes) else { return }
        let index = dice.pick(.crashes, 0..<devices.count)
        guard devices[index].replica != nil else { return }
        happenings.note(.crash)
        if dice.falls(.crashes, percent: scenario.midTurnPercent) {
            devices[index].crashPoint = SimulatedDevice.CrashPoint.allCases.randomElement(
                using: &dice[.crashes])
        } else if dice.falls(.crashes, percent: scenario.tornPercent) {
            happenings.note(.tornCrash)
            // The power fails in one of the next calls to the disk.
            let call = devices[index].disk.changes + dice.pick(.crashes, 0..<3)
            devices[index].disk.faults[call] = .powerLoss
        } else {
            fail(index)
        }
    }

    /// A device loses its power; its peers notice when packets come back unheard.
    func fail(_ index: Int) {
        devices[index].stop()
        checkHoldings(of: index)
        intrusion?.lost(victim: index)
        wakes[index] = nil
        for (number, wire) in wires.sorted(by: { $0.key < $1.key })
        where wire.ends.contains(index) {
            let end = wire.ends[0] == index ? 0 : 1
            wires[number]?.isLingering[end] = false
            closeEnd(number, end)
            sweep(number)
        }
        after(dice.time(.crashes, around: .seconds(2)), .deviceStarts(index))
    }

    // MARK: Disks

    /// A call to a disk is going to fail, or there is no more room on it for a while.
    func failDisk() {
        guard plan(.diskFaults, scenario.diskFaults, .diskFails) else { return }
        let index = dice.pick(.diskFaults, 0..<devices.count)
        guard devices[index].replica != nil else { return }
        let disk = devices[index].disk
        if dice.falls(.diskFaults, percent: 30) {
            disk.capacity = disk.usedBytes + dice.pick(.diskFaults, 0..<4096)
            after(dice.time(.diskFaults, around: .seconds(4)), .diskHasRoom(index))
        } else {
            let call = disk.changes + dice.pick(.diskFaults, 0..<3)
            disk.faults[call] = dice.falls(.diskFaults, percent: 20) ? .full : .inputOutput
        }
    }

    /// A disk failed a device: as the daemon does, it ends every link and tries again later.
    func halt(_ index: Int) {
        happenings.note(.halt)
        happenings.note(devices[index].disk.isCramped ? .full : .inputOutput)
        devices[index].halt(seed: scenario.seed, at: now)
        intrusion?.lost(victim: index)
        note(devices[index].opening.broken, of: index)
        wakes[index] = nil
        for (_, wire) in wires.sorted(by: { $0.key < $1.key })
        where wire.ends.contains(index) {
            hangUp(wire.link(at: wire.ends[0] == index ? 0 : 1))
        }
        after(.seconds(3), .deviceStarts(index))
    }

    // MARK: People

    /// A lid is closed: the device hears nothing and does nothing for a while.
    func fallAsleep() {
        guard plan(.sleeps, scenario.sleeps, .deviceFallsAsleep) else { return }
        let index = dice.pick(.sleeps, 0..<devices.count)
        guard devices[index].replica != nil, !devices[index].isAsleep else { return }
        happenings.note(.sleep)
        devices[index].isAsleep = true
        after(dice.time(.sleeps, around: .seconds(8)), .deviceAwakes(index))
    }

    func awake(_ index: Int) {
        guard devices[index].isAsleep else { return }
        devices[index].isAsleep = false
        wakes[index] = nil
        wake(index)
    }

    func goOffline() {
        guard plan(.offline, scenario.offline, .deviceGoesOffline) else { return }
        let index = dice.pick(.offline, 0..<devices.count)
        leave(index, for: dice.time(.offline, around: .seconds(6)))
    }

    /// A device says goodbye to its peers and has no network for a while.
    func leave(_ index: Int, for time: Duration) {
        guard devices[index].isOnline, devices[index].replica != nil else { return }
        happenings.note(.offline)
        devices[index].isOnline = false
        let moment = devices[index].moment(now)
        devices[index].withReplica { $0.disconnectAll(at: moment) }
        endTurn(of: index)
        after(time, .deviceComesBack(index))
    }

    /// Somebody sets a wall clock, or a machine comes up with another one.
    func jumpClock() {
        guard plan(.clockJumps, scenario.clockJumps, .clockJumps) else { return }
        let index = dice.pick(.clockJumps, 0..<devices.count)
        happenings.note(.clockJump)
        devices[index].wallOffset += .seconds(dice.pick(.clockJumps, -86_400..<86_401))
    }
}
