import Foundation
import MoveLog
import Net

/// Makes homes for the cases of `Tests/Bench`, and measures the core by itself.
@main
enum Program {
    private static let usage = """
        usage: benchmarks home WORKLOAD MOVES FOLDER [--extra N]
                   homes of five devices that recorded the workload: `full`, `fresh`; with --extra
                   also `left` and `right`, which share all and have N own moves more each
               benchmarks table DEVICES FOLDER
                   empty homes `0`, `1` and so on of one table, whose founder is `0`
               benchmarks core NAME [--moves N] [--repeat R] [--workload FILE] [--folder FOLDER]
                   NAME is one of \(CoreCase.allCases.map(\.rawValue).joined(separator: ", "))
               \(ScaleCommand.usage)
        WORKLOAD holds the columns wall time, game, author, player and kind, one after the other.
        """

    static func main() {
        var words = CommandLine.arguments.dropFirst()
        do {
            switch words.popFirst() {
            case "home": try makeHomes(&words)
            case "table": try makeTable(&words)
            case "core": try measure(&words)
            case "scale": try ScaleCommand.run(&words)
            default: throw Unusable(reason: usage)
            }
        } catch let error as Unusable {
            FileHandle.standardError.write(Data((error.reason + "\n").utf8))
            exit(2)
        } catch {
            FileHandle.standardError.write(Data("benchmarks: \(error)\n".utf8))
            exit(1)
        }
    }

    private static func makeHomes(_ words: inout ArraySlice<String>) throws {
        let options = try Options(&words)
        guard options.operands.count == 3, let moves = Int(options.operands[1]), moves > 0 else {
            throw Unusable(reason: usage)
        }
        let extra = try options.number("extra") ?? 0
        let workload = try Workload(path: options.operands[0], moves: moves)
        let homes = try HomeBuilding(workload, in: options.operands[2])
        let start = ContinuousClock.now
        try homes.write(extra: extra)
        say("moves", moves, "seconds", (ContinuousClock.now - start).inSeconds)
    }

    private static func makeTable(_ words: inout ArraySlice<String>) throws {
        let options = try Options(&words)
        guard options.operands.count == 2, let count = Int(options.operands[0]), count > 0 else {
            throw Unusable(reason: usage)
        }
        let table = try Table(count: count, at: WallTime(milliseconds: Clocks.wallMilliseconds))
        for (number, member) in table.members.enumerated() {
            try HomeFolder("\(options.operands[1])/\(number)", of: member)
                .write(member.commits, groupMax: 1)
        }
    }

    private static func measure(_ words: inout ArraySlice<String>) throws {
        let options = try Options(&words)
        guard options.operands.count == 1, let name = CoreCase(rawValue: options.operands[0]) else {
            throw Unusable(reason: usage)
        }
        let moves = try options.number("moves") ?? 45_000
        let workload =
            try options.text("workload").map { try Workload(path: $0, moves: moves) }
            ?? Workload(moves: moves, seed: 1)
        let bench = CoreBench(
            workload, repeats: try options.number("repeat") ?? 5,
            folder: options.text("folder") ?? NSTemporaryDirectory())
        try bench.run(name)
    }

    /// Prints pairs of a name and a number as one line of JSON.
    static func say(_ pairs: Any...) {
        let items = stride(from: 0, to: pairs.count, by: 2).map { index in
            let value = pairs[index + 1]
            return "\"\(pairs[index])\": \(value is String ? "\"\(value)\"" : "\(value)")"
        }
        print("{" + items.joined(separator: ", ") + "}")
        // Hours may pass between two lines.
        fflush(nil)
    }
}

/// Words on the command line that mean nothing here.
struct Unusable: Error {
    var reason: String
}

/// The words of a sub-command: operands, and `--name value` pairs.
struct Options {
    /// Words without a name, in order.
    private(set) var operands: [String] = []
    private var named: [String: String] = [:]

    init(_ words: inout ArraySlice<String>) throws {
        while let word = words.popFirst() {
            guard word.hasPrefix("--") else {
                operands.append(word)
                continue
            }
            guard let value = words.popFirst() else {
                throw Unusable(reason: "\(word) takes a value")
            }
            named[String(word.dropFirst(2))] = value
        }
    }

    /// The value of an option; nil where it was not given.
    func text(_ name: String) -> String? { named[name] }

    /// The number that an option gives, at least 0; nil where it was not given.
    func number(_ name: String) throws -> Int? {
        guard let text = named[name] else { return nil }
        guard let number = Int(text), number >= 0 else {
            throw Unusable(reason: "--\(name) takes a number, not '\(text)'")
        }
        return number
    }
}

extension Duration {
    var inSeconds: Double {
        Double(components.seconds) + Double(components.attoseconds) / 1e18
    }
}
