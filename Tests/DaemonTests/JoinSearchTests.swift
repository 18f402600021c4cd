import Documents
import MoveLog
import Net
import TLS
import Testing

@testable import API
@testable import Daemon

/// Whom a join tries, and when it gives up.
@Suite struct JoinSearchTests {
    private func search(via: NamedAddress? = nil) throws -> JoinSearch {
        let code = try InviteCode(parsing: "0123-4567-89AB-CDEF")
        return JoinSearch(code: code, via: via, brings: false, at: .zero)
    }

    private func announcement(_ device: UInt8, codes: [[UInt8]]) throws -> Announcement {
        Announcement(
            tableTag: [UInt8](repeating: 0, count: 8),
            device: try #require(DeviceID([UInt8](repeating: device, count: 16))), port: 7420,
            codes: codes)
    }

    private func address(_ host: UInt32) -> Address { Address(.v4(host), port: 7420) }

    @Test func theOneWhoAnnouncesTheCodeIsTriedFirstAndAtOneAddressAtATime() throws {
        var search = try search()
        let other = [UInt8](repeating: 1, count: 8)
        search.add(try announcement(1, codes: [other]), at: address(1))
        for host in 2...4 {
            search.add(
                try announcement(2, codes: [search.code.identity]), at: address(UInt32(host)))
        }
        search.add(try announcement(3, codes: []), at: address(9))
        let due = search.takeDue()
        #expect(due.count == 2 && due.first?.isNamed == true)
        #expect(search.takeDue().isEmpty)
        let named = try #require(due.first)
        #expect(search.ended(named, .unreachable("no")) == nil)
        let next = try #require(search.takeDue().first)
        #expect(next.device == named.device && next.address != named.address)
        #expect(search.ended(next, .refused(.used))?.code == .codeRefused)
    }

    @Test func whoDoesNotKnowTheCodeIsNotAskedAgain() throws {
        var search = try search()
        let other = [UInt8](repeating: 1, count: 8)
        for host in 1...3 {
            search.add(try announcement(1, codes: [other]), at: address(UInt32(host)))
        }
        let due = search.takeDue()
        #expect(due.count == 1)
        for target in due { #expect(search.ended(target, .unproven) == nil) }
        #expect(search.takeDue().isEmpty)
        #expect(search.timeoutFailure(at: DaemonLimits.joinSearchTime - .milliseconds(1)) == nil)
        #expect(search.timeoutFailure(at: DaemonLimits.joinSearchTime)?.code == .codeRefused)
    }

    @Test func aNamedPlaceIsTheOnlyOne() throws {
        var search = try search(via: NamedAddress(address(5)))
        search.add(try announcement(1, codes: [search.code.identity]), at: address(1))
        #expect(search.takeDue().isEmpty)
        search.resolved([address(5), address(6)])
        let first = try #require(search.takeDue().first)
        #expect(first.address == address(5))
        #expect(search.ended(first, .unreachable("refused")) == nil)
        let second = try #require(search.takeDue().first)
        #expect(search.ended(second, .unreachable("refused"))?.code == .noInviter)
    }

    @Test func nobodyIsToldAsNobody() throws {
        let search = try search()
        #expect(search.nextDeadline == DaemonLimits.joinSearchTime)
        #expect(search.timeoutFailure(at: DaemonLimits.joinSearchTime)?.code == .noInviter)
    }
}
