package atomicsets

import (
	"slices"
	"strings"

	"github.com/seed38182bad/parallax/envs"
)

// notes are what was observed in all calls of all runs, by words and operations, which outlive a
// run.
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
	return &notes{funcs: map[envs.FuncID]map[name]*observation{}, fields: map[*envs.Loc]*field{}, named: map[envs.FuncID]map[name]*envs.Loc{}}
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

// accessed notes an access.
func (n *notes) accessed(env envs.Env, op *envs.Op, loc *envs.Loc) {
	f := n.fields[loc]
	if f == nil {
		f = &field{first: env.Point()}
		n.fields[loc] = f
	}
	if env.Point().Compare(f.first) < 0 {
		f.first = env.Point()
	}
	if !env.MayShare() {
		return
	}
	f.shared = true
	f.written = f.written || op.Writes()
	held := locksHeld(env, op, loc)
	if f.seen {
		held = slices.DeleteFunc(f.locks, func(l string) bool { return !slices.Contains(held, l) })
	}
	f.locks, f.seen = held, true
}

// locksHeld are the names of the locks that are certainly held, by the memory in which they lie, and on
// the side that an access needs. Where locks have paths, those of the object that is accessed are meant.
func locksHeld(env envs.Env, op *envs.Op, loc *envs.Loc) (names []string) {
	held, _ := env.MayLocks()
	for _, h := range held {
		if h.Maybe || h.Read && op.Writes() {
			continue
		}
		if h.Path != nil {
			base := env.Program().(envs.Based).Base(env.Point())
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
