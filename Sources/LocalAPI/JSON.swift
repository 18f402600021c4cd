import Foundation

/// The JSON of this API: sorted keys, `/` not escaped, so that equal values are equal bytes.
package enum JSON {
    /// The bytes of `value`, on one line, without a line end. Stable: equal values give equal
    /// bytes. A number that is not finite becomes a string, since JSON has none.
    package static func encode(_ value: some Encodable) -> [UInt8] {
        written(value) ?? encodedByFoundation(value)
    }

    static func encodedByFoundation(_ value: some Encodable) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "infinite", negativeInfinity: "-infinite", nan: "not a number")
        do {
            return [UInt8](try encoder.encode(value))
        } catch {
            preconditionFailure("a document of ours cannot be encoded: \(error)")
        }
    }

    /// Decodes a value. Unknown keys are ignored; null counts as missing where a key may be
    /// missing. The whole text is checked first (see `JSONTape`). The error names the place in
    /// words, after `line`.
    package static func decode<Value: Decodable>(
        _ type: Value.Type, from bytes: [UInt8], line: Int? = nil
    ) throws(LocalAPIError) -> Value {
        // JSONDecoder would guess at UTF-16 and 32; JSON between programs is UTF-8 (RFC 8259, 8.1).
        // It also accepts a comma before a closing bracket, and takes one value of a duplicate key.
        let tape: JSONTape
        do throws(JSONTape.Fault) {
            tape = try JSONTape(bytes)
        } catch {
            throw .notJSON(line: line, reason: "\(error.reason) (at byte \(error.byte))")
        }
        if let value = read(type, tape) { return value }
        do {
            return try JSONDecoder().decode(type, from: Data(bytes))
        } catch let error as DecodingError {
            throw describe(error, tape.oddNumbers, line: line)
        } catch {
            throw .notJSON(line: line, reason: "\(error)")
        }
    }

    private static func describe(
        _ error: DecodingError, _ oddNumbers: [JSONTape.OddNumber], line: Int?
    ) -> LocalAPIError {
        let (reason, context): (String, DecodingError.Context?) =
            switch error {
            case .keyNotFound(let key, let context):
                ("the key '\(key.stringValue)' is missing", context)
            case .typeMismatch(let type, let context):
                ("\(word(type)) was expected" + found(context.debugDescription), context)
            case .valueNotFound(let type, let context):
                ("\(word(type)) was expected, not null", context)
            case .dataCorrupted(let context):
                (choice(context.debugDescription), context)
            @unknown default:
                ("\(error)", nil)
            }
        guard let context else { return .notJSON(line: line, reason: reason) }
        if case .dataCorrupted = error, context.codingPath.isEmpty {
            return describe(oddNumbers, line: line)
        }
        let path = context.codingPath.map {
            $0.intValue.map(JSONTape.Step.element) ?? .key($0.stringValue)
        }
        return .badValue(line: line, path: JSONTape.text(of: path), reason: reason)
    }

    /// JSONDecoder reports a number that does not fit its type as invalid JSON, without a place.
    private static func describe(
        _ oddNumbers: [JSONTape.OddNumber], line: Int?
    ) -> LocalAPIError {
        guard let odd = oddNumbers.first, oddNumbers.count == 1 else {
            let named = oddNumbers.map { "\($0.path) \($0.text)" }.joined(separator: ", ")
            return .badValue(
                line: line, path: "",
                reason: "a number is a fraction or too large where a whole number was expected"
                    + (named.isEmpty ? "" : ": \(named)"))
        }
        return .badValue(
            line: line, path: odd.path, reason: "\(odd.text) is not a number that fits here")
    }

    /// `, not a text` from `Expected to decode Int but found a string instead.`
    private static func found(_ description: String) -> String {
        guard let start = description.firstRange(of: " but found "),
            let end = description.firstRange(of: " instead"), start.upperBound < end.lowerBound
        else { return "" }
        switch description[start.upperBound..<end.lowerBound] {
        case "a string": return ", not a text"
        case "number", "a number": return ", not a number"
        case "bool": return ", not true or false"
        case "an array": return ", not a list"
        case "a dictionary": return ", not an object"
        default: return ""
        }
    }

    /// `'z' is none of the possible values` from the error of a string enum; other descriptions are
    /// returned as they are.
    private static func choice(_ description: String) -> String {
        guard let start = description.firstRange(of: " from invalid String value ") else {
            return description
        }
        let word = JSONTape.short(String(description[start.upperBound...]))
        return "'\(word)' is none of the possible values"
    }

    private static func word(_ type: any Any.Type) -> String {
        switch type {
        case is String.Type: "a text"
        case is Bool.Type: "true or false"
        case is any BinaryInteger.Type: "a whole number"
        case is any BinaryFloatingPoint.Type: "a number"
        case is [Any].Type: "a list"
        default: "\(type)".hasPrefix("Dictionary") ? "an object" : "another kind of value"
        }
    }
}
