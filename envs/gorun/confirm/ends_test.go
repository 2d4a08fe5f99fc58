package confirm

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gorun/control"
)

// What happens in a function that is called on the line of a finding does not show it. Neither does a thread that waits
// at a step of its story, or at one place of a circle.
func TestEnds(t *testing.T) {
	c := &confirmer{dir: t.TempDir()}
	frame := func(fn string, line int) control.Frame {
		return control.Frame{Func: fn, File: filepath.Join(c.dir, "a.go"), Line: line}
	}
	at := func(line int) envs.Position { return envs.Position{File: "a.go", Line: line, Col: 3} }
	f := &envs.Finding{Pos: at(10), Cause: at(10), Also: []envs.Position{at(20)}, Story: []envs.Note{{Pos: at(15)}}}
	within := func(lines ...int) (left []control.Left) {
		for i, line := range lines {
			stack := []control.Frame{frame("sync.(*Mutex).Lock", 1), frame("m.f", line)}
			left = append(left, control.Left{Thread: i, Stack: stack})
		}
		return left
	}
	fails := func(stack ...control.Frame) []control.Left { return []control.Left{{Fails: true, Stack: stack}} }
	for _, test := range []struct {
		by    envs.Witness
		waits bool
		end   string
		left  []control.Left
		want  int
	}{
		{envs.Ending, false, control.Panic, fails(frame("runtime.panicIndex", 1), frame("m.f", 10)), 1},
		{envs.Ending, false, control.Panic, fails(frame("runtime.panicmem", 1), frame("m.g", 30), frame("m.f", 10)), 0},
		{envs.Stuck, false, control.Deadlock, within(15), 1},
		{envs.Stuck, true, control.Deadlock, within(15), 0},
		{envs.Stuck, true, control.Deadlock, within(20), 1},
		{envs.Circle, true, control.Deadlock, within(20), 0},
		{envs.Circle, true, control.Deadlock, within(20, 20), 0},
		{envs.Circle, true, control.Deadlock, within(20, 10), 2},
		{envs.Circle, true, control.Panic, within(20, 10), 0},
	} {
		s := &suspect{of: f, by: test.by, waits: test.waits}
		require.Len(t, c.ends(s, &control.Execution{End: test.end, Left: test.left}), test.want, "%+v", test)
	}
}
