package expiry

import (
	"slices"

	"github.com/seed38182bad/parallax/envs"
)

// laterFunctions finds receives from channels that only the function of a timer serves, if another function stops the
// timer. The channel and the timer are in fields that are stored to once.
func (f *finder) laterFunctions(fn *envs.Func) {
	for _, pc := range f.marked(fn, later) {
		made := &fn.Ops[pc]
		if made.Kind != envs.Call || made.Results != 1 || pc == 0 {
			continue
		}
		fork := &fn.Ops[pc-1]
		timer := f.onlyField(fn, made.Dst)
		if fork.Kind != envs.Fork || len(fork.Callee.Funcs) != 1 || timer == nil {
			continue
		}
		stops, resets := f.stopsOf(timer)
		if len(stops) == 0 || resets || f.handsOn(timer) ||
			leaves(fn, newHolder(made.Dst), []*envs.Loc{timer}, f.setsTimer(fn.ID)) {
			continue
		}
		callee := f.prog.Func(fork.Callee.Funcs[0])
		if c := f.servedBy(fn, fork, callee); c.reg != 0 && c.fn == fn.ID {
			f.servedLater(fn, made, callee.ID, c.reg, stops)
		}
	}
}

// onlyField is a field in which alone a function stores a value, and nobody else stores one there.
func (f *finder) onlyField(fn *envs.Func, r envs.Reg) (only *envs.Loc) {
	for _, pc := range f.storesOf(fn) {
		op := &fn.Ops[pc]
		if op.Value() == 0 || op.Loc == nil || op.Loc.Variable ||
			f.root(value{fn.ID, op.Value()}, frame{}) != (value{fn.ID, r}) {
			continue
		}
		if only != nil || op.Loc.Class != envs.Field || f.stores[op.Loc].times != 1 || !private(op.Loc) {
			return nil
		}
		only = op.Loc
	}
	return only
}

// stopsOf are the operations that stop a timer in a field; resets says that there are others that set it anew.
func (f *finder) stopsOf(l *envs.Loc) (stops []envs.Point, resets bool) {
	for id := range envs.FuncID(f.prog.NumFuncs()) {
		for pc, m := range f.marks[id] {
			if at := envs.At(id, pc); (m == stop || m == reset) && f.field(value{id, argument(f.opAt(at), 0)}) == l {
				if m == reset {
					return nil, true
				}
				stops = append(stops, at)
			}
		}
	}
	slices.SortFunc(stops, envs.Point.Compare)
	return stops, false
}

// servedBy is the channel that a function closes or sends to which an operation starts.
func (f *finder) servedBy(fn *envs.Func, fork *envs.Op, callee *envs.Func) (c value) {
	in := f.entered(fn, fork, callee, frame{})
	for i := range callee.Ops {
		if op := &callee.Ops[i]; op.Kind == envs.Close || op.Kind == envs.Send {
			c = f.root(value{callee.ID, op.Uses[0]}, in)
		}
	}
	return c
}

// servedLater finds receives from a channel that a function makes and that only another one serves.
func (f *finder) servedLater(fn *envs.Func, made *envs.Op, server envs.FuncID, c envs.Reg, stops []envs.Point) {
	l := f.onlyField(fn, c)
	if from := f.origin(value{fn.ID, c}); l == nil || from == nil || from.Kind != envs.New {
		return
	}
	h := newHolder(c)
	h.close(fn)
	found := []*envs.Loc{l} // where the channel is found
	for _, pc := range f.storesOf(fn) {
		if op := &fn.Ops[pc]; h.variables[op.Uses[0]] && op.Loc != nil {
			found = append(found, op.Loc)
		}
	}
	var waits []envs.Point
	for id := range envs.FuncID(f.prog.NumFuncs()) {
		of := f.prog.Func(id)
		here := newHolder(0)
		if id == fn.ID {
			here = h
		}
		if of == nil || leaves(of, here, found, f.setsTimer(id)) || id != server && serves(of, here, found) {
			return
		}
		for i := range of.Ops {
			op := &of.Ops[i]
			if op.Kind == envs.Receive && !op.Is(envs.Chosen) && slices.Contains(found, op.Loc) &&
				!slices.ContainsFunc(stops, func(at envs.Point) bool { return at.Func() == id }) {
				waits = append(waits, envs.At(id, op.PC))
			}
		}
	}
	const why = "only the function of a timer serves it, and the timer is stopped"
	for _, at := range waits {
		f.found.Waits[at] = Wait{"to receive from " + l.Name, why, []envs.Evidence{
			{At: envs.At(fn.ID, made.PC), Text: "this timer calls the function"},
			{At: stops[0], Text: "the timer is stopped"},
			{At: at, Text: "it waits: " + why},
		}}
	}
}

// serves reports whether a function closes a channel or sends to it.
func serves(fn *envs.Func, h holder, found []*envs.Loc) bool {
	return slices.ContainsFunc(fn.Ops, func(op envs.Op) bool {
		return (op.Kind == envs.Close || op.Kind == envs.Send) && (h.regs[op.Uses[0]] || slices.Contains(found, op.Loc))
	})
}
