import Foundation
import MoveLog
import Seeds
import TLS
import Testing

@testable import Web

/// The file that a program for streams opens before there is a page.
@Suite struct OverlayFileTests {
    private static let link = "http://localhost:7422/v/AAAAAAAAAAAAAAAAAAAAAA/overlay"

    private func part(_ text: String, _ start: String, _ end: String) throws -> String {
        let from = try #require(text.firstRange(of: start)).upperBound
        let to = try #require(text[from...].firstRange(of: end)).lowerBound
        return String(text[from..<to])
    }

    /// The content of an element as a policy names it.
    private func source(of name: String, in text: String) throws -> String {
        let inner = try part(text, "<\(name)>", "</\(name)>")
        return "'sha256-\(Data(SHA256.digest(Array(inner.utf8)).bytes).base64EncodedString())'"
    }

    /// Two attributes are all that a link changes, and it stays within them.
    @Test(arguments: seeds(64)) func aLinkStaysInItsAttributes(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let word = WebStage.hostileWord(&generator)
        let escaped = PageText.escaped(word)
        #expect(!escaped.contains { "<>\"'".contains($0) })
        let text = OverlayFile.text(word)
        #expect(text == OverlayFile.text(Self.link).replacing(Self.link, with: escaped))
    }

    /// The policy lets nothing run or be framed but what is in the file.
    @Test func thePolicyNamesWhatTheFileHas() throws {
        let text = OverlayFile.text(Self.link)
        #expect(text.ranges(of: Self.link).count == 2)
        #expect(text.ranges(of: "<script>").count == 1 && text.ranges(of: "http").count == 3)
        let policy = try part(text, "Content-Security-Policy\" content=\"", "\"")
        let sources = try ["script", "style"].map { "\($0)-src \(try source(of: $0, in: text))" }
        let rest = ["frame-src \(Self.link)", "base-uri 'none'", "form-action 'none'"]
        #expect(policy == (["default-src 'none'"] + sources + rest).joined(separator: "; "))
    }

    @Test func thePolicyOfAPageNamesItsSheet() throws {
        for page in WebStage.pages {
            let (head, body) = WebStage().answer(to: page)
            #expect(head.contains("style-src 'self' \(try source(of: "style", in: body));"))
        }
    }

    /// What it asks of a page: a word for each part of a stream that came.
    @Test func aPageSaysThatItIsLive() {
        #expect(ViewScript.text.contains("parent.postMessage('live', '*');"))
    }
}
