"""The words that people say for bytes, in the order of the bytes, from 0 (peer.md section 7)."""

WORDS = """
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
""".split()
