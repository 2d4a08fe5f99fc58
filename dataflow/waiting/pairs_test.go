package waiting_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/dataflow/waiting"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir"
)

// A counter counts how often it is told of each edge that keeps a thread from waking others.
type counter struct {
	waiting.Follower
	again bool                 // what it says
	told  map[waiting.Step]int // in this pass
	last  map[waiting.Step]int // in the last one
}

func (c *counter) tell(env envs.Env, s waiting.Step) bool {
	if !s.From.IsLock() {
		c.told[s]++
	}
	return c.again
}

func (c *counter) Again() bool {
	c.last, c.told = c.told, map[waiting.Step]int{}
	return c.Follower.Again()
}

func count(t *testing.T, text string, again bool) map[waiting.Step]int {
	p, err := ir.Parse("x.plx", text)
	if err != nil {
		t.Fatal(err)
	}
	c := &counter{again: again, told: map[waiting.Step]int{}}
	a := dataflow.NewAnalyzer("counter", "counts", func(r *dataflow.Requires) dataflow.Analysis[*waiting.State] {
		c.Follower = waiting.Follow(r, false, c.tell)
		return c.Follower.Analysis(r, c)
	})
	if _, err := a.Fixpoint(context.Background(), p, dataflow.Options{}); err != nil {
		t.Fatal(err)
	}
	return c.last
}

// TestToldOnce: a checker is told of an edge once in a pass, however often calls are visited, if it need not be told
// again. It is told again of one of which it wants that.
func TestToldOnce(t *testing.T) {
	const n = 6
	var b strings.Builder
	b.WriteString("class Box { full }\nfinal more = new Box\n")
	for i := range n {
		fmt.Fprintf(&b, "final l%d = new Box\nfinal c%[1]d = new Box\n", i)
		fmt.Fprintf(&b, "func step%d() { while more.full { sync l%[1]d { }; sync c%[1]d { notifyall c%[1]d }; step%d() } }\n",
			i, i+1)
	}
	fmt.Fprintf(&b, "func step%d() { }\nfunc main() { spawn step0()\n", n)
	for i := range n {
		fmt.Fprintf(&b, "sync l%d { sync c%[1]d { wait c%[1]d } }\n", i)
	}
	b.WriteString("}")
	once := count(t, b.String(), false)
	if len(once) < n*n {
		t.Errorf("%d edges, want at least %d: each lock is waited for before each other thread is woken", len(once), n*n)
	}
	for s, k := range once {
		if k != 1 {
			t.Errorf("edge to %d at %v: told %d times, want once", s.To, s.Label.At, k)
		}
	}
	often := count(t, b.String(), true)
	more := 0
	for _, k := range often {
		if k > 1 {
			more++
		}
	}
	if len(often) != len(once) || more < n {
		t.Errorf("%d edges, want %d; of %d told several times, want %d", len(often), len(once), more, n)
	}
}
