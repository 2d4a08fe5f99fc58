package leaks

import (
	"slices"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
)

// Kind is the kind of all reports.
const Kind = "constructor-leak"

// Analyzer makes the analyzer "leaks".
func Analyzer() *dataflow.Analyzer {
	a := dataflow.NewAnalyzer("leaks", "finds objects that are written without a lock after other threads may find them, by the function that makes them",
		func() dataflow.Analysis[made] { return checker{}.analysis() })
	a.OnDemand = true
	return a
}

// made are the registers that may hold an object that this frame, or one that called it,
// has made, by register and then by the place where it was. A list never changes: most states
// have the list of another one.
type made []object

type object struct {
	reg    envs.Reg
	inside bool       // not in the register, but in a variable that it refers to or captures
	at     envs.Point // where it was made
	leaked envs.Point // where it was first stored for others to find; zero if it was not
}

func (o object) compare(p object) int {
	if o.reg != p.reg {
		return int(o.reg) - int(p.reg)
	}
	if o.inside != p.inside {
		if o.inside {
			return 1
		}
		return -1
	}
	return o.at.Compare(p.at)
}

func (m made) Clone() made { return m }

// Merge has what either has; of the places where an object leaked it keeps the first.
func (m made) Merge(o made) (made, bool) {
	if len(m) == len(o) && (len(m) == 0 || &m[0] == &o[0]) {
		return m, false
	}
	i := 0
	for j, x := range o {
		for i < len(m) && m[i].compare(x) < 0 {
			i++
		}
		if i == len(m) || m[i].compare(x) != 0 || x.before(m[i]) {
			return m.with(i, o[j:]), true
		}
	}
	return m, false
}

// before reports whether the object leaked in an earlier place than o, which is the same one.
func (o object) before(p object) bool {
	return !o.leaked.IsZero() && (p.leaked.IsZero() || o.leaked.Compare(p.leaked) < 0)
}

// with is m with what o has, which begins with something new that belongs at index i.
func (m made) with(i int, o made) made {
	r := append(make(made, 0, i+union(m[i:], o)), m[:i]...)
	for m = m[i:]; len(m) > 0 && len(o) > 0; {
		switch c := m[0].compare(o[0]); {
		case c < 0:
			r, m = append(r, m[0]), m[1:]
		case c > 0:
			r, o = append(r, o[0]), o[1:]
		default:
			x, y := m[0], o[0]
			if y.before(x) {
				x.leaked = y.leaked
			}
			r, m, o = append(r, x), m[1:], o[1:]
		}
	}
	return append(append(r, m...), o...)
}

// union is how many objects either has.
func union(m, o made) (n int) {
	for ; len(m) > 0 && len(o) > 0; n++ {
		c := m[0].compare(o[0])
		if c <= 0 {
			m = m[1:]
		}
		if c >= 0 {
			o = o[1:]
		}
	}
	return n + len(m) + len(o)
}

// sorted is a list of objects that are in any order, of which it takes the memory.
func sorted(list []object) made {
	slices.SortFunc(list, object.compare)
	n := 0
	for _, o := range list {
		switch {
		case n == 0 || list[n-1].compare(o) != 0:
			list[n] = o
			n++
		case o.before(list[n-1]):
			list[n-1].leaked = o.leaked
		}
	}
	return list[:n]
}

// DropRegisters forgets registers that are not read again, but not which objects have leaked:
// those of a caller's may be among them.
func (m made) DropRegisters(dead func(envs.Reg) bool) made {
	return m.drop(func(o object) bool { return o.leaked.IsZero() && dead(o.reg) })
}

// drop is m without some objects.
func (m made) drop(gone func(object) bool) made {
	i := slices.IndexFunc(m, gone)
	if i < 0 {
		return m
	}
	r := append(make(made, 0, len(m)-1), m[:i]...)
	for _, o := range m[i+1:] {
		if !gone(o) {
			r = append(r, o)
		}
	}
	return r
}

// note is m, in which an object has leaked at a place, unless it had before.
func (m made) note(object, leaked envs.Point) made {
	own := false
	for i := range m {
		if m[i].at == object && m[i].leaked.IsZero() {
			if !own {
				m, own = slices.Clone(m), true
			}
			m[i].leaked = leaked
		}
	}
	return m
}

// of are the objects that a register may hold, and those inside.
func (m made) of(r envs.Reg) (list made) {
	for _, o := range m {
		if o.reg == r && r != 0 {
			list = append(list, o)
		}
	}
	return list
}

// held are the objects that a register may hold itself.
func (m made) held(r envs.Reg) made { return m.of(r).drop(func(o object) bool { return o.inside }) }

// as are the objects, in a register or inside of it.
func (m made) as(r envs.Reg, inside bool) (list made) {
	for _, o := range m {
		o.reg, o.inside = r, inside
		list = append(list, o)
	}
	return sorted(list)
}

