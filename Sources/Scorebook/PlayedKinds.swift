extension Rules {
    /// True if a made shot of this kind exists under these rules: there are no three-pointers in
    /// 3x3 and no one-point field goals under FIBA rules. Custom rules allow all kinds, as does a
    /// game that changed the points of the kind.
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
