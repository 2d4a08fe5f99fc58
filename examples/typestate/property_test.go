package typestate_test

import (
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/examples/checkertest"
	"github.com/seed38182bad/parallax/examples/typestate"
)

func TestBadProperty(t *testing.T) {
	text, err := os.ReadFile("testdata/handle.txt")
	require.NoError(t, err)
	for _, c := range []struct {
		old, new string
		want     []string
	}{
		{"on     Close: close", "on     Clos: close",
			[]string{`3:1: event "Close" happens nowhere: want a line on Close: CALL`, `16:1: event "Clos" is not declared`}},
		{"on     Close: close", "on     Close", []string{`3:1: event "Close" happens nowhere: want a line on Close: CALL`,
			`16:1: cannot read "on Close": want on EVENT: CALL, CALL: receiver`}},
		{"on     Close: close", "on     Close: operation closing",
			[]string{`3:1: event "Close" happens nowhere: want a line on Close: CALL`,
				`16:1: cannot read "operation closing": want operation make, close, send, receive, acquire or release, the last ` +
					`two perhaps with shared or exclusive`}},
		{"on     Close: close", "on     Close: operation send shared",
			[]string{`3:1: event "Close" happens nowhere: want a line on Close: CALL`,
				`16:1: cannot read "operation send shared": want operation make, close, send, receive, acquire or release, the ` +
					`last two perhaps with shared or exclusive`}},
		{"on     Close: close", "on     Close: operation release\non Use: operation release shared",
			[]string{"17:1: operation release is bound already: line 16 has it"}},
		{"copy: argument 1", "copy: argument one",
			[]string{`17:1: cannot read "argument one" for use: want receiver (of a method), argument N or result N`,
				`17:1: cannot read "argument one" for copy: want receiver (of a method), argument N or result N`,
				`3:1: event "Use" happens nowhere: want a line on Use: CALL`}},
		{"copy: argument 1", "copy: receiver",
			[]string{`17:1: cannot read "receiver" for use: want receiver (of a method), argument N or result N`,
				`17:1: cannot read "receiver" for copy: want receiver (of a method), argument N or result N`,
				`3:1: event "Use" happens nowhere: want a line on Use: CALL`}},
		{"use, copy:", "use,, a b, x*:", []string{
			`17:1: "" is no name of a call: want the full name, as in (*os.File).Close, os.Open, net/http.Response.Body, ` +
				`or (*os.File).* for all methods`,
			`17:1: "a b" is no name of a call: want the full name, as in (*os.File).Close, os.Open, ` +
				`net/http.Response.Body, or (*os.File).* for all methods`,
			`17:1: "x*" is no name of a call: want the full name, as in (*os.File).Close, os.Open, ` +
				`net/http.Response.Body, or (*os.File).* for all methods`}},
		{"result 0 if result 1 is nil", "result 0 if result 0 is nil",
			[]string{`15:1: cannot read "result 0 if result 0 is nil": want result N, or result N if result M is nil`}},
		{"result 0 if result 1 is nil", "argument 0",
			[]string{`15:1: cannot read "argument 0": want result N, or result N if result M is nil`}},
		{"result 0 if result 1 is nil", "result 300",
			[]string{`15:1: cannot read "result 300": want result N, or result N if result M is nil`}},
		{"borrow look", "borrow look, close", []string{"19:1: close is bound already: line 16 has it"}},
		{"new    open", "#", []string{}},
		{"new    open\nnew    attempt: result 0 if result 1 is nil", "",
			[]string{`5:1: state "open" is a leak, but no object is made: want a line new CALL`}},
		{"open   -> closed: Close", "open   -> shut: Close", []string{`10:1: state "shut" is not declared`}},
		{"part   Handle.inner", "parts  Handle.inner",
			[]string{`18:1: cannot read "parts  Handle.inner": want property, events, initial, state, or FROM -> TO: EVENT`}},
	} {
		require.Contains(t, string(text), c.old)
		_, err := typestate.Parse("p.txt", strings.Replace(string(text), c.old, c.new, 1))
		if len(c.want) == 0 {
			require.NoError(t, err)
			continue
		}
		require.Error(t, err, c.new)
		var problems []string
		for _, text := range checkertest.Problems(t, err) {
			problems = append(problems, strings.TrimPrefix(text, "p.txt:"))
		}
		require.Subset(t, problems, c.want, c.new)
	}
}

func TestBadFiles(t *testing.T) {
	a := typestate.Analyzer()
	require.Error(t, a.Flags.Set("property", ""))
	for _, file := range []string{"none.txt", "empty.txt", "handle.txt", "handle.txt"} {
		require.NoError(t, a.Flags.Set("property", file))
	}
	require.NoError(t, os.WriteFile(t.TempDir()+"/empty.txt", nil, 0o600))
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(dir+"/empty.txt", nil, 0o600))
	err := a.Setup(func(name string) string {
		if name == "empty.txt" {
			return dir + "/" + name
		}
		return "testdata/" + name
	})
	require.ErrorIs(t, err, os.ErrNotExist)
	require.ErrorContains(t, err, `handle.txt:1:1: property "handle" is in handle.txt already`)
	var at *envs.InputError
	require.True(t, errors.As(err, &at))
	require.Equal(t, "empty.txt", at.Pos.File)
}

// Each property that is shipped has a name of its own, and speaks of names that its
// text was written for.
func TestShipped(t *testing.T) {
	var names []string
	for _, p := range typestate.Shipped() {
		names = append(names, p.Name())
	}
	require.Equal(t, []string{"channel", "file", "mutex", "response"}, names)
}

// A state without a message has one that names the property and the state.
func TestNoMessage(t *testing.T) {
	p, err := typestate.Parse("p.txt", `
property session
events   Put Done
initial  open
state    open leak
state    over
state    late error
open -> over: Done
over -> late: Put
new  begin
on   Put: put
on   Done: done
`)
	require.NoError(t, err)
	prog, err := ir.Parse("p.plx", `
class Session { }
func begin() { return new Session }
func put(s) { skip }
func done(s) { skip }
func main() {
	s = begin()
	put(s)
	s = begin()
	done(s)
	put(s)
}`)
	require.NoError(t, err)
	res, err := dataflow.NewAnalyzer("typestate", "", typestate.New(p)).Fixpoint(t.Context(), prog, dataflow.Options{})
	require.NoError(t, err)
	var messages []string
	for _, f := range res.Findings {
		messages = append(messages, f.Message)
	}
	require.ElementsMatch(t, []string{
		"an object of the property session ends in the state open, which is a leak",
		"an object of the property session comes to the state late, which is an error",
	}, messages)
}
