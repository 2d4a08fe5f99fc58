package ir

import (
	"cmp"
	enc "encoding/binary"
	"math"

	"github.com/seed38182bad/parallax/envs"
)

// Explore runs the program under every schedule and with every value of nondet, and
// hands each result to visit; visit returns false to stop. Threads are switched only
// before operations that another thread can notice: accesses to memory that is written,
// locks, joins. All others commute with what other threads do, so no outcome is lost.
// The result runs is how many were made, those that were cut short included. The result
// complete says that every schedule was covered: no bound was met.
func (p *Program) Explore(opts Options, visit func(*Result) bool) (runs int, complete bool) {
	x := &explorer{seen: map[string]bool{}, merge: opts.Merge}
	opts.MaxRuns = cmp.Or(max(opts.MaxRuns, 0), 100_000)
	opts.MaxSteps = cmp.Or(max(opts.MaxSteps, 0), 10_000)
	opts.MaxDepth = cmp.Or(max(opts.MaxDepth, 0), 100)
	opts.MaxThreads = cmp.Or(max(opts.MaxThreads, 0), math.MaxInt)
	complete = true
	for {
		if runs == opts.MaxRuns {
			return runs, false
		}
		m := newMachine(p, opts.withDefaults())
		m.explore = x
		if opts.Events != nil {
			m.emit = func(ev envs.Event) bool { opts.Events(ev); return true }
		}
		x.at, x.cut = 0, false
		m.spawn(int32(p.main), nil)
		m.explored()
		runs++
		if !x.cut {
			r := m.finish()
			complete = complete && r.End != StepLimit && r.End != ThreadLimit
			if !visit(r) {
				return runs, false
			}
		}
		if !x.advance() {
			return runs, complete
		}
	}
}

// explorer enumerates the choices of a run like the digits of a number.
type explorer struct {
	taken []choice
	at    int
	merge bool
	cut   bool
	seen  map[string]bool
	key   []byte
}

type choice struct{ i, n int }

func (x *explorer) choose(n int) int {
	if x.at == len(x.taken) {
		x.taken = append(x.taken, choice{0, n})
	}
	x.at++
	return x.taken[x.at-1].i
}

// advance goes to the next sequence of choices; false if there is none.
func (x *explorer) advance() bool {
	x.taken = x.taken[:x.at]
	for n := len(x.taken); n > 0; n-- {
		if c := &x.taken[n-1]; c.i+1 < c.n {
			c.i++
			return true
		}
		x.taken = x.taken[:n-1]
	}
	return false
}

// explored runs the machine under the explorer's schedule.
func (m *machine) explored() {
	x := m.explore
	var can []*thread
	for m.steps < m.opts.MaxSteps && len(m.threads) <= m.opts.MaxThreads {
		can = can[:0]
		var next *thread
		for _, t := range m.threads {
			if t.status == running {
				m.mustWait(t)
			}
			if m.enabled(t) {
				can = append(can, t)
				if next == nil && m.private(t) {
					next = t
				}
			}
		}
		switch {
		case len(can) == 0:
			return
		case next != nil:
		case len(can) == 1:
			next = can[0]
		default:
			if x.merge && x.at == len(x.taken) {
				x.key = m.appendState(x.key[:0])
				if x.seen[string(x.key)] {
					x.cut = true
					return
				}
				x.seen[string(x.key)] = true
			}
			next = can[x.choose(len(can))]
		}
		m.resume(next)
		m.exec(next)
	}
}

// private reports whether no other thread can notice the next operation of t.
func (m *machine) private(t *thread) bool {
	if t.status != running {
		return false
	}
	f := t.top()
	switch f.code.insts[f.pc].code {
	case oLoadField, oLoadElem, oLoadGlobal, oStoreField, oStoreElem, oStoreGlobal:
		return f.code.fn.Ops[f.pc].Loc.Final
	case oAcquire, oTryAcquire, oRelease, oExit, oWait, oNotify, oNotifyAll, oJoin:
		return false
	}
	return true
}

// appendState writes all that decides how the run goes on.
func (m *machine) appendState(b []byte) []byte {
	num := func(n int64) { b = enc.AppendVarint(b, n) }
	vals := func(list []Value) {
		for _, v := range list {
			num(int64(v.ref))
			num(v.num)
		}
	}
	vals(m.vars)
	num(int64(len(m.objs)))
	for i := range m.objs {
		o := &m.objs[i]
		num(int64(o.class))
		num(int64(o.owner))
		num(int64(o.count))
		num(int64(o.thread))
		num(int64(len(o.slots)))
		vals(o.slots)
	}
	for _, t := range m.threads {
		num(int64(t.status))
		if t.status == ended {
			continue
		}
		num(int64(t.on))
		num(int64(t.count))
		vals([]Value{t.exc})
		num(int64(len(t.frames)))
		for _, f := range t.frames {
			num(int64(f.code.fn.ID))
			num(int64(f.pc))
		}
		num(int64(len(t.regs)))
		vals(t.regs)
	}
	num(int64(len(m.res.Uncaught)))
	for _, u := range m.res.Uncaught {
		num(int64(u.Thread))
		vals([]Value{u.Value})
	}
	return b
}
