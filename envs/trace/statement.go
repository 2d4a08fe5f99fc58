package trace

import (
	"bytes"
	"fmt"
	"strconv"

	"github.com/seed38182bad/parallax/envs"
)

// verb is the operation of a line. Those from acquire on may not fit.
type verb uint8

const (
	read verb = iota
	write
	acquire
	release
	fork
	join
	begin
	end
)

var verbs = map[string]verb{"r": read, "w": write, "acq": acquire, "rel": release, "fork": fork, "join": join}

// stmt is a statement that was parsed.
type stmt struct {
	verb verb
	loc  int32
	obj  uint64 // of the event
	arg  uint64 // distinguishes operations: the variable, lock or function
	op   int32  // the number of the operation, in any function
	fn   envs.FuncID
	pc   int32 // of the operation in function fn
}

// parse parses a statement: an operation, a bar, and the number of a place.
func (s *std) parse(thread, text []byte) (stmt, string) {
	text = bytes.TrimSuffix(text, []byte("\r"))
	bar := bytes.IndexByte(text, '|')
	if bar < 0 || bytes.IndexByte(text[bar+1:], '|') >= 0 {
		return stmt{}, fmt.Sprintf("want three fields, thread|operation|place, got %s after the first", quote(text))
	}
	op := text[:bar]
	loc, err := strconv.ParseInt(string(text[bar+1:]), 10, 32)
	if err != nil {
		return stmt{}, fmt.Sprintf("want a place, an integer of 32 bits, in the third field, got %s", quote(text[bar+1:]))
	}
	st := stmt{loc: int32(loc), fn: -1}
	switch {
	case bytes.HasPrefix(op, []byte("begin")):
		st.verb = begin
		st.arg = uint64(s.vocab.function(blockName(op[len("begin"):], st.loc), st.loc))
	case bytes.HasPrefix(op, []byte("end")):
		st.verb = end
	default:
		open := bytes.IndexByte(op, '(')
		known := false
		if open >= 0 {
			st.verb, known = verbs[string(op[:open])]
		}
		if !known || op[len(op)-1] != ')' {
			return stmt{}, fmt.Sprintf("want one of acq(l), rel(l), r(x), w(x), fork(t), join(t), begin and end in the "+
				"second field, got %s", quote(op))
		}
		arg := op[open+1 : len(op)-1]
		if len(arg) == 0 || bytes.ContainsAny(arg, " \t\n\v\f\r") {
			return stmt{}, fmt.Sprintf("want a name without white space in parentheses, got %s", quote(op))
		}
		switch st.verb {
		case read, write:
			st.obj = s.vocab.variable(arg)
			st.arg = st.obj
		case acquire, release:
			st.obj = s.vocab.lock(arg)
			st.arg = st.obj
		default:
			s.thread(thread) // it comes first
			st.obj = uint64(s.thread(arg).id)
		}
	}
	st.op = s.vocab.operation(&st)
	return st, ""
}

// blockName is the name of the function that a begin enters, after the text that follows
// it.
func blockName(text []byte, loc int32) string {
	if n := len(text); n > 1 && text[0] == '(' && text[n-1] == ')' {
		text = text[1 : n-1]
	}
	if len(text) == 0 {
		return placeName(loc)
	}
	return string(text)
}

// placeName is the name of what begins at a place.
func placeName(loc int32) string { return "block " + strconv.Itoa(int(loc)) }
