package views

import (
	"slices"

	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/envs"
)

// classes are what is known of how memory is written.
type classes struct {
	byLoc   map[*envs.Loc]*class
	byName  map[string]*class
	learned int // how often more came to be known
	defined envs.Definitions
}

// A class is the memory of one name: the same field of all objects.
type class struct {
	shared bool     // it is written where others may reach it
	locks  []string // that are held at all writes there
	values values   // that are written there
}

// values say what kinds of values are written.
type values uint8

const (
	constants values = 1 << iota
	bits             // the old value with some bits set or cleared
	sums             // the old value with something added or subtracted
	others
)

// learn notes a write. It returns whether more is known than before.
func (m *classes) learn(env envs.Env, locks envs.Locks, memory envs.Memory, op *envs.Op) bool {
	if op.Loc == nil || !memory.MayShare() {
		return false
	}
	c := m.byLoc[op.Loc]
	if c == nil {
		if c = m.byName[op.Loc.Name]; c == nil {
			c = &class{}
			m.byName[op.Loc.Name] = c
		}
		m.byLoc[op.Loc] = c
	}
	before, first := *c, !c.shared
	c.shared, c.values = true, c.values|m.written(env, op)
	if first || len(c.locks) > 0 {
		c.locks = held(locks, c.locks, first)
	}
	if c.values == before.values && len(c.locks) == len(before.locks) && !first {
		return false
	}
	m.learned++
	return true
}

// held are those of the locks that are held now, by name; all that are held if it is the first time.
func held(locks envs.Locks, of []string, first bool) (names []string) {
	held, _ := locks.MayLocks()
	for i := range held {
		if h := &held[i]; !h.Maybe && (h.Lock != 0 || h.Path != nil) {
			if name := locks.LockName(h.Lock); (first || slices.Contains(of, name)) && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// written is the kind of value that a Store puts somewhere.
func (m *classes) written(env envs.Env, op *envs.Op) values {
	fn := env.Func()
	by := m.defined.Of(fn, op.Value())
	switch {
	case op.Kind != envs.Store:
		return others
	case op.Value() == 0 || by != nil && by.Kind == envs.Const:
		return constants
	case by == nil:
		return others
	}
	for _, d := range env.Program().Detail(envs.At(fn.ID, by.PC)).Defs {
		if d.Reg != op.Value() || d.Of != envs.Whole || d.Op != envs.Binary || !m.loads(fn, d.X.Reg, op.Loc) &&
			!m.loads(fn, d.Y.Reg, op.Loc) {
			continue
		}
		switch d.Arith {
		case machine.And, machine.Or, machine.AndNot, machine.Xor:
			return bits
		case machine.Add, machine.Sub:
			return sums
		}
	}
	return others
}

// loads reports whether a register holds what was loaded from memory of a class.
func (m *classes) loads(fn *envs.Func, r envs.Reg, loc *envs.Loc) bool {
	by := m.defined.Of(fn, r)
	return by != nil && by.Kind == envs.Load && by.Loc == loc
}
