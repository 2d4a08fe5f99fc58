package world_test

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/dataflow/world"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir"
)

// users reports accesses of variables that several threads access, as far as is known.
type users struct {
	everything
	dataflow.Facts[envs.Variable, manyThreads]
}

func (c *users) analysis(r *dataflow.Requires) dataflow.Analysis[dataflow.Nothing] {
	c.everything = worldOf(r, world.Memory)
	r.Gather(c)
	return dataflow.Analysis[dataflow.Nothing]{
		Entry: dataflow.Nothing{}.Entry, Step: c.Step,
	}
}

// manyThreads is a thread, or -1 for several.
type manyThreads envs.Thread

func (m manyThreads) Merge(o manyThreads) (manyThreads, bool) {
	if m == o || m < 0 {
		return m, false
	}
	return -1, true
}
func (m manyThreads) Clone() manyThreads { return m }

func (c *users) Step(env envs.Env, op *envs.Op, s dataflow.Nothing) dataflow.Nothing {
	if op.Accesses() && c.Publish(c.Variable(), manyThreads(c.Thread())) < 0 {
		env.Report(envs.Report{Kind: "shared", Subject: c.VariableName(c.Variable())})
	}
	return s
}

const usersText = `class Object2 { f, g, h }
func work(o) {
	o.f = 1
	o.g = 1
}
func main() {
	o = new Object2
	o.f = 2
	o.h = 2
	t = spawn work(o)
	join t
}
`

// Off-line, the first access is seen in the light of the last one. Findings of runs add up, but
// not those of passes, and nor do counts.
func TestRunWhole(t *testing.T) {
	p, err := ir.Parse("x.plx", usersText)
	require.NoError(t, err)
	lines := func(w *dataflow.Watch) (lines []int) {
		for _, f := range w.Findings() {
			for _, at := range f.Sites() {
				lines = append(lines, at.Line)
			}
		}
		return lines
	}
	ctx, run := context.Background(), p.Run(1, ir.Options{})
	w := dataflow.NewAnalyzer("users", "", (&users{}).analysis).Replay(p)
	require.NoError(t, w.Run(ctx, run))
	require.Equal(t, []int{3}, lines(w))
	executed := w.Executed(envs.At(0, 0))
	require.NoError(t, w.RunWhole(ctx, run))
	require.Equal(t, []int{3, 8}, lines(w), "a variable of one run is none of another one")
	require.Equal(t, 2*executed, w.Executed(envs.At(0, 0)), "a pass is no run")
	w = dataflow.NewAnalyzer("users", "", (&users{}).analysis).Replay(p)
	require.NoError(t, w.RunWhole(ctx, run))
	first := w.Findings()
	require.NoError(t, w.RunWhole(ctx, run))
	second := w.Findings()
	require.Len(t, second, len(first))
	require.Equal(t, first[0].Runs, second[0].Runs/2)
}

// namers keep the variables and locks of a run, and name those that they know where it begins.
type namers struct {
	everything
	variables dataflow.Facts[envs.Variable, manyThreads]
	locks     dataflow.Facts[envs.Lock, manyThreads]
}

func (c *namers) analysis(r *dataflow.Requires) dataflow.Analysis[dataflow.Nothing] {
	c.everything = worldOf(r, world.Memory, world.LockSets)
	r.Gather(c)
	return dataflow.Analysis[dataflow.Nothing]{
		Entry: dataflow.Nothing{}.Entry, Step: c.Step,
	}
}

func (c *namers) Again() bool {
	grown := c.variables.Again()
	return c.locks.Again() || grown
}

func (c *namers) Forget(g dataflow.Gone) {
	if g.Run {
		c.variables.Forget(g)
		c.locks.Forget(g)
	}
}

func (c *namers) Step(env envs.Env, op *envs.Op, s dataflow.Nothing) dataflow.Nothing {
	if env.Func().Name == "main" && op.PC == 0 {
		c.variables.Each(func(v envs.Variable, _ manyThreads) {
			env.Report(envs.Report{Kind: "variable", Subject: c.VariableName(v)})
		})
		c.locks.Each(func(l envs.Lock, _ manyThreads) {
			env.Report(envs.Report{Kind: "lock", Subject: c.LockName(l)})
		})
	}
	if op.Accesses() {
		c.variables.Publish(c.Variable(), -1)
	}
	if op.Kind == envs.Acquire {
		c.locks.Publish(c.Lock(), -1)
	}
	return s
}

