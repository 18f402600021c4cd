// Made by Scripts/generate from Protocol/openapi.yaml: not to be edited.
// Digest of page, generator and all that follows: ea4fbd6045278e736729fcaba282de25

import Documents
import ViewModels

extension KeepOrder {
    /// The order with this word, from its document; nil if a phone may not give it.
    static func content(of word: String, _ bytes: [UInt8]) throws(KeepRefusal) -> Content? {
        switch word {
        case "use": .uses(.use(try decode(UseRequest.self, from: bytes)))
        case "move": .records(.move(try decode(MoveRequest.self, from: bytes)))
        case "undo": .records(.undo(try decode(UndoRequest.self, from: bytes)))
        case "redo": .records(.redo(try decode(UndoRequest.self, from: bytes)))
        case "void": .records(.void(try decode(EntriesRequest.self, from: bytes)))
        case "fix": .records(.fix(try decode(FixRequest.self, from: bytes)))
        case "accept": .records(.accept(try decode(EntriesRequest.self, from: bytes)))
        case "settle": .records(.settle(try decode(SettleRequest.self, from: bytes)))
        case "clock": .records(.clock(try decode(ClockRequest.self, from: bytes)))
        case "track": .records(.track(try decode(TrackRequest.self, from: bytes)))
        case "untrack": .records(.untrack(try decode(TrackRequest.self, from: bytes)))
        case "note": .records(.note(try decode(NoteRequest.self, from: bytes)))
        case "end": .records(.end(try decode(EndRequest.self, from: bytes)))
        case "sign": .records(.sign(try decode(SignRequest.self, from: bytes)))
        default: nil
        }
    }
}
