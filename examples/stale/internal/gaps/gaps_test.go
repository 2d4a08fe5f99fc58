package gaps_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/dataflow/world"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/examples/stale/internal/gaps"
)

// relier is a checker to which each store of a variable that its frame has loaded before under a lock is an act that
// relies on the first such load.
type relier struct {
	locks   envs.Locks
	memory  envs.Memory
	threads envs.Threads

	book gaps.Book[string]
	read map[envs.Thread]gaps.Gap
	told map[string]bool // what the writes do, by what they may come into
}

func (c *relier) analysis(r *dataflow.Requires) dataflow.Analysis[dataflow.Nothing] {
	c.locks, c.threads = world.Locks.For(r), world.Threads.For(r)
	c.memory = world.Memory.For(r)
	c.book.Require(r)
	r.Gather(c)
	return dataflow.Analysis[dataflow.Nothing]{
		Entry: c.Entry, Step: c.Step,
	}
}

func (*relier) Again() bool { return false }

func (r *relier) Forget(g dataflow.Gone) {
	if g.Variable != 0 {
		r.book.Drop(g.Variable)
	}
}

func (r *relier) Entry(env envs.Env, fn *envs.Func) dataflow.Nothing {
	r.book.Enter(fn)
	return dataflow.Nothing{}
}

func (r *relier) Step(env envs.Env, op *envs.Op, s dataflow.Nothing) dataflow.Nothing {
	r.book.Step(op)
	locks, _ := r.locks.MayLocks()
	g, ok := r.read[r.threads.Thread()]
	switch {
	case op.Kind == envs.Load && len(locks) > 0 && !ok:
		r.read[r.threads.Thread()] = gaps.Gap{Variables: []envs.Variable{r.memory.Variable()}, From: r.book.Now(),
			Lock: locks[len(locks)-1].Lock, Name: "x"}
	case op.Kind == envs.Store && len(locks) > 0:
		for _, l := range r.book.Wrote(env) {
			r.tell(env, l.Of, l.Write)
		}
		if ok && g.Lock == locks[len(locks)-1].Lock {
			g.To = r.book.Taken(g.Lock)
			if w, may := r.book.Gap(g, env.Func().Name); may {
				r.tell(env, env.Func().Name, w)
			}
		}
	}
	return s
}

func (r *relier) tell(env envs.Env, gap string, w gaps.Write) {
	text := gap + " < " + env.Program().Func(w.At.Func()).Name + " of " + env.Program().Func(w.Began).Name
	if w.Came {
		text += ", came"
	}
	r.told[text] = true
}

func run(t *testing.T, src string, seeds uint64) map[string]bool {
	r := &relier{told: map[string]bool{}}
	for seed := range seeds {
		r.book.Forget()
		r.look(t, src, seed)
	}
	return r.told
}

// look looks at one run.
func (r *relier) look(t *testing.T, src string, seed uint64) {
	p, err := ir.Parse("p.plx", src)
	require.NoError(t, err)
	r.read = map[envs.Thread]gaps.Gap{}
	require.NoError(t, dataflow.NewAnalyzer("relier", "", r.analysis).
		Replay(p).Run(context.Background(), p.Run(seed, ir.Options{})))
}

const program = `
class C { f }
final c = new C
final outer = new Object
func bump() {
	sync c { x = c.f }
	skip
	skip
	sync c { c.f = x + 1 }
}
func set() { sync c { c.f = 5 } }
func by() { set() }
`

// Each of two threads that do the same may come into what the other does, and in some run it did.
func TestBoth(t *testing.T) {
	told := run(t, program+`
func main() {
	t = spawn bump()
	by()
	join t
}`, 100)
	require.Equal(t, map[string]bool{"bump < set of main": true, "bump < set of main, came": true}, told)
}

// Of a lock that was given back in between nothing is kept. One that a thread holds all the time keeps others away
// only if they hold it too.
func TestKept(t *testing.T) {
	locked := program + `
func locked() { sync outer { by() } }
`
	require.Empty(t, run(t, locked+`
func main() {
	t = spawn locked()
	sync outer { bump() }
	join t
}`, 30))
	require.Contains(t, run(t, locked+`
func main() {
	t = spawn by()
	sync outer { bump() }
	join t
}`, 30), "bump < set of by")
	require.Contains(t, run(t, locked+`
func main() {
	t = spawn locked()
	sync outer { sync c { x = c.f } }
	sync outer { sync c { c.f = x + 1 } }
	join t
}`, 30), "main < set of locked")
}

// Who waits with its lock gives it back, and takes it again.
func TestWait(t *testing.T) {
	told := run(t, program+`
var ready
func waits() {
	sync c {
		x = c.f
		while !c.f { wait c }
		c.f = x + 1
	}
}
func wakes() { sync c { c.f = 5; notifyall c } }
func main() {
	t = spawn waits()
	wakes()
	join t
}`, 100)
	require.Contains(t, told, "waits < wakes of main, came")
}

// Starts and ends of threads order.
func TestOrder(t *testing.T) {
	require.Empty(t, run(t, program+`
func main() {
	set()
	t = spawn bump()
	join t
	set()
}`, 10))
}

// What is forgotten comes into no gap: neither what another run wrote, nor what was written to a variable whose number
// is used again.
func TestForget(t *testing.T) {
	for name, forget := range map[string]func(*relier){
		"nothing":   func(*relier) {},
		"the run":   func(r *relier) { r.book.Forget() },
		"variables": func(r *relier) { r.dropAll() },
	} {
		r := &relier{told: map[string]bool{}}
		r.look(t, program+`
func main() {
	t = spawn set()
	join t
}`, 1)
		forget(r)
		r.look(t, program+`
func idle() { skip }
func main() {
	t = spawn idle()
	bump()
	join t
}`, 1)
		require.Equal(t, name == "nothing", len(r.told) > 0, "%s: %v", name, r.told)
	}
}

func (r *relier) dropAll() {
	for v := range envs.Variable(10) {
		r.book.Drop(v)
	}
}