// When a run is shown again, what was seen before has its name from the beginning.
func TestRunWholeNames(t *testing.T) {
	p, err := ir.Parse("x.plx", `class Object2 { f, g }
final a = new Object2
final b = new Object2
func main() {
	sync a { a.f = 1 }
	sync b { b.g = 2 }
}
`)
	require.NoError(t, err)
	w := dataflow.NewAnalyzer("namers", "", (&namers{}).analysis).Replay(p)
	require.NoError(t, w.RunWhole(context.Background(), p.Run(1, ir.Options{})))
	var names []string
	for _, f := range w.Findings() {
		names = append(names, f.Kind+" "+f.Subject)
	}
	require.ElementsMatch(t, []string{"variable Object2.f", "variable Object2.g", "lock a", "lock b"}, names)
}

// sharers reports accesses of memory that may be shared.
type sharers struct {
	everything
	dataflow.Facts[envs.Variable, manyThreads]
}

func (c *sharers) analysis(r *dataflow.Requires) dataflow.Analysis[dataflow.Nothing] {
	c.everything = worldOf(r, world.Memory, world.Races)
	r.Gather(c)
	return dataflow.Analysis[dataflow.Nothing]{
		Entry: dataflow.Nothing{}.Entry, Step: c.Step,
	}
}

func (c *sharers) Step(env envs.Env, op *envs.Op, s dataflow.Nothing) dataflow.Nothing {
	if op.Accesses() && c.MayShare() {
		c.Publish(c.Variable(), -1)
		env.Report(envs.Report{Kind: "shared", Subject: c.VariableName(c.Variable())})
	}
	if op.Accesses() && !c.MustPrecede() {
		env.Report(envs.Report{Kind: "later", Subject: c.VariableName(c.Variable())})
	}
	return s
}

// In a run that is shown again, what happens before all that other threads do with it, by starts and ends of threads,
// is not shared. All else is, whoever came first.
func TestLaterShares(t *testing.T) {
	p, err := ir.Parse("x.plx", `class Object2 { f, g, h }
final lock = new Object2
func work(o) {
	n = 50
	while n > 0 { n = n - 1 }
	sync lock {
		o.g = 1
	}
	o.f = 1
}
func main() {
	o = new Object2
	o.f = 2
	t = spawn work(o)
	o.h = 2
	sync lock {
		o.g = 2
	}
	o.f = 2
	join t
	o.g = 3
	o.h = 3
}
`)
	require.NoError(t, err)
	ctx, run := context.Background(), p.Run(1, ir.Options{})
	lines := func(w *dataflow.Watch, kind string) (lines []int) {
		for _, f := range w.Findings() {
			for _, at := range f.Sites() {
				if f.Kind == kind {
					lines = append(lines, at.Line)
				}
			}
		}
		slices.Sort(lines)
		return lines
	}
	w := dataflow.NewAnalyzer("sharers", "", (&sharers{}).analysis).Replay(p)
	require.NoError(t, w.Run(ctx, run))
	require.Equal(t, []int{7, 9, 21}, lines(w, "shared"), "main comes first")
	require.Equal(t, []int{7, 9, 21}, lines(w, "later"))
	w = dataflow.NewAnalyzer("sharers", "", (&sharers{}).analysis).Replay(p)
	for range 2 {
		require.NoError(t, w.RunWhole(ctx, run))
		require.Equal(t, []int{7, 9, 17, 19, 21}, lines(w, "shared"), "another schedule may have another order")
		require.Equal(t, []int{7, 9, 19, 21}, lines(w, "later"), "nothing orders it with what the other thread does")
	}
}

// restless asks for another pass whatever it has seen, and stops the work in the second one.
type restless struct {
	users
	passes int
	stop   func()
}

func (c *restless) analysis(r *dataflow.Requires) dataflow.Analysis[dataflow.Nothing] {
	c.everything = worldOf(r, world.Memory)
	r.Gather(c)
	return dataflow.Analysis[dataflow.Nothing]{
		Entry: dataflow.Nothing{}.Entry, Step: c.Step,
	}
}

func (c *restless) Again() bool {
	if c.passes++; c.passes == 2 {
		c.stop()
	}
	return c.passes < 1000
}

// A run that is short can be interrupted, too.
func TestRunWholeIsInterrupted(t *testing.T) {
	p, err := ir.Parse("x.plx", usersText)
	require.NoError(t, err)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	c := &restless{stop: stop}
	require.ErrorIs(t, dataflow.NewAnalyzer("restless", "", c.analysis).Replay(p).RunWhole(ctx, p.Run(1, ir.Options{})),
		context.Canceled)
	require.Equal(t, 2, c.passes)
}
