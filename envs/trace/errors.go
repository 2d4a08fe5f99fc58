package trace

import "fmt"

// An Error is a defect of a trace, with its place.
type Error struct {
	File   string
	Line   int64 // from 1; 0 if the trace is no text
	Offset int64 // of the line or block, from 0, after unpacking
	Msg    string
	Err    error // what reading failed with, nil if the trace itself is to blame
}

// Unwrap is Err.
func (e *Error) Unwrap() error { return e.Err }

// Error is "file:line: message", or "file: byte offset: message".
func (e *Error) Error() string {
	if e.Line > 0 {
		return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.Msg)
	}
	return fmt.Sprintf("%s: byte %d: %s", e.File, e.Offset, e.Msg)
}
