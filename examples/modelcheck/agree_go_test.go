package modelcheck_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs/gorun/gogentest"
	"github.com/seed38182bad/parallax/envs/ir/irgen"
)

// Under one schedule of each trace all classifications say of generated Go programs what they say under all schedules.
// A program of which there are too many schedules is left out.
func TestReductionAgreesInGo(t *testing.T) {
	gogentest.Controlled(t)
	dir, n := t.TempDir(), *programs/5
	var text strings.Builder
	text.WriteString(goPrelude)
	for i := range n {
		text.WriteString(goProgram(irgen.Seeded(uint64(i)), i))
	}
	require.NoError(t, os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module example.com/drawn\n\ngo 1.26\n"), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "drawn_test.go"), []byte(text.String()), 0o600))
	reduced, full := exploredGo(t, dir, "dpor", 0), exploredGo(t, dir, "all", 1000)
	count := map[string]int{}
	for i := range n {
		name := fmt.Sprintf("example.com/drawn.TestP%d", i)
		test, all := reduced.tests[name], full.tests[name]
		if !all.Complete {
			count["left out"]++
			continue
		}
		require.True(t, test.Complete, "%s: %s", name, test.Why)
		count["compared"]++
		count["executions"] += test.Executions - test.Redundant
		count["executions of all"] += all.Executions
		for _, by := range ways {
			for f := range functions {
				fn := fmt.Sprintf("f%d_%d", i, f)
				said := full.of(by, "example.com/drawn", fn)
				require.Equal(t, said, reduced.of(by, "example.com/drawn", fn), "%s: %s", by,
					goProgram(irgen.Seeded(uint64(i)), i))
				if len(said) == 0 {
					count["by "+by+" verified"]++
				}
				for _, kind := range said {
					count["by "+by+" "+kind]++
				}
			}
		}
	}
	t.Log(count)
	require.Greater(t, count["compared"], n/2)
	for _, by := range ways {
		require.Positive(t, count["by "+by+" "+possible])
		require.Positive(t, count["by "+by+" "+definite])
		require.Positive(t, count["by "+by+" verified"])
	}
}

// functions are how many each generated program has.
const functions = 2

const goPrelude = `package drawn

import (
	"sync"
	"sync/atomic"
	"testing"
)

type box struct {
	mu   sync.Mutex
	v, w int
}

type state struct {
	boxes [2]box
	rw    sync.RWMutex
	cond  *sync.Cond
	n     atomic.Int32
	ch    chan int
	r     int
}

func newState() *state {
	s := &state{ch: make(chan int, 1)}
	s.cond = sync.NewCond(&s.boxes[0].mu)
	return s
}
`

// goProgram draws a test with two threads that call two functions, which are meant as atomic.
func goProgram(draw irgen.Draw, i int) string {
	g := &irgen.Writer{Draw: draw}
	for f := range functions {
		g.Line("\n//parallax:atomic\nfunc f%d_%d(s *state, p, q *box) {", i, f)
		g.Some(2, func() { g.Line("%s", goStatement(g)) })
		g.Line("}")
	}
	order := g.Pick("&s.boxes[0], &s.boxes[1]", "&s.boxes[1], &s.boxes[0]")
	g.Line("\nfunc TestP%d(*testing.T) {\ns := newState()\ngo f%d_%d(s, %s)", i, i, draw("function", functions), order)
	for f := range functions {
		g.Line("f%d_%d(s, &s.boxes[0], &s.boxes[1])", i, f)
	}
	g.Line("}")
	return g.String()
}

// goStatement is something that others may notice.
func goStatement(g *irgen.Writer) string {
	return g.Pick(
		"p.mu.Lock(); p.v++; p.mu.Unlock()",
		"p.mu.Lock(); q.mu.Lock(); p.v += q.v; q.mu.Unlock(); p.mu.Unlock()",
		"p.mu.Lock(); q.mu.Lock(); q.v++; q.mu.Unlock(); p.v++; p.mu.Unlock()",
		"s.rw.RLock(); p.v += s.r; s.rw.RUnlock()",
		"s.rw.Lock(); s.r++; s.rw.Unlock()",
		"if p.mu.TryLock() { p.v++; p.mu.Unlock() }",
		"p.w++",
		"s.n.Add(1)",
		"select { case s.ch <- 1: default: <-s.ch }",
		"s.ch <- 1",
		"s.boxes[0].mu.Lock(); if s.boxes[0].v == 0 { s.cond.Wait() }; s.boxes[0].mu.Unlock()",
		"s.boxes[0].mu.Lock(); s.boxes[0].v++; s.cond.Broadcast(); s.boxes[0].mu.Unlock()",
		"{ b := &box{}; b.mu.Lock(); b.v++; b.mu.Unlock(); p.v += b.v }",
		"go func() { p.mu.Lock(); p.v++; p.mu.Unlock() }()",
	)
}
