package import Scorebook

/// Rosters as people write them.
package enum RosterText {
    /// One side's players on one line: `4 Ana, 7 Bo`, parted by commas, or by semicolons, within
    /// which a comma belongs to the name: `4 Berg, Ana; 7 Dahl, Bo`. The number is a first word
    /// that begins with a digit, else a last word that is a number: `Ana 4`. A player has a name, a
    /// number or both. Accepts a repeated number, which happens; the keeper is warned. Rejects a
    /// number before a word of a name, since a separator is missing, and commas between which half
    /// of the players or more would have no number, or two stand each behind a bare surname: these
    /// are most likely LAST, FIRST.
    package static func read(_ text: String, side: Side) throws(Unreadable) -> [RosterLine] {
        if text.allSatisfy(\.isWhitespace) { return [] }
        let groups = parts(text[...], at: ";")
        // Two numbers between semicolons: the commas part players too.
        let isMixed = groups.contains { parts($0, at: ",").count(where: isNumbered) > 1 }
        if groups.count > 1, !isMixed {
            // One semicolon behind the last player, as behind the others.
            let isEnded = groups[groups.count - 1].allSatisfy(\.isWhitespace)
            return try players(isEnded ? groups.dropLast() : groups, side, by: "a semicolon")
        }
        let lines = try players(groups.flatMap { parts($0, at: ",") }, side, by: "a comma")
        let bareCount = lines.count(where: \.number.isEmpty)
        if bareCount < lines.count, bareCount * 2 >= lines.count || isLastFirst(lines),
            let bare = lines.firstIndex(where: \.number.isEmpty)
        {
            throw .rosterLine(
                bare + 1,
                "is '\(lines[bare].name)' without a number; part players by semicolons: "
                    + "4 Berg, Ana; 7 Dahl, Bo")
        }
        return lines
    }

    /// True if two or more players without a number each stand beside one with a number and a name
    /// of one word: `4 Berg, Ana, 7 Dahl, Bo, 9 Cy`, or `Berg, Ana 4, Dahl, Bo 7, Cy 9`.
    private static func isLastFirst(_ lines: [RosterLine]) -> Bool {
        let places = lines.indices.filter { lines[$0].number.isEmpty }
        return places.count > 1
            && [-1, 1].contains { step in
                places.allSatisfy { place in
                    lines.indices.contains(place + step)
                        && !lines[place + step].number.isEmpty
                        && !lines[place + step].name.contains(" ")
                }
            }
    }

    private static func isNumbered(_ part: Substring) -> Bool {
        let words = part.split(whereSeparator: \.isWhitespace)
        guard let first = words.first, let last = words.last else { return false }
        return JerseyNumber.isMeant(by: first) || JerseyNumber.digits(of: last) != nil
    }

    private static func parts(_ text: Substring, at separator: Unicode.Scalar) -> [Substring] {
        text.split(omittingEmptySubsequences: false) {
            PlainText.ascii($0) == UInt8(ascii: separator)
        }
    }

    private static func players(
        _ parts: [Substring], _ side: Side, by separator: String
    ) throws(Unreadable) -> [RosterLine] {
        var lines: [RosterLine] = []
        for (index, part) in parts.enumerated() {
            lines.append(
                try player(part, side, line: index + 1, parting: "\(separator) behind each"))
        }
        return try bounded(lines)
    }

    /// A roster file with one player a line: `home 4 Ana Berg`. Skips empty lines and comments,
    /// which begin with `#`, but not with a number such as `#4`; errors carry the line number.
    package static func read(file text: String) throws(Unreadable) -> [RosterLine] {
        var lines: [RosterLine] = []
        let rows = text.split(omittingEmptySubsequences: false, whereSeparator: endsLine)
        for (index, row) in rows.enumerated() {
            let words = row.split(whereSeparator: \.isWhitespace)
            guard let first = words.first,
                first.utf8.first != UInt8(ascii: "#") || JerseyNumber.isMeant(by: first)
            else { continue }
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
        if JerseyNumber.isMeant(by: first) {
            guard let read = JerseyNumber.digits(of: first) else {
                throw .rosterLine(line, JerseyNumber.refusal(of: String(first)))
            }
            number = read
            words.removeFirst()
            // `10 - Hal`: the dash parts number and name.
            if words.count > 1, ["-", "\u{2013}", "\u{2014}"].contains(words[0]) {
                words.removeFirst()
            }
            // `7 Team 2` has a name of two words; `4 7 Bo` and `4 Ana 7 Bo` are two players.
            try refuseNumber(in: words.count > 1 ? words.dropLast() : words[...], line, parting)
        } else {
            if words.count > 1, let last = words.last, let read = JerseyNumber.digits(of: last) {
                number = read
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
        guard let stray = words.first(where: { JerseyNumber.digits(of: $0) != nil }) else { return }
        throw .rosterLine(
            line, "has '\(stray)' within a name; write players number first, \(parting)")
    }

    private static func bounded(_ lines: [RosterLine]) throws(Unreadable) -> [RosterLine] {
        guard lines.count <= ScorebookLimits.rosterLinesMax else {
            throw .rosterTooLong(lines.count)
        }
        return lines
    }
}

/// The number on a shirt: one to three digits, with `#` before them or not. `0`, `00` and `7` are
/// different numbers.
package enum JerseyNumber {
    /// The digits; nil for any other text.
    static func digits(of word: some StringProtocol) -> String? {
        let digits = unmarked(word)
        guard (1...3).contains(digits.utf8.count), PlainText.isDigits(digits) else { return nil }
        return String(digits)
    }

    /// The digits, or nothing for an empty text, which is no number; throws for any other text.
    package static func read(_ text: String) throws(APIError) -> String {
        let text = shown(text)
        if text.isEmpty { return "" }
        guard let digits = digits(of: text) else { throw .unfit(refusal(of: text)) }
        return digits
    }

    /// True for a word that begins as a number does, though it may be none.
    static func isMeant(by word: some StringProtocol) -> Bool {
        unmarked(word).first?.isNumber == true
    }

    static func refusal(of text: String) -> String {
        "'\(shown(text))' is not a jersey number: one to three digits"
    }

    private static func unmarked(_ word: some StringProtocol) -> Substring {
        let scalars = Substring(word).unicodeScalars
        return Substring(scalars.dropFirst(scalars.first == "#" ? 1 : 0))
    }
}

extension RosterPlayer {
    /// The player as a line of the book; throws for a number that is none.
    package func line(of side: Side) throws(APIError) -> Scorebook.RosterLine {
        Scorebook.RosterLine(
            side: side, number: try JerseyNumber.read(number ?? ""),
            name: try GivenText.whole(name))
    }
}
