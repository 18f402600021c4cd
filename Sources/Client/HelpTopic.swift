/// A page of the help that is not about one command; the manual page scored(7) has all of them.
package struct HelpTopic: Sendable {
    /// A part of a topic under its heading.
    struct Section: Sendable {
        let title: String
        let blocks: [Block]
    }

    enum Block: Sendable {
        /// Lines of at most 80 columns, which a manual page fills again.
        case paragraph(String)
        /// Lines as they are typed or shown.
        case example(String)
    }

    /// The word after `scored help`; a command may have it too.
    let name: String
    let title: String
    let sections: [Section]

    static let all = [table, phone, hall, end, trouble, hub]

    /// As `scored help` prints it.
    var lines: [String] {
        [title]
            + sections.flatMap { section in
                ["", section.title]
                    + section.blocks.flatMap { block in
                        switch block {
                        case .paragraph(let text): [""] + text.lines
                        case .example(let text): [""] + text.lines.map { "    " + $0 }
                        }
                    }
            }
    }
}

extension String {
    fileprivate var lines: [String] {
        split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
}

extension HelpTopic {
    fileprivate static let table = HelpTopic(
        name: "table", title: "The table: devices that keep score together",
        sections: [
            Section(
                title: "Words",
                blocks: [
                    .paragraph(
                        """
                        The devices that keep score together are a table. A device is one laptop or
                        phone with a key of its own, and a keeper is the person at it. Each device has
                        the whole log of the table, so each can go on alone.
                        """)
                ]),
            Section(
                title: "Start a table and join it",
                blocks: [
                    .paragraph("At the first laptop, where Enter starts a table:"),
                    .example("scored\nscored invite"),
                    .paragraph("At each other one, with the code that invite printed:"),
                    .example("scored join 6YBY-V3EC-0SX3-9SBB"),
                    .paragraph(
                        """
                        A code is for one device and ten minutes. If the laptops do not find each
                        other, invite shows a command with an address. They must reach each other on
                        TCP port 7420 and UDP port 7421: allow both in a firewall.
                        """),
                    .paragraph(
                        """
                        Both screens show four joining words. Compare them aloud. If they differ,
                        somebody intercepts the connection: run scored leave at the new device, and
                        scored devices remove NAME at the first one.
                        """),
                ]),
            Section(
                title: "Begin a game",
                blocks: [
                    .example(
                        """
                        scored new Hawks Owls --home "4 Ana, 7 Bo" --away "5 Dee, 8 Eli"
                        scored keep
                        """),
                    .paragraph(
                        """
                        In the keep screen the player comes first, then one letter: 7k is two points
                        for number 7. The key ? shows the keys, u undoes your last action, and q
                        leaves; the device goes on syncing.
                        """),
                ]),
        ])

    fileprivate static let phone = HelpTopic(
        name: "phone", title: "A phone keeps score",
        sections: [
            Section(
                title: "Let a phone in",
                blocks: [
                    .paragraph(
                        """
                        A phone keeps score through a laptop of the table, in the same Wi-Fi. At the
                        laptop:
                        """),
                    .example("scored phone Ana"),
                    .paragraph(
                        """
                        It shows an address and its QR code. Ana scans it. Her browser warns that the
                        connection is not private, since no authority vouches for a laptop in a gym:
                        go on (Advanced, Proceed; on an iPhone Show Details, visit this website). On a
                        Wi-Fi of strangers use a hotspot of your own.
                        """),
                    .paragraph(
                        """
                        Laptop and phone show four words. Answer y if they are the same; n if they
                        differ, or if the phone shows none. Two taps are a move: player and kind.
                        """),
                ]),
            Section(
                title: "Wi-Fi gone, phone lost",
                blocks: [
                    .paragraph(
                        """
                        Leave the page open and tap on: the phone says how many moves it holds, and
                        sends each of them once when the Wi-Fi is back. If the laptop has another
                        address by then, scored phone Ana makes it the same keeper again.
                        """),
                    .paragraph(
                        """
                        A phone needs TCP port 7423 of the laptop (or the port in its link). scored
                        phones lists the phones of a laptop, scored phone Ana --remove removes one.
                        Phones of one laptop share its disk, so have a second laptop at the table.
                        """),
                ]),
        ])

    fileprivate static let hall = HelpTopic(
        name: "hall", title: "Projector, stream and spectators",
        sections: [
            Section(
                title: "Pages",
                blocks: [
                    .example("scored web up\nscored web links"),
                    .paragraph(
                        """
                        The first serves pages in the network of the gym and prints their links, the
                        second prints them again with a QR code; scored web down ends them. Anybody
                        with a link can look, and nobody can change anything. Players are numbers
                        unless you run scored web up --names. Allow TCP port 7422 in a firewall.
                        """),
                    .paragraph(
                        """
                        Projector: hall, in full screen (F11). Benches: bench. Announcer: announcer.
                        Spectators: game. Without a browser, scored watch shows a terminal in large
                        digits.
                        """),
                ]),
            Section(
                title: "Stream",
                blocks: [
                    .paragraph(
                        """
                        overlay is a browser source of OBS, 1920 by 1080. At the end of its link,
                        ?show=bug,clock,fouls,lower chooses the parts, &anchor=br the corner (tl, tr
                        or bl too) and &scale=1.5 the size. If OBS starts first, use scored web
                        overlay-file.
                        """)
                ]),
        ])

