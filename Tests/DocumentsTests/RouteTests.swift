import Documents
import Testing

/// Routes: one name, one path, the same in code and in the page that describes them.
@Suite struct RouteTests {
    @Test func everyRouteMatchesItsOwnPathAndNoOther() {
        for route in Route.all {
            let path = route.path.replacing("{name}", with: "hawks-owls-2")
            let matching = Route.all.filter {
                $0.method == route.method && $0.match(path) != nil
            }
            #expect(matching == [route])
        }
        #expect(Set(Route.all).count == Route.all.count)
    }

    @Test func aNameComesBackFromADecodedPath() {
        #expect(Route.game.match("/v1/games/hawks-owls-2") == "hawks-owls-2")
        #expect(Route.gameLog.match("/v1/games/hawks-owls-2/log") == "hawks-owls-2")
        #expect(Route.gameLog.match("/v1/games//log") == nil)
        #expect(Route.game.match("/v1/games/a/b") == nil)
        #expect(Route.game.match("/v1/games/") == nil)
        #expect(Route.status.match("/v1/status") == "")
        #expect(Route.status.match("/v1/status/") == nil)
    }
}
