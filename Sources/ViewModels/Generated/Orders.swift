// Made by Scripts/generate from Protocol/openapi.yaml: not to be edited.
// Digest of page, generator and all that follows: 3bf41d5e4405c54c160a52aabae813cd

package import Documents

extension LibraryRequest where Answer == RecordedDocument {
    /// Create a game.
    package static func newGame(_ order: NewGameRequest) -> Self { Self(ordering: .newGame, order) }
    /// Record one move.
    package static func move(_ order: MoveRequest) -> Self { Self(ordering: .moves, order) }
    /// Withdraw this device's last action that counts.
    package static func undo(_ order: UndoRequest) -> Self { Self(ordering: .undo, order) }
    /// Count again what this device voided last.
    package static func redo(_ order: UndoRequest) -> Self { Self(ordering: .redo, order) }
    /// Withdraw entries of a game; those that are void already are skipped.
    package static func void(_ order: EntriesRequest) -> Self { Self(ordering: .void, order) }
    /// Correct a recorded move.
    package static func fix(_ order: FixRequest) -> Self { Self(ordering: .fix, order) }
    /// Count moves as events of their own; those that count already are skipped.
    package static func accept(_ order: EntriesRequest) -> Self { Self(ordering: .accept, order) }
    /// Answer a question about what several keepers recorded.
    package static func settle(_ order: SettleRequest) -> Self { Self(ordering: .settle, order) }
    /// Start, stop or set the game clock.
    package static func clock(_ order: ClockRequest) -> Self { Self(ordering: .clock, order) }
    /// Claim players.
    package static func track(_ order: TrackRequest) -> Self { Self(ordering: .track, order) }
    /// Let claimed players go.
    package static func untrack(_ order: TrackRequest) -> Self { Self(ordering: .untrack, order) }
    /// Rename a team of a game.
    package static func nameTeam(_ order: TeamNameRequest) -> Self { Self(ordering: .teams, order) }
    /// Swap home and away.
    package static func swap(_ order: SwapRequest) -> Self { Self(ordering: .swap, order) }
    /// Move entries to another game or period.
    package static func transfer(_ order: TransferRequest) -> Self {
        Self(ordering: .transfers, order)
    }
    /// Unite a game with another one.
    package static func unite(_ order: UniteRequest) -> Self { Self(ordering: .unions, order) }
    /// Add a note to the record.
    package static func note(_ order: NoteRequest) -> Self { Self(ordering: .notes, order) }
    /// End a game.
    package static func end(_ order: EndRequest) -> Self { Self(ordering: .end, order) }
    /// Sign the result as this device holds it.
    package static func sign(_ order: SignRequest) -> Self { Self(ordering: .sign, order) }
}

extension LibraryRequest where Answer == DoneDocument {
    /// Make a game the current one of this device.
    package static func use(_ order: UseRequest) -> Self { Self(ordering: .use, unnamed: order) }
}
