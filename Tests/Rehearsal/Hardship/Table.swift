import Client
import Documents

/// Devices of one table with a game, ready to record into.
struct Table {
    let devices: [Device]
    let game: String

    /// Starts the devices, joins each to the one before it, and makes a game on the first.
    init(_ names: [String], on stage: Stage, neighbours: (Int) -> [Int]) throws {
        try self.init(Device.table(names, on: stage, neighbours: neighbours), on: stage)
    }

    /// The same with devices of one's own.
    init(_ devices: [Device], on stage: Stage) throws {
        self.devices = devices
        for device in devices { try device.start() }
        for (inviter, device) in zip(devices, devices.dropFirst()) { try device.join(inviter) }
        let first = devices[0]
        try first.must(
            "new", "Hawks", "Owls", "--rules", "fiba", "--home", "4 Ana, 7 Bo", "--away",
            "5 Cleo, 9 Dana")
        guard let game = try first.status().game?.name else {
            throw RehearsalError.failed("there is no game after `new`")
        }
        self.game = game
        try waitForAgreement(stage, "the table is together")
    }

    /// Waits until every device holds the same entries, and returns how long that took.
    @discardableResult
    func waitForAgreement(
        _ stage: Stage, _ what: String, within time: Duration = .seconds(30)
    ) throws -> Duration {
        try stage.wait(what, within: time) {
            let statuses = try devices.map { try $0.status() }
            return Set(statuses.map(\.sync.digest)).count == 1
                && statuses.allSatisfy { $0.game?.name == game }
        }
    }
}

/// A keeper at the local API, who knows what was acknowledged.
struct Recorder {
    /// Acknowledged requests with the names of their entries.
    private(set) var acknowledged: [(request: MoveRequest, entries: [String])] = []
    private let device: Device
    private let game: String
    private var client: LocalClient

    init(at device: Device, game: String) {
        self.device = device
        self.game = game
        client = device.client()
    }

    /// The next move: another player and kind each time.
    func move() -> MoveRequest {
        let number = acknowledged.count
        return MoveRequest(
            request: RequestName.random(), game: game,
            player: ["h4", "h7", "a5", "a9"][number % 4],
            kind: ["twoPoints", "freeThrow", "assist", "foul"][number / 4 % 4], period: 1,
            clockSeconds: number % 600, force: true)
    }

    /// Asks once; throws when there is no answer, and then it may be recorded or not.
    mutating func record(_ move: MoveRequest) throws(ClientError) -> RecordedDocument {
        let answer = try client.post(
            .moves, move, .never, as: RecordedDocument.self, within: .seconds(10)
        ).document
        if !acknowledged.contains(where: { $0.request.request == move.request }) {
            acknowledged.append((move, answer.entries))
        }
        return answer
    }

    /// A new connection, as after a restart.
    mutating func reconnect() { client = device.client() }

    /// Throws unless the device's log holds every acknowledged entry live, and no other move but
    /// perhaps one that got no answer.
    func check(orAlso unanswered: MoveRequest? = nil) throws {
        try Recorder.check([self], at: device, orAlso: unanswered)
    }

    /// The same for what several keepers recorded, in the log of any device. Moves that the rules
    /// hold as copies of one event are in a log like those that count.
    static func check(
        _ recorders: [Recorder], at device: Device, orAlso unanswered: MoveRequest? = nil
    ) throws {
        guard let game = recorders.first?.game else { return }
        let log = try device.client().get(.gameLog, name: game, as: LogDocument.self).document
        let moves = Set(
            log.entries.filter { $0.player != nil && $0.state != .voided }.map(\.name))
        let expected = Set(recorders.flatMap(\.acknowledged).flatMap(\.entries))
        let lost = expected.subtracting(moves)
        try demand(
            lost.isEmpty,
            "\(device.name) lost \(lost.count) of \(expected.count) acknowledged moves: "
                + lost.sorted().prefix(5).joined(separator: " "))
        let surplus = moves.count - expected.count
        try demand(
            surplus == 0 || surplus == 1 && unanswered != nil,
            "\(device.name) has \(surplus) moves that nobody made: "
                + moves.subtracting(expected).sorted().prefix(5).joined(separator: " "))
    }
}
