package conflict

import (
	"slices"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/dataflow/world"
	"github.com/seed38182bad/parallax/domains/lockset"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/lattice"
)

// A Rival is an operation of another thread that conflicts with one that is looked at.
type Rival struct {
	At    envs.Point
	apart locks // those held at the one that is looked at which keep the other away
}

// Anybody is a rival of which nothing is known.
var Anybody = []Rival{{}}

// Rivals are what all threads of a program do, by variable and by lock. The first pass over the program only learns
// what they do, and so gives no rivals; the next one gives all of them.
type Rivals struct {
	asks
	vars   dataflow.Facts[envs.Variable, deeds]
	locks  dataflow.Facts[envs.Lock, deeds]
	same   map[[2]envs.Lock]bool
	names  []envs.Lock // of locks with deeds
	found  []Rival     // by Access
	grew   bool        // in this pass
	learnt bool        // what all threads do, by a pass
}

// asks are the facets that Rivals require.
type asks struct {
	envs.Locks
	sets     envs.LockSets
	memory   envs.Memory
	segments envs.Segments
}

// New are Rivals for an analysis.
func New(r *dataflow.Requires) *Rivals {
	return &Rivals{asks: asks{
		world.Locks.For(r), world.LockSets.For(r), world.Memory.For(r),
		world.Segments.For(r),
	}}
}

// Forget drops what is known.
func (r *Rivals) Forget(g dataflow.Gone) {
	if g.Run {
		*r = Rivals{asks: r.asks}
	}
}

// deeds are operations of one sort, each once of those that differ in their place only.
type deeds []deed

type deed struct {
	how
	at envs.Point
}

// how is what a conflict depends on.
type how struct {
	segment any
	write   bool // or an acquisition of a lock
	shared  bool // of a lock operation
	locks   envs.LockSet
}

func (d deeds) Clone() deeds { return slices.Clone(d) }

// Merge adds those of o.
func (d deeds) Merge(o deeds) (deeds, bool) {
	grew := false
	for _, x := range o {
		i := slices.IndexFunc(d, func(y deed) bool { return y.how == x.how })
		switch {
		case i < 0:
			d, grew = append(d, x), true
		case x.at.Compare(d[i].at) < 0:
			d[i].at, grew = x.at, true
		}
	}
	return d, grew
}

// Learns reports whether it is not yet known what all threads do: then no rivals are given, and there will be another
// pass.
func (r *Rivals) Learns() bool { return !r.learnt }

// Again reports whether there is more to know than in the pass before.
func (r *Rivals) Again() bool {
	vars, locks := r.vars.Again(), r.locks.Again()
	again := vars || locks || !r.learnt
	r.same, r.names, r.grew, r.learnt = nil, nil, false, true
	return again
}

// Settled reports whether all is known, as far as this pass has gone: if not, there will be another one, and only what
// that finds counts.
func (r *Rivals) Settled() bool { return !r.grew }

// publish notes a deed, and gives all that are known of the same thing.
func publish[K lattice.Integer](r *Rivals, f *dataflow.Facts[K, deeds], k K, d deed) deeds {
	before, _ := f.Of(k)
	if i := slices.Index(before, d); i >= 0 {
		return before
	}
	all := f.Publish(k, deeds{d})
	r.grew = r.grew || len(all) > len(before)
	return all
}

// Access notes an access, and gives those with which it may conflict, until it is called again.
func (r *Rivals) Access(env envs.Env, op *envs.Op) []Rival {
	v := r.memory.Variable()
	if v == 0 || !r.memory.MayShare() {
		return nil
	}
	me := deed{how{segment: r.segments.Segment().Of(), write: op.Writes(), locks: r.sets.MustLocks()}, env.Point()}
	all := publish(r, &r.vars, v, me)
	if r.Learns() {
		return nil
	}
	r.found = r.of(me, r.found[:0], all, true, func(d *deed) bool { return d.write || me.write })
	return r.found
}

