import Foundation

/// `benchmarks scale`: what grows with devices, and what with moves.
enum ScaleCommand {
    static let usage = """
        benchmarks scale devices N [--links K] [--relays R] [--moves M] [--rate R] [--delay MS]
                       [--drop TYPES] [--seal toy|real] [--memory GIB] [--patience SECONDS]
                   N devices of one table in simulated time; with --links all every pair is linked,
                   with --relays R all with one or two of R devices; frames of the types in --drop
                   (numbers, with commas) are thrown away
               benchmarks scale season MOVES
                   a log of five authors: recorded, taken in by a fresh device, opened, folded
        """

    static func run(_ words: inout ArraySlice<String>) throws {
        let kind = words.popFirst()
        let options = try Options(&words)
        guard options.operands.count == 1, let count = Int(options.operands[0]), count > 1 else {
            throw Unusable(reason: "usage: " + usage)
        }
        switch kind {
        case "devices":
            var bench = try HallBench(try plan(count, options))
            guard try bench.run() else { exit(1) }
        case "season":
            try SeasonBench(moves: count).run()
        default: throw Unusable(reason: "usage: " + usage)
        }
    }

    private static func plan(_ devices: Int, _ options: Options) throws -> HallBench.Plan {
        var plan = HallBench.Plan(devices: devices)
        let isMesh = options.text("links") == "all"
        plan.links = isMesh ? devices - 1 : try options.number("links") ?? plan.links
        plan.relays = try options.number("relays") ?? plan.relays
        plan.moves = try options.number("moves") ?? plan.moves
        plan.rate = max(1, try options.number("rate") ?? plan.rate)
        plan.delay = try options.number("delay") ?? plan.delay
        plan.patience = try options.number("patience") ?? plan.patience
        plan.bytesMax = try options.number("memory").map { $0 << 30 } ?? plan.bytesMax
        plan.isReal = options.text("seal") == "real"
        plan.dropped = Set(
            (options.text("drop") ?? "").split(separator: ",").compactMap { UInt8($0) })
        return plan
    }
}
