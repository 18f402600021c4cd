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
        let peers = [Samples.peer("bo", .inSync)]
        recording(verdict, of: PaperLibrary()) { recorder in
            verdict.receive(Samples.status(peers: peers))
            recorder.expect("line", "short", "tone", "agreement")
            verdict.receive(Samples.status(peers: peers))
            recorder.expect()
            verdict.receive(Samples.status(unsynced: 1, peers: peers))
            recorder.expect("line", "short")
            #expect(verdict.line.value == "in sync with bo · 1 entry exists only here")
            verdict.receive(lost: "the daemon does not run")
            recorder.expect("line", "short", "tone")
        }
        #expect(verdict.line.value == "not connected: the daemon does not run")
        #expect(verdict.tone.value == .bad)
    }
}
