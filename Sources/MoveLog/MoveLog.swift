// MoveLog