// Lock notes that a lock is taken, or given back, and gives those with which that may conflict.
func (r *Rivals) Lock(env envs.Env, l envs.Lock, acquire, shared bool) (list []Rival) {
	how := how{segment: r.segments.Segment().Of(), write: acquire, shared: shared, locks: r.sets.MustLocks()}
	me := deed{how, env.Point()}
	publish(r, &r.locks, l, me)
	if r.Learns() {
		return nil
	}
	if r.names == nil {
		r.locks.Each(func(k envs.Lock, _ deeds) { r.names = append(r.names, k) })
		slices.Sort(r.names)
	}
	for _, k := range r.names {
		if r.Same()(l, k) {
			all, _ := r.locks.Of(k)
			list = r.of(me, list, all, k == l, func(d *deed) bool { return d.write != acquire && !(shared && d.shared) })
		}
	}
	return list
}

// Same reports of two locks whether they may be one.
func (r *Rivals) Same() func(a, b envs.Lock) bool {
	if r.same == nil {
		r.same = map[[2]envs.Lock]bool{}
	}
	return func(a, b envs.Lock) bool {
		key := [2]envs.Lock{a, b}
		is, known := r.same[key]
		if !known {
			is = r.MayBeSame(a, b)
			r.same[key] = is
		}
		return is
	}
}

// of adds to a list those of all that another thread may execute when the thread of me is around me. Only if they
// are about the same thing do names of locks mean the same at both.
func (r *Rivals) of(me deed, list []Rival, all deeds, same bool, conflicts func(*deed) bool) []Rival {
	var held []envs.HeldLock
	known := false
	for i := range all {
		d := &all[i]
		if !conflicts(d) || !r.segments.MayOverlap(envs.SegmentOf(me.segment), envs.SegmentOf(d.segment)) {
			continue
		}
		rival := Rival{At: d.at}
		if same {
			if !known {
				held, known = r.namedAt(), true
			}
			rival.apart = me.apart(r.sets.Table().Must(), held, d.locks)
		}
		list = append(list, rival)
	}
	return list
}

// apart are the locks held that keep others away who certainly hold some.
func (me *deed) apart(table lockset.MustDomain[envs.Lock], held []envs.HeldLock, others envs.LockSet) (r locks) {
	if _, apart := table.Exclusive(me.locks, others); apart {
		r[0] = unmoved
	}
	for _, h := range held {
		if _, apart := table.Exclusive(h.Names, others); apart {
			if more, ok := r.with(h.Lock); ok {
				r = more
			}
		}
	}
	return r
}

// A Holding is which locks are certainly held at an operation.
type Holding struct{ names locks }

// Held are the locks that are held.
func (r *Rivals) Held() Holding {
	var held locks
	all, _ := r.MayLocks()
	if slices.ContainsFunc(all, func(h envs.HeldLock) bool { return !h.Maybe }) {
		held[0] = unmoved
	}
	for _, h := range r.named(all) {
		if more, ok := held.with(h.Lock); ok {
			held = more
		}
	}
	return Holding{held}
}

// Without is what is held while one of them is not.
func (h Holding) Without(l envs.Lock, same func(a, b envs.Lock) bool) Holding {
	return Holding{h.names.without(locks{}.touch(l).may(same))}
}

// namedAt are the locks that are certainly held, and of which it is known when they are given back: each with a name
// that none of the others may have.
func (r *Rivals) namedAt() []envs.HeldLock {
	all, _ := r.MayLocks()
	return r.named(all)
}

// named are those of the locks that may be held of which namedAt speaks.
func (r *Rivals) named(all []envs.HeldLock) (held []envs.HeldLock) {
	for i := range all {
		h := &all[i]
		alone := !h.Maybe && h.Lock != 0
		for j := range all {
			alone = alone && (i == j || !r.MayBeSame(all[j].Lock, h.Lock))
		}
		if alone {
			held = append(held, *h)
		}
	}
	return held
}
