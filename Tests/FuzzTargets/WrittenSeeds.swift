/// Seeds that no vector holds: what people and programs write.
enum WrittenSeeds {
    /// Control bytes and a text behind them.
    static func seed(_ head: [UInt8], _ text: String) -> [UInt8] { head + Array(text.utf8) }

    static let order = seed(
        [1],
        """
        {"game":{"home":{"name":"Hawks","roster":[{"number":"4","name":"Ana"}]},"away":{"name":\
        "Owls","roster":[{"number":"00","name":"Bo"}]},"rules":{"preset":"3x3","target":21}},\
        "steps":[{"kind":"twoPoints","side":"home","player":"h#1","points":2,"period":1,\
        "clockSeconds":30},{"kind":"miss","side":"away","player":"a#1","detail":"threePoints",\
        "period":1,"clockSeconds":44}],"isEnded":true}
        """)

    static var http: [[UInt8]] {
        let get = "GET /v1/status?name=a%20b HTTP/1.1\r\nHost: x\r\n\r\n"
        let post = "POST /v1/moves HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}"
        let chunked =
            "POST /v1/moves HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
            + "2;a=b\r\n{}\r\n0\r\nA: b\r\n\r\n"
        let expecting =
            "PUT /v1/table HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 4\r\n\r\n"
        let answer = "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc"
        let stream =
            "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked"
            + "\r\n\r\n14\r\nevent: a\ndata: {}\n\n\r\n0\r\n\r\n"
        let events = "\u{FEFF}event: game\nid: 7\ndata: {\"a\":1}\ndata: b\n\n: c\nretry: 9\r\n\r\n"
        let requests = [get, post, chunked, expecting, get + post + get, "GET / HTTP/1.0\r\n\r\n"]
        let steps: [UInt8] = [2, 4, 5, 0, 2, 97, 98, 3, 9, 0, 6, 9, 9, 7, 1, 2]
        var seeds = requests.map { seed([0, 0], $0) }
        seeds += requests.map { [1, 7, 0] + ByteScript.chunk(Array($0.utf8)) + steps }
        seeds += [answer, stream, answer + stream].map { seed([2, 5], $0) }
        seeds += [seed([3, 3], events), seed([4, 2], "{\"a\":1}\r\n\n{}")]
        return seeds + bodies.map { seed([5, 0], $0) }
    }

    private static let bodies = [
        #"{"player":"h7","kind":"two","game":"hawks-owls","points":2,"clockSeconds":3,"period":1}"#,
        #"{"home":{"name":"A"},"away":{"name":"B"},"rules":{"preset":"fiba","periods":4}}"#,
        #"{"entries":["mia.41"],"action":"start","elapsedSeconds":1.5,"online":true,"count":2}"#,
        #"{"game":"g","rules":{"target":21,"points":{"freeThrow":1}},"reason":"rain"}"#,
        #"{"format":"gamelog/1","id":"x","date":"2024-01-01","home":"A","away":"B","rules":{}}"#,
        #"{"t":1,"period":1,"kind":"foul","team":"home","player":"p1","players":["p1"]}"#,
        #"{"request":"00112233445566778899aabbccddeeff","code":"0123-4567-89AB-CDEF","via":"a:1"}"#,
    ]

    /// A unit that is repeated for each reader, behind a letter.
    static var cost: [[UInt8]] {
        let units = [
            "a\u{301}\u{316}", "a\u{1F1E6}", "\u{1100}\u{1161}", "4 Ana, ", "a\"b\":1,", "x[",
            "%CC%81",
        ]
        return TextReader.allCases.indices.flatMap { reader in
            units.map { seed([UInt8(reader), 1], $0) }
        }
    }

    static var commandLine: [[UInt8]] {
        let lines = [
            "move\nh7\ntwo\n--points=2\n--force", "clock\nset\n10:00.5", "--json\nstatus\n--watch",
            "move\n--peer\na:1\n--peer\nb:2\n--\n-x\ny", "--help", "stauts", "--state\nx\nstatus",
        ]
        let words = [
            "two", "reb-off", "10:00.5", "59:59", "21", "10 min", "on", "none", "freeThrow=2",
            "h#1",
            "a4", "home", "ana", "Žalgiris Kaunas", "∞",
        ]
        let keys = [
            "twoPoints 8\nfoul x\n# a\nundo space\n", "three-points left\nnote delete\nnote z",
        ]
        let form = ["Hawks", "Owls", "21", "10", "4 Ana, 7 Bo", "00 Cy; 9"].flatMap {
            ByteScript.chunk(Array($0.utf8))
        }
        var seeds = lines.map { seed([0], $0) } + words.map { seed([1], $0) }
        seeds += keys.map { seed([2], $0) }
        return seeds + [[3, 1] + form]
    }
}
