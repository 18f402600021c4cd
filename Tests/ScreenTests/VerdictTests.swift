import Documents
import Testing
import ViewModels

/// The line that compares this device to the others.
@Suite struct VerdictTests {
    private func verdict(_ status: StatusDocument) -> String {
        let verdict = VerdictViewModel()
        verdict.receive(status)
        return verdict.line.value
    }

    @Test func inSync() {
        let peers = [Samples.peer("bo", .inSync), Samples.peer("cy", .inSync)]
        #expect(
            verdict(Samples.status(peers: peers))
                == "in sync with bo, cy · saved on other devices too")
    }

    @Test func inSyncWithoutSomebody() {
        let peers = [Samples.peer("bo", .inSync), Samples.peer("cy", .away, missing: 1)]
        #expect(
            verdict(Samples.status(unsynced: 1, peers: peers))
                == "in sync with bo · cy away · 1 entry exists only here")
    }

    @Test func manyPeersAreNotAllNamed() {
        let peers = (1...9).map { Samples.peer("k\($0)", .inSync) }
        #expect(
            verdict(Samples.status(peers: peers))
                == "in sync with k1, k2, k3, k4 and 5 more · saved on other devices too")
    }

    @Test func syncing() {
        var peer = Samples.peer("bo", .syncing)
        peer.behind = 40
        #expect(
            verdict(Samples.status(.syncing, unsynced: 12, peers: [peer]))
                == "syncing with bo · 40 still to come · 12 entries exist only here")
    }

    @Test func offlineAndAlone() {
        #expect(
            verdict(Samples.status(.offline, unsynced: 12))
                == "offline by choice · 12 entries exist only here")
        #expect(
            verdict(Samples.status(.alone)) == "no other devices have joined yet")
        #expect(
            verdict(Samples.status(.alone, unsynced: 2, peers: [Samples.peer("bo", .away)]))
                == "alone · bo away · 2 entries exist only here")
    }

    @Test func degradedComesFirst() {
        var status = Samples.status(.alone)
        status.sync.isDegraded = true
        status.sync.problem = "the disk is full"
        #expect(
            verdict(status)
                == "degraded: the disk is full · no other devices have joined yet")
    }

    /// "All devices match" only if every device is known to hold the same.
    @Test func allDevicesMatchOnlyWhenEachIsKnownTo() {
        func agreement(
            _ state: SyncState, _ peers: [PeerState],
            _ change: (inout StatusDocument) -> Void = { _ in }
        ) -> String {
            var status = Samples.status(
                state, peers: peers.enumerated().map { Samples.peer("k\($0)", $1) })
            change(&status)
            let verdict = VerdictViewModel()
            verdict.receive(status)
            return String(verdict.agreement.value.prefix { $0 != ":" })
        }
        #expect(agreement(.inSync, [.inSync, .inSync]) == "all devices match")
        #expect(agreement(.inSync, [.inSync, .left]) == "all devices match")
        let log = "log fingerprint"
        #expect(agreement(.inSync, [.inSync, .away]) == log)
        #expect(agreement(.inSync, [.inSync, .neverSeen]) == log)
        #expect(agreement(.syncing, [.inSync, .syncing]) == log)
        #expect(agreement(.alone, []) == log)
        #expect(agreement(.alone, [.away]) == log)
        #expect(agreement(.offline, [.inSync]) == log)
        #expect(agreement(.inSync, [.inSync]) { $0.isOfflineView = true } == log)
    }

    @Test func onlyWhatChangesIsTold() {
        let verdict = VerdictViewModel()
        var heard: [String] = []
        let bindings = [
            verdict.line.bind { heard.append("line \($0)") },
            verdict.tone.bind { heard.append("tone \($0)") },
            verdict.agreement.bind { heard.append("agreement \($0)") },
        ]
        let peers = [Samples.peer("bo", .inSync)]
        verdict.receive(Samples.status(peers: peers))
        verdict.receive(Samples.status(peers: peers))
        verdict.receive(Samples.status(.offline, unsynced: 1, peers: peers))
        verdict.receive(lost: "the daemon does not run")
        #expect(
            heard == [
                "line in sync with bo · saved on other devices too", "tone good",
                "agreement all devices match: amber-fox-river-stone · 412 entries",
                "line offline by choice · 1 entry exists only here", "tone attention",
                "agreement log fingerprint: amber-fox-river-stone · 412 entries",
                "line not connected: the daemon does not run", "tone bad",
            ])
        withExtendedLifetime(bindings) {}
    }
}
