package import Scorebook

/// Rosters as people write them.
package enum RosterText {
    /// One side's players on one line: `4 Ana, 7 Bo`, separated by commas or semicolons. The number
    /// is a first word that begins with a digit, else a last word of one or two digits: `Ana 4`. A
    /// player has a name, a number or both. Accepts a repeated number, which happens; the keeper is
    /// warned. Rejects a number before a word of a name: a separator is missing.
    package static func read(_ text: String, side: Side) throws(Unreadable) -> [RosterLine] {
        var lines: [RosterLine] = []
        let parts = text.split(omittingEmptySubsequences: false) { character in
            [UInt8(ascii: ","), UInt8(ascii: ";")].contains(PlainText.ascii(character))
        }
        if text.allSatisfy(\.isWhitespace) { return [] }
        for (index, part) in parts.enumerated() {
            lines.append(try player(part, side, line: index + 1, parting: "a comma behind each"))
        }
        return try bounded(lines)
    }

    /// A roster file with one player a line: `home 4 Ana Berg`. Skips empty lines and lines that
    /// begin with `#`; errors carry the line number.
    package static func read(file text: String) throws(Unreadable) -> [RosterLine] {
        var lines: [RosterLine] = []
        let rows = text.split(omittingEmptySubsequences: false, whereSeparator: endsLine)
        for (index, row) in rows.enumerated() {
            let words = row.split(whereSeparator: \.isWhitespace)
            guard let first = words.first, first.utf8.first != UInt8(ascii: "#") else { continue }
            let rest = words.dropFirst().joined(separator: " ")
            guard let side = Side(typed: first) else {
                throw .rosterLine(
                    index + 1, "begins with '\(shown(String(first)))'; write home or away first")
            }
            lines.append(try player(rest[...], side, line: index + 1, parting: "each on a line"))
        }
        return try bounded(lines)
    }

    /// Unicode line ends, CR LF included; none of them takes combining marks.
    private static func endsLine(_ character: Character) -> Bool {
        switch character.unicodeScalars.first?.value ?? 0 {
        case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
        default: false
        }
    }

    private static func player(
        _ text: Substring, _ side: Side, line: Int, parting: String
    ) throws(Unreadable) -> RosterLine {
        var words = text.split(whereSeparator: \.isWhitespace)
        guard let first = words.first else {
            throw .rosterLine(line, "has no player; write a number, a name or both")
        }
        var number = ""
        if first.first?.isNumber == true {
            guard isJerseyNumber(String(first)) else {
                throw .rosterLine(
                    line,
                    "has '\(shown(String(first)))' for a number, which has one to three digits")
            }
            number = String(first)
            words.removeFirst()
            // `7 Team 2` has a name of two words; `4 7 Bo` and `4 Ana 7 Bo` are two players.
            try refuseNumber(in: words.count > 1 ? words.dropLast() : words[...], line, parting)
        } else {
            if words.count > 1, let last = words.last, isJersey(last) {
                number = String(last)
                words.removeLast()
            }
            try refuseNumber(in: words[...], line, parting)
        }
        let name = words.joined(separator: " ")
        guard name.unicodeScalars.count <= ScorebookLimits.nameScalarsMax else {
            throw .rosterLine(
                line, "has a name of more than \(ScorebookLimits.nameScalarsMax) characters")
        }
        let read = RosterLine(side: side, number: number, name: name)
        guard !(read.number + read.name).isEmpty else {
            throw .rosterLine(line, "has no character that can be shown")
        }
        return read
    }

    private static func refuseNumber(
        in words: ArraySlice<Substring>, _ line: Int, _ parting: String
    ) throws(Unreadable) {
        guard let stray = words.first(where: isJersey) else { return }
        throw .rosterLine(
            line, "has '\(stray)' within a name; write players number first, \(parting)")
    }

    /// One to three digits; `0`, `00` and `7` are different numbers.
    package static func isJerseyNumber(_ text: String) -> Bool {
        (1...3).contains(text.utf8.count) && PlainText.isDigits(text)
    }

    /// One or two digits.
    private static func isJersey(_ word: Substring) -> Bool {
        word.utf8.count <= 2 && PlainText.isDigits(word)
    }

    private static func bounded(_ lines: [RosterLine]) throws(Unreadable) -> [RosterLine] {
        guard lines.count <= ScorebookLimits.rosterLinesMax else {
            throw .rosterTooLong(lines.count)
        }
        return lines
    }
}
