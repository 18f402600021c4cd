@testable package import Documents

/// English, made mechanically: each letter has an accent or another form, words are a third longer,
/// and brackets show where a text begins and ends. Values, such as names, stay as they are. So a
/// letter of ASCII on a page is that of a value, or of a word that did not go through the catalogue.
package enum Pseudo {
    package static let catalogue = Catalogue(
        tag: "qps", term: { (English.text($0) as PseudoText).text },
        phrase: { (English.text($0, $1) as PseudoText).text })

    /// The words in a text whose letters are plain, without the values that may stand there.
    package static func leaks(in text: String, besides values: Set<String>) -> [String] {
        var rest = text
        for value in values.sorted(by: { ($0.count, $0) > ($1.count, $1) }) where !value.isEmpty {
            rest = rest.replacing(value, with: " ")
        }
        return rest.split { !$0.isASCII || !$0.isLetter }.map(String.init)
    }
}

private struct PseudoText: WordText {
    let text: String

    struct StringInterpolation: WordInterpolation {
        var text = ""

        init(literalCapacity: Int, interpolationCount: Int) {}

        mutating func appendLiteral(_ literal: String) { text += PseudoText.strange(literal) }
        mutating func appendInterpolation(_ value: String) { text += value }
        mutating func appendInterpolation(_ number: Int) { text += "\(number)" }
    }

    init(stringLiteral value: String) { text = "[\(Self.strange(value))]" }
    init(stringInterpolation said: StringInterpolation) { text = "[\(said.text)]" }

    private static let plain = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
    private static let accented = Array("áƀćđéƒğĥíĵķłɱñóþɋŕšťúṽŵẋýžÁƁĆĐÉƑĞĤÍĴĶŁṀÑÓÞɊŔŠŤÚṼŴẊÝŽ")

    /// Every third letter stands twice.
    private static func strange(_ text: String) -> String {
        var strange = ""
        var count = 0
        for character in text {
            guard let place = plain.firstIndex(of: character) else {
                strange.append(character)
                continue
            }
            count += 1
            strange.append(accented[place])
            if count.isMultiple(of: 3) { strange.append(accented[place]) }
        }
        return strange
    }
}
