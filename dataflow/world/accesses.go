package world

import (
	"cmp"
	"context"
	"slices"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/dataflow/fixpoint"
	"github.com/seed38182bad/parallax/dataflow/internal/ground"
	"github.com/seed38182bad/parallax/envs"
)

// accesses are all accesses of a program to memory that threads may share, by variable. They are collected by a
// checker, of which the engine is asked before the first that needs them. So what other threads do is known before a
// question about it comes.
type accesses struct {
	byVar  [][]access
	racing map[asking][]envs.Access // answers
	writes map[*envs.Loc]bool       // classes that are written when others may reach the object
	sites  *sites
}

// access is an access by the threads of a fact.
type access struct {
	envs.Access
	fact int32
}

// accessGroup is what a race depends on.
type accessGroup struct {
	asking
	locks envs.LockSet
}

// asking is what the answer to MayRace depends on.
type asking struct {
	v             envs.Variable
	fact          int32
	write, atomic bool
}

// maxAlike is how many accesses are told of that differ in their place only.
const maxAlike = 16

// collect finds the accesses of the program.
func (c *contexts) collect(ctx context.Context) error {
	c.accesses = &accesses{racing: map[asking][]envs.Access{}, writes: map[*envs.Loc]bool{}}
	found := newSites(c.prog.NumFuncs())
	col := &collector{into: c.accesses, needs: c.solved, seen: map[accessAt]bool{}, groups: map[accessGroup]int{},
		sites: found}
	env := &staticEnv{}
	g := env.Pass(c, c.solved)
	e := fixpoint.NewAbove(ctx, g.Below, env, &env.At, fixpoint.Analysis[dataflow.Nothing]{
		Entry: dataflow.Nothing{}.Entry, Step: col.step,
	}, fixpoint.Options{Shapes: c.shapes})
	err := e.SolveRoots(c.roots, nil)
	found.done()
	c.accesses.sites = found
	for v, list := range c.accesses.byVar {
		list = slices.Clone(list) // which takes no more than it needs; there are many short ones
		c.accesses.byVar[v] = list
		slices.SortFunc(list, func(a, b access) int {
			return cmp.Or(a.At.Compare(b.At), cmp.Compare(a.fact, b.fact), a.Locks.Compare(b.Locks))
		})
	}
	return err
}

// collector is the checker that collects accesses.
type collector struct {
	into   *accesses
	needs  ground.Cost
	seen   map[accessAt]bool
	groups map[accessGroup]int // how many accesses of a group there are
	sites  *sites
}

type accessAt struct {
	accessGroup
	at envs.Point
}

func (c *collector) step(env envs.Env, op *envs.Op, s dataflow.Nothing) dataflow.Nothing {
	if !op.Accesses() {
		return s
	}
	e := env.(*staticEnv)
	c.sites.add(e)
	if !e.MayShare() {
		return s
	}
	if op.Writes() && op.Loc != nil {
		c.into.writes[op.Loc] = true
	}
	v := e.Variable()
	if v == 0 || !has(c.needs, needOrder) {
		return s
	}
	a := access{envs.Access{At: env.Point(), Thread: e.Thread(), Write: op.Writes(), Atomic: op.Synchronises(),
		Locks: e.MustLocks()}, e.fact}
	a.Segment = e.Segment()
	g := accessGroup{asking{v, a.fact, a.Write, a.Atomic}, a.Locks}
	k := accessAt{g, a.At}
	if c.seen[k] || c.groups[g] == maxAlike {
		return s
	}
	c.seen[k] = true
	c.groups[g]++
	for int(v) >= len(c.into.byVar) {
		c.into.byVar = append(c.into.byVar, nil)
	}
	c.into.byVar[v] = append(c.into.byVar[v], a)
	return s
}

// race gives the accesses that may be a data race with one.
func (c *contexts) race(q asking) []envs.Access {
	list, ok := c.accesses.racing[q]
	if ok || int(q.v) >= len(c.accesses.byVar) {
		return list
	}
	for i := range c.accesses.byVar[q.v] {
		a := &c.accesses.byVar[q.v][i]
		if (a.Write || q.write) && !(a.Atomic && q.atomic) && c.threads.mayOverlap(q.fact, a.fact) {
			list = append(list, a.Access)
		}
	}
	c.accesses.racing[q] = list
	return list
}