    fileprivate static let end = HelpTopic(
        name: "end", title: "The end of a game",
        sections: [
            Section(
                title: "End it and sign it",
                blocks: [
                    .paragraph(
                        """
                        scored end ends the game. Then every device that tracked players signs; where
                        none did, every device that recorded:
                        """),
                    .example("scored end\nscored sign"),
                    .paragraph(
                        """
                        sign prints the score and result words. Compare the words aloud: equal words
                        mean equal games. Once everyone has signed the same, the result is official.
                        It is provisional while a device is not in sync or a question is open; scored
                        status says who has not signed, and scored settle answers a question.
                        """),
                ]),
            Section(
                title: "Afterwards",
                blocks: [
                    .paragraph(
                        """
                        After scored reopen the game goes on, and all sign again. scored export box
                        --to FILE saves the box score, scored export log --to FILE the whole signed
                        log. scored down stops the daemon once other devices have every move.
                        """)
                ]),
        ])

    fileprivate static let trouble = HelpTopic(
        name: "trouble", title: "If something goes wrong",
        sections: [
            Section(
                title: "A device loses the network",
                blocks: [
                    .paragraph(
                        """
                        It keeps recording, and nothing is lost. scored status on the others says who
                        is away and which players nobody sees. scored track --from bo takes over Bo's
                        players; scored track --only home gives them back.
                        """)
                ]),
            Section(
                title: "Two keepers record one basket",
                blocks: [
                    .paragraph(
                        """
                        It counts once: what they recorded within 20 seconds of game clock is one
                        event. So start the game clock. Where they do not agree you are asked; answer
                        with scored settle, or h in the keep screen.
                        """)
                ]),
            Section(
                title: "A mistake",
                blocks: [
                    .paragraph(
                        """
                        scored undo takes back your last action, scored void and scored fix any move.
                        scored team renames a team, scored swap swaps home and away, and
                        scored transfer --since 19:40 --to bears-lions moves entries into the right
                        game. One scored undo takes back each of them.
                        """)
                ]),
            Section(
                title: "A device is gone for good",
                blocks: [
                    .paragraph(
                        """
                        scored devices lost cy: nobody waits for it in this game, and its moves count.
                        If it was stolen, the founder or a deputy runs scored devices remove cy.
                        """)
                ]),
            Section(
                title: "A disk is full, or anything else",
                blocks: [
                    .paragraph(
                        """
                        A move that cannot be saved is refused, never lost silently. Free some space;
                        recording then goes on. scored doctor checks disk, log, clock and network, and
                        says what to do. If a command says offline view, no daemon runs: scored up
                        starts it. Messages are in diagnostics.txt in the home.
                        """)
                ]),
        ])

    fileprivate static let hub = HelpTopic(
        name: "hub", title: "A club with Windows or Mac laptops only",
        sections: [
            Section(
                title: "What runs where",
                blocks: [
                    .paragraph(
                        """
                        scored has no program for Windows. The package and the archive are for Linux;
                        on a Mac somebody builds the program with Swift. But one small Linux computer
                        in the gym, a hub, is enough: an old laptop with Debian will do. Phones keep
                        score through it, and Windows and Mac laptops show its pages in a browser.
                        """)
                ]),
            Section(
                title: "Set up a hub",
                blocks: [
                    .paragraph(
                        """
                        Download the package elsewhere and bring it on a USB stick; the hub needs no
                        internet. Open a terminal in the folder of the stick:
                        """),
                    .example(
                        "sudo apt install ./scored_*.deb\nscored\n"
                            + "scored service install --linger\nscored phone Ana"),
                    .paragraph(
                        """
                        Without administrator rights unpack scored-*-linux-*.tar.gz on the hub, go
                        into its folder and run sh install.sh. With scored service install --linger
                        the hub keeps score whenever it is switched on. Then scored web up serves
                        the pages for projector, benches and spectators.
                        """),
                ]),
            Section(
                title: "What a single hub cannot do",
                blocks: [
                    .paragraph(
                        """
                        All phones share the disk of the hub, so a broken disk loses the game. Save
                        it after each game with scored export log --to FILE, to the stick, or put a
                        second Linux laptop at the table. scored backup FILE saves the hub with its
                        key and its phones; scored restore FILE makes it again elsewhere. A
                        Raspberry Pi needs a package for arm64: the same script makes it there, but
                        nobody has tried it.
                        """)
                ]),
        ])
}