// leak notes that the objects that a register may lead to can be found from now on.
func (m made) leak(r envs.Reg, at envs.Point) made {
	for _, o := range m.of(r) {
		m = m.note(o.at, at)
	}
	return m
}

// put puts the objects of a register into a variable of the frame.
func (m made) put(r envs.Reg, variable object) made {
	for _, v := range m {
		if v.at == variable.at && !v.inside {
			m, _ = m.Merge(m.held(r).as(v.reg, true))
		}
	}
	return m
}

type checker struct{}

func (c checker) analysis() dataflow.Analysis[made] {
	return dataflow.Analysis[made]{
		Entry: c.Entry, Step: c.Step,
		Calls:  dataflow.Calls[made]{Enter: c.Enter, Exit: c.Exit, Return: c.Return},
		Needs:  dataflow.Accesses | dataflow.LockSets | dataflow.Order, // who was waited for has accessed before
		Tuning: dataflow.Tuning[made]{Unhurried: true},
	}
}

var (
	_ dataflow.RegisterHolder[made] = made{}
)

// Unhurried says that it does not matter which path comes first: of the places where an object leaked, states have the
// first in the program.
func (checker) Unhurried() {}

func (checker) Entry(envs.Env, *envs.Func) made { return nil }

func (checker) Step(env envs.Env, op *envs.Op, m made) made {
	var result made
	switch op.Kind {
	case envs.Store, envs.Atomic:
		into := m.held(base(op))
		for _, o := range into {
			if !o.leaked.IsZero() && !op.Synchronises() && env.MustLocks().IsTop() {
				report(env, o)
			}
		}
		if own := len(into) > 0 && !slices.ContainsFunc(into, func(o object) bool { return !o.leaked.IsZero() }); !own && env.MayShare() {
			m = m.leak(op.Value(), env.Point())
		}
		for _, o := range into {
			if variable(op) {
				m = m.put(op.Value(), o)
			}
		}
	case envs.Load:
		if variable(op) && len(op.Uses) > 0 {
			result = m.of(op.Uses[0]).drop(func(o object) bool { return !o.inside }).as(op.Dst, false)
		}
	case envs.Send:
		m = m.leak(op.Value(), env.Point())
	case envs.Fork:
		for _, r := range op.Uses {
			m = m.leak(r, env.Point())
		}
	case envs.New:
		m = m.drop(func(o object) bool { return o.at == env.Point() }) // of an earlier round
		result = made{{reg: op.Dst, at: env.Point()}}
		for _, r := range op.Uses {
			result, _ = result.Merge(m.of(r).drop(func(o object) bool { return !o.inside }).as(op.Dst, true))
		}
	case envs.Move, envs.Addr:
		if len(op.Uses) > 0 {
			result = m.of(op.Uses[0])
			for i := range result {
				result[i].reg = op.Dst
			}
		}
	}
	if op.Results > 0 {
		m = m.drop(func(o object) bool { return op.Defines(o.reg) })
	}
	m, _ = m.Merge(result)
	return m
}

// variable reports whether an access is to a variable that a frame declares.
func variable(op *envs.Op) bool { return op.Loc != nil && op.Loc.Class == envs.Cell }

// base is the register with the object that an access is in; 0 if there is none.
func base(op *envs.Op) envs.Reg {
	if len(op.Uses) < 2 {
		return 0
	}
	return op.Uses[0]
}

// Enter hands the objects to a callee.
func (checker) Enter(_ envs.Env, call *envs.Op, m made, fn *envs.Func) (in made) {
	for i, p := range fn.Params {
		if k := call.Callee.FirstArg + i; k < len(call.Uses) {
			for _, o := range m.of(call.Uses[k]) {
				o.reg = p
				in = append(in, o)
			}
		}
	}
	return sorted(in)
}

// Exit tells which objects have leaked, and where first.
func (checker) Exit(_ envs.Env, _ *envs.Op, m made) (out made) {
	for _, o := range m {
		if !o.leaked.IsZero() {
			out = append(out, object{at: o.at, leaked: o.leaked})
		}
	}
	return sorted(out)
}

// Return takes note of what a callee has let out.
func (checker) Return(_ envs.Env, _ *envs.Op, exit, m made) made {
	for _, o := range exit {
		m = m.note(o.at, o.leaked)
	}
	return m
}

func report(env envs.Env, o object) {
	env.Report(envs.Report{
		Kind:    Kind,
		Cause:   o.leaked,
		Message: "an object is written under no lock after other threads may have found it, before the function that makes it is done",
		Evidence: []envs.Evidence{
			{At: o.at, Text: "made here"},
			{At: o.leaked, Text: "stored here, where other threads find it"},
			{At: env.Point(), Text: "written here under no lock"},
		},
	})
}
