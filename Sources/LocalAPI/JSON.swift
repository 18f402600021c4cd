import Foundation

/// JSON as this API has it: sorted keys, `/` not escaped, so that equal values are equal bytes.
package enum JSON {
    /// The bytes of `value`, on one line, without a line end. Stable: equal values give equal
    /// bytes. A number that is not finite becomes a text (JSON has no other way).
    package static func encode(_ value: some Encodable) -> [UInt8] {
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

    /// Reads a value; unknown keys are ignored. The error names the place in words; `line` is
    /// passed through to it.
    package static func decode<Value: Decodable>(
        _ type: Value.Type, from bytes: [UInt8], line: Int? = nil
    ) throws(LocalAPIError) -> Value {
        // JSONDecoder would guess at UTF-16 and 32; JSON between programs is UTF-8 (RFC 8259, 8.1).
        guard String(validating: bytes, as: UTF8.self) != nil else {
            throw .notJSON(line: line, reason: "it is not UTF-8")
        }
        do {
            return try JSONDecoder().decode(type, from: Data(bytes))
        } catch let error as DecodingError {
            throw describe(error, line: line)
        } catch {
            throw .notJSON(line: line, reason: "\(error)")
        }
    }

    private static func describe(_ error: DecodingError, line: Int?) -> LocalAPIError {
        switch error {
        case .keyNotFound(let key, let context):
            return .badValue(
                line: line, path: path(context.codingPath),
                reason: "the key '\(key.stringValue)' is missing")
        case .typeMismatch(let type, let context):
            return .badValue(
                line: line, path: path(context.codingPath),
                reason: "\(word(type)) was expected")
        case .valueNotFound(let type, let context):
            return .badValue(
                line: line, path: path(context.codingPath),
                reason: "\(word(type)) was expected, not null")
        case .dataCorrupted(let context):
            guard context.codingPath.isEmpty else {
                return .badValue(
                    line: line, path: path(context.codingPath), reason: context.debugDescription)
            }
            return .notJSON(line: line, reason: reason(context))
        @unknown default:
            return .notJSON(line: line, reason: "\(error)")
        }
    }

    /// What Foundation knows about a syntax error: the byte and its place.
    private static func reason(_ context: DecodingError.Context) -> String {
        guard let underlying = context.underlyingError as NSError?,
            let text = underlying.userInfo[NSDebugDescriptionErrorKey] as? String
        else { return context.debugDescription }
        return text
    }

    /// `home.players[2].number`.
    private static func path(_ keys: [any CodingKey]) -> String {
        var path = ""
        for key in keys {
            if let index = key.intValue {
                path += "[\(index)]"
            } else {
                path += (path.isEmpty ? "" : ".") + key.stringValue
            }
        }
        return path
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
