package atomicsets

import (
	"slices"
	"strings"

	"github.com/seed38182bad/parallax/envs"
)

// notes are what was observed in all calls, by words and operations, which outlive a run.
type notes struct {
	funcs  map[envs.FuncID]map[name]*observation
	fields map[*envs.Loc]*field
	named  map[envs.FuncID]map[name]*envs.Loc // see paths
}

// An observation is what all calls of a function have to say of a path.
type observation struct {
	loc                 *envs.Loc
	direct, own, atomic bool // seen at least once; own always
	interleaved         bool
	witness             bool // interleaved, and direct
}

// A field is what is known of a field, or of elements, wherever they are accessed.
type field struct {
	first           envs.Point // of the accesses in the program, the first one
	shared, written bool       // written once it was shared
	locks           []string   // that are held at all accesses of what is shared; see seen
	seen            bool
}

func newNotes() *notes {
	return &notes{funcs: map[envs.FuncID]map[name]*observation{}, fields: map[*envs.Loc]*field{},
		named: map[envs.FuncID]map[name]*envs.Loc{}}
}

// observed adds what a call has observed.
func (n *notes) observed(env envs.Env, entries []entry) {
	if len(entries) == 0 {
		return
	}
	of := n.funcs[env.Func().ID]
	if of == nil {
		of = map[name]*observation{}
		n.funcs[env.Func().ID] = of
	}
	for _, e := range entries {
		o := of[e.name]
		if o == nil {
			o = &observation{loc: e.loc, own: true}
			of[e.name] = o
		}
		o.direct = o.direct || e.direct
		o.own = o.own && e.own
		o.atomic = o.atomic || !e.interleaved && !e.private // what makes an object accesses all of it
		o.interleaved = o.interleaved || e.interleaved
		o.witness = o.witness || e.interleaved && e.direct
	}
}

// add adds what was observed in other runs.
func (n *notes) add(o *notes) {
	for fn, of := range o.funcs {
		mine := n.funcs[fn]
		if mine == nil {
			n.funcs[fn] = of
			continue
		}
		for path, x := range of {
			m := mine[path]
			if m == nil {
				mine[path] = x
				continue
			}
			m.direct, m.own, m.atomic = m.direct || x.direct, m.own && x.own, m.atomic || x.atomic
			m.interleaved, m.witness = m.interleaved || x.interleaved, m.witness || x.witness
		}
	}
	for loc, x := range o.fields {
		m := n.fields[loc]
		if m == nil {
			n.fields[loc] = x
			continue
		}
		if x.first.Compare(m.first) < 0 {
			m.first = x.first
		}
		m.shared, m.written = m.shared || x.shared, m.written || x.written
		if x.seen {
			m.hold(x.locks)
		}
	}
}

// hold notes that locks are held at an access.
func (f *field) hold(locks []string) {
	if f.seen {
		locks = slices.DeleteFunc(f.locks, func(l string) bool { return !slices.Contains(locks, l) })
	}
	f.locks, f.seen = locks, true
}

// accessed notes an access.
func (c *checker) accessed(env envs.Env, op *envs.Op, loc *envs.Loc) {
	f := c.notes.fields[loc]
	if f == nil {
		f = &field{first: env.Point()}
		c.notes.fields[loc] = f
	}
	if env.Point().Compare(f.first) < 0 {
		f.first = env.Point()
	}
	if !c.memory.MayShare() {
		return
	}
	f.shared = true
	f.written = f.written || op.Writes()
	f.hold(c.locksHeld(env, op, loc))
}

// locksHeld are the names of the locks that are certainly held, by the memory in which they lie, and on
// the side that an access needs. Where locks have paths, those of the object that is accessed are meant.
func (c *checker) locksHeld(env envs.Env, op *envs.Op, loc *envs.Loc) (names []string) {
	held, _ := c.locks.MayLocks()
	for _, h := range held {
		if h.Maybe || h.Read && op.Writes() {
			continue
		}
		if h.Path != nil {
			base := env.Program().Knows().BaseAt(env.Point())
			steps, ok := strings.CutPrefix(h.Path.Steps, base.Steps)
			root := *h.Path
			if root.Steps = base.Steps; ok && root.Same(base) && steps != "" {
				names = append(names, classOf(loc)+steps)
			}
		} else if !h.At.IsZero() {
			if l := env.Program().Func(h.At.Func()).Ops[h.At.PC()].Loc; l != nil {
				names = append(names, l.Name)
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}
