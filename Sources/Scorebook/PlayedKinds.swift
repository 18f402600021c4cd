extension Rules {
    /// True if these rules know a made shot of this kind: nobody scores three points in 3x3 or with
    /// one point from the field under FIBA rules. Rules of one's own know all, and so does a game
    /// whose points somebody set otherwise. Other kinds are always known.
    package func knows(_ kind: MoveKind) -> Bool {
        let unknown: (kind: MoveKind, rule: Rule)
        switch preset {
        case .custom: return true
        case .pickup, .threeOnThree: unknown = (.threePoints, .threePoints)
        case .fiba, .nba: unknown = (.onePoint, .onePoint)
        }
        return kind != unknown.kind || self[unknown.rule] != Rules(preset)[unknown.rule]
    }
}
