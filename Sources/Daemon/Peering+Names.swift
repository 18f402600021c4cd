import Documents
import Net

/// Hosts by name: fixed peers and the inviter of a join are looked up beside the loop.
extension Peering {
    /// Looks a name up; the outcome comes by `resolved`.
    func look(up name: NamedAddress, dial: Int?) {
        lastResolution += 1
        guard let resolution = try? Resolution(name),
            sources.watch(resolution.number, .readable, as: .resolution(lastResolution))
        else {
            resolved(.failure(.unresolved(name: name.host, reason: "no room")), for: dial)
            return
        }
        resolutions[lastResolution] = (resolution, dial)
    }

    /// A name was looked up.
    func resolved(_ id: Int) {
        guard let (resolution, dial) = resolutions[id], let outcome = resolution.outcome() else {
            return
        }
        sources.forget(resolution.number)
        resolutions[id] = nil
        resolved(outcome, for: dial)
    }

    private func resolved(_ outcome: Result<[Address], NetError>, for dial: Int?) {
        let now = clock.uptime
        guard let dial else {
            takeForJoin(outcome)
            return
        }
        var generator = SystemRandomNumberGenerator()
        if case .success(let addresses) = outcome,
            let address = addresses.randomElement(using: &generator)
        {
            self.dial(address, as: dial, at: now)
            return
        }
        if case .failure(let error) = outcome {
            diagnostics.say(.warning, of: "names", "\(error)")
        }
        dialer.ended(dial, hadLink: false, jitter: jitter(), at: now)
    }

    private func takeForJoin(_ outcome: Result<[Address], NetError>) {
        switch outcome {
        case .success(let addresses):
            join?.search.resolved(addresses)
        case .failure(let error):
            failJoin(
                JoinSearch.Failure(code: .noInviter, message: "\(error); nothing was changed"))
        }
    }
}
