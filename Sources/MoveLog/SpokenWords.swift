/// Bytes as words that two people can compare across a noisy hall.
///
/// Four words are 32 bits: enough to detect an accidental difference, not enough against a search
/// for two states with equal words.
package enum SpokenWords {
    /// The word of each byte, in the order of byte values: short and common, no two that sound
    /// alike, no two with the same first three letters, so that three letters identify a byte too.
    package static let all: [String] = list.split(whereSeparator: \.isWhitespace).map(String.init)

    /// The words of the first four bytes, joined by dashes.
    package static func four(of digest: Digest) -> String { four(of: digest.bytes) }

    /// The words of the first four bytes (of all, if there are fewer), joined by dashes.
    package static func four(of bytes: [UInt8]) -> String {
        bytes.prefix(4).map { all[Int($0)] }.joined(separator: "-")
    }

    private static let list = """
        acorn actor album amber anchor apple apron arch
        arena armor arrow artist atlas attic autumn avenue
        bacon badge bagel baker bamboo banana barrel bench
        birch bottle brick brush button cabin cactus camel
        candle carbon castle cherry cider cinema circle city
        cobalt coffee comet copper cotton cradle crown cube
        dairy delta denim dinner doctor domino donkey dragon
        drum duck eagle earth easel echo elbow ember
        engine fabric falcon fender fern fiddle finger flame
        flute forest fossil fox frog fruit funnel galaxy
        garden gecko giant ginger glass globe goat golden
        grape grove guitar hammer harbor hazel helmet hill
        hippo hockey honey hoodie icon igloo ink island
        ivory jacket jaguar jelly jigsaw jungle karate kayak
        kettle kitten kiwi koala lagoon lake laptop lemon
        lily lion lizard locker lotus lunar magnet mango
        maple marble meadow melon mirror monkey mosaic mouse
        muffin museum napkin nectar needle nest nickel ninja
        noodle novel nugget oak oasis ocean octave olive
        omega onion opal opera orange orbit orchid oval
        oven owl oxygen oyster palace panda paper parrot
        peach pebble pencil pepper piano picnic pilot pizza
        planet pocket poem polar pony poppy potato prism
        puma puppet puzzle python quilt rabbit radio raft
        ranch raven ribbon river robot rocket roof ruby
        rugby ruler saddle safari salad scarf scout shadow
        shovel silver skate sketch snow solar spider spoon
        spring square stone studio sugar summer swan tango
        taxi teapot temple tennis ticket tiger toast tomato
        torch train trophy tulip tunnel turtle twig valley
        velvet violin vista voyage wagon walnut water wheat
        willow window wolf yard yellow zebra zigzag zipper
        """
}
