import Documents
import MoveLog

@testable import API
@testable import Daemon

/// Two devices of one table, whose replicas are linked without sockets.
struct APITable {
    let mia: APIBench
    let bo: APIBench
    private let link = LinkID(rawValue: 1)

    init(wallOffset: Duration = .zero) throws {
        mia = try APIBench(name: "Mia")
        bo = try APIBench(name: "Bo", inviter: mia, wallOffset: wallOffset)
        connect()
        settle()
    }

    /// A table at which Mia has created a game that both know.
    static func playing(_ rules: RulesRequest? = nil) throws -> APITable {
        let table = try APITable()
        try table.mia.game(rules)
        table.settle()
        return table
    }

    func connect() {
        mia.ledger.replica.connected(
            link, to: bo.ledger.seal.publicKey, isDialer: true, at: mia.now)
        bo.ledger.replica.connected(
            link, to: mia.ledger.seal.publicKey, isDialer: false, at: bo.now)
    }

    func disconnect() {
        for bench in [mia, bo] {
            bench.ledger.replica.disconnected(link, at: bench.now)
            bench.turn()
            bench.orders = []
        }
    }

    /// Hands over what both have to say until neither has more.
    func settle() {
        for _ in 0..<100 { exchange() }
    }

    /// Hands over what both have to say now.
    func exchange() {
        mia.time.pass(.milliseconds(20))
        deliver(from: mia, to: bo)
        deliver(from: bo, to: mia)
    }

    private func deliver(from sender: APIBench, to receiver: APIBench) {
        sender.ledger.replica.tick(at: sender.now)
        sender.turn()
        let orders = sender.orders
        sender.orders = []
        for case .send(_, let bytes) in orders {
            receiver.ledger.replica.receive(bytes, from: link, at: receiver.now)
        }
    }
}
