import Documents
import Foundation
import Testing

@testable import LocalAPI

/// RFC 8259, text by text: what JSON is and what it is not, and that the reader of requests by hand never
/// takes what the other refuses, nor reads it otherwise.
@Suite("JSON is what RFC 8259 says")
struct JSONConformanceTests {
    private static let half = #""\ud83c""#

    /// Values that are taken wherever any value may stand.
    private static let taken: [String] = [
        "0", "-0", "12", "-7", "1.5", "0.5", "1e3", "1E+3", "1e-3", "-0.0", "1.0e0",
        "123456789012345678", "9223372036854775807", "\"\"", #""a""#, "\"\u{7F}\"", "\"é\"",
        #""\u00e9\"\\\/\b\f\n\r\t""#, #""\ud83c\udfc0""#, "\"\u{1F3C0}\"", #""\u0000""#,
        "\"\u{2028}\"",
        "true", "false", "null", "[]", "{}", "[1, [2], {\"b\": [] }]", "{\"\": 1}", "\t\r\n 1 \n",
        "\"" + String(repeating: "\u{301}", count: HTTPLimits.marksInARowMax) + "\"",
        #"{"a":{"a":{"a":1}}}"#,
    ]

    private static let refused: [String] = [
        "", " ", "01", "-01", "+1", "-", "1.", ".5", "-.5", "1e", "1e+", "1.e1", "0x1", "1_0",
        "NaN",
        "Infinity", "-Infinity", "\u{FF11}", "True", "TRUE", "nul", "nulls", "undefined", "'a'",
        "a", "\"",
        "\"a", #""\""#, #""\a""#, #""\x41""#, #""\u12"#, #""\u12g4""#, #""\U0041""#, "\"\t\"",
        "\"\n\"",
        "\"\u{0}\"", "\"\u{1F}\"", half, #""\ud83cx""#, #""\ud83c\n""#, #""\ud83c\u0041""#,
        #""\udfc0""#,
        #""\udfc0\ud83c""#, #""\ud83c\ud83c""#, "[", "]", "[1", "[1,", "[1,]", "[,1]", "[,]",
        "[1,,2]",
        "[1 2]", "[1;2]", "[1}", "{", "}", "{1:2}", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{,}",
        "{\"a\" 1}", "{\"a\":1 \"b\":2}", "{a:1}", "{'a':1}", "{\"a\":1]", "1 2", "1,", "[] []",
        "{}x",
        "// a\n1", "/* a */1", "1 // a", "#a\n1", "\u{FEFF}1", "\u{A0}1", "\u{2028}1", "1\u{0}",
        "\u{C}1",
        #"{"a":1,"a":1}"#, #"{"a":1,"\u0061":2}"#, "{\"é\":1,\"e\u{301}\":2}",
        "\"" + String(repeating: "\u{301}\u{316}", count: 16) + "\"",
        "{\"" + String(repeating: "\u{301}", count: 31) + "\":1}",
        "\"" + String(repeating: #"\u0301\u0316"#, count: 16) + "\"",
        "\"" + String(repeating: "\\u0301\u{316}", count: 16) + "\"",
        String(repeating: "[", count: 513) + String(repeating: "]", count: 513),
        String(repeating: "{\"a\":", count: 513) + "1" + String(repeating: "}", count: 513),
    ]

    /// Bytes that are no UTF-8: a lone byte, an overlong form, a surrogate, a scalar that is none, a cut
    /// one; and texts of JSON in UTF-16 and 32.
    private static let notUTF8: [[UInt8]] = [
        [0x22, 0xFF, 0x22], [0x22, 0x80, 0x22], [0x22, 0xC0, 0x80, 0x22],
        [0x22, 0xE0, 0x80, 0x80, 0x22],
        [0x22, 0xED, 0xA0, 0x80, 0x22], [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22],
        [0x22, 0xE2, 0x82, 0x22],
        [0x22, 0xF0, 0x9F, 0x8F], [0xFE, 0xFF, 0, 0x31], [0xFF, 0xFE, 0x31, 0],
        [0, 0, 0, 0x31], [0x31, 0, 0, 0],
    ]

    private struct Anything: Decodable { init(from _: any Decoder) {} }

    private func fault(_ bytes: [UInt8]) -> LocalAPIError? {
        do throws(LocalAPIError) {
            _ = try JSON.decode(Anything.self, from: bytes)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: taken)
    func isTaken(text: String) {
        #expect(fault(Array(text.utf8)) == nil)
    }

    @Test(arguments: refused.map { Array($0.utf8) } + notUTF8)
    func isRefusedAsNoJSON(bytes: [UInt8]) throws {
        let found = try #require(fault(bytes))
        guard case .notJSON = found else {
            Issue.record("\(bytes): \(found)")
            return
        }
    }

    /// Every text in every place of a request: as the whole body, as a value of a text, of a number and
    /// of a key that nobody knows, and beside the rest.
    @Test func bothReadersOfARequestAgree() {
        let texts = (Self.taken + Self.refused).map { Array($0.utf8) } + Self.notUTF8
        var read = 0
        for text in texts {
            for (start, end) in [
                ("", ""), (#"{"player":"h4","kind":"#, "}"),
                (#"{"player":"h4","kind":"2p","points":"#, "}"),
                (#"{"player":"h4","kind":"2p","news":"#, "}"),
                (#"{"player":"h4","kind":"2p"}"#, ""),
                ("", #"{"player":"h4","kind":"2p"}"#),
                (#"{"player":"h4","force":"#, #","kind":"2p"}"#),
            ] {
                let body = Array(start.utf8) + text + Array(end.utf8)
                let byHand = (try? JSONTape(body)).flatMap { JSON.read(MoveRequest.self, $0) }
                let decoded = try? JSON.decode(MoveRequest.self, from: body)
                if let byHand {
                    read += 1
                    let other = try? JSONDecoder().decode(MoveRequest.self, from: Data(body))
                    #expect(byHand == other, "\(String(decoding: body, as: UTF8.self))")
                }
                if let found = fault(body), case .notJSON = found {
                    #expect(decoded == nil && byHand == nil)
                }
            }
        }
        #expect(read > 10, "the reader by hand was not asked")
    }

    /// Whatever Unicode puts in order counts as a mark, also what another scalar begins with once it is
    /// decomposed: what comes in is bounded in every form.
    @Test func everythingThatIsReorderedIsAMark() {
        for value in UInt32(0)...0x10FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let first = String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars.first
            let isReordered =
                scalar.properties.canonicalCombiningClass != .notReordered
                || first?.properties.canonicalCombiningClass != .notReordered
            var marks = MarkRun()
            var isBounded = true
            for _ in 0...HTTPLimits.marksInARowMax { isBounded = marks.accepts(scalar) }
            if isReordered { #expect(!isBounded, "U+\(String(value, radix: 16))") }
        }
    }
}
