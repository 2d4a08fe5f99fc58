package expiry

import (
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/seed38182bad/parallax/envs"
)

// A value is what a register of a function holds.
type value struct {
	fn  envs.FuncID
	reg envs.Reg
}

// A frame is what is known of values where a function is called or started.
type frame struct {
	handed map[value]value // of parameters: the argument
	holds  map[value]value // of variables, by what makes them: what they hold
}

// maxWay is how many copies a value is followed through.
const maxWay = 20

// root is where a value comes from, as far as it can be followed.
func (f *finder) root(v value, in frame) value {
	for range maxWay {
		if from, ok := in.handed[v]; ok && from != v {
			v = from
			continue
		}
		next, ok := f.before(v, in)
		if !ok {
			break
		}
		v = next
	}
	return v
}

// before is the value of which another one is a copy.
func (f *finder) before(v value, in frame) (value, bool) {
	op := f.origin(v)
	if op == nil || op.Results != 1 {
		return v, false
	}
	switch op.Kind {
	case envs.Move:
		if len(op.Uses) == 1 && op.Uses[0] != 0 {
			return value{v.fn, op.Uses[0]}, true
		}
	case envs.Load:
		if len(op.Uses) != 1 || op.Loc == nil {
			break
		}
		if s := f.stores[op.Loc]; s.times == 1 && private(op.Loc) {
			at := f.opAt(s.last)
			return value{s.last.Func(), at.Value()}, at.Kind == envs.Store && at.Value() != 0
		}
		if op.Uses[0] != 0 && len(in.holds) > 0 {
			held, ok := in.holds[f.root(value{v.fn, op.Uses[0]}, frame{handed: in.handed})]
			return held, ok
		}
	}
	return v, false
}

// private reports whether only the program stores into a class of memory.
func private(l *envs.Loc) bool {
	first, _ := utf8.DecodeRuneInString(l.Name[strings.LastIndexByte(l.Name, '.')+1:])
	return l.Class == envs.Cell && l.Variable || !unicode.IsUpper(first)
}

// origin is the only operation that defines a value, nil if there is none or several.
func (f *finder) origin(v value) *envs.Op {
	if v.reg == 0 {
		return nil
	}
	return f.table.Origin(f.prog.Func(v.fn), v.reg)
}

func (f *finder) opAt(p envs.Point) *envs.Op { return &f.prog.Func(p.Func()).Ops[p.PC()] }

// originMark is what the function is known for that a value comes from.
func (f *finder) originMark(v value) (*envs.Op, mark) {
	op := f.origin(v)
	if op == nil || op.Kind != envs.Call {
		return op, unmarked
	}
	return op, f.mark(envs.At(v.fn, op.PC))
}

// entered is what is known in a function that an operation calls or starts.
func (f *finder) entered(fn *envs.Func, op *envs.Op, callee *envs.Func, in frame) frame {
	next := frame{maps.Clone(in.handed), maps.Clone(in.holds)}
	if next.handed == nil {
		next = frame{map[value]value{}, map[value]value{}}
	}
	for i, r := range op.Uses {
		if i -= op.Callee.FirstArg; i < 0 || i >= len(callee.Params) || r == 0 {
			continue
		}
		arg := f.root(value{fn.ID, r}, in)
		next.handed[value{callee.ID, callee.Params[i]}] = arg
		if arg.fn != fn.ID {
			continue
		}
		if held, ok := f.settled(fn, arg.reg, op.PC); ok {
			next.holds[arg] = f.root(held, in)
		}
	}
	return next
}

// settled is what a variable holds at an operation and ever after: one store comes before the operation on all paths,
// and no other one comes behind that.
func (f *finder) settled(fn *envs.Func, variable envs.Reg, at int32) (value, bool) {
	if op := f.origin(value{fn.ID, variable}); op == nil || op.Kind != envs.New {
		return value{}, false
	}
	var into []*envs.Op
	for _, pc := range f.storesOf(fn) {
		if op := &fn.Ops[pc]; op.Uses[0] == variable {
			into = append(into, op)
		}
	}
	if len(into) == 0 || into[0].Loc == nil || !into[0].Loc.Variable || f.stores[into[0].Loc].times != len(into) {
		return value{}, false
	}
	for _, op := range into {
		again := func(o *envs.Op) bool { return o != op && f.table.Leads(fn, op.PC, o.PC) }
		if op.Value() != 0 && !slices.ContainsFunc(into, again) && precedes(fn, op.PC, at) {
			return value{fn.ID, op.Value()}, true
		}
	}
	return value{}, false
}

// storesOf are the operations of a function that store into variables.
func (f *finder) storesOf(fn *envs.Func) []int32 {
	all, known := f.settings[fn.ID]
	if !known {
		for i := range fn.Ops {
			if op := &fn.Ops[i]; op.Kind == envs.Store && len(op.Uses) == 2 && op.Uses[0] != 0 {
				all = append(all, op.PC)
			}
		}
		f.settings[fn.ID] = all
	}
	return all
}

// precedes reports whether all paths to an operation lead through another one.
func precedes(fn *envs.Func, first, then int32) bool {
	seen := make([]bool, len(fn.Ops))
	for work := []int32{0}; len(work) > 0; {
		pc := work[len(work)-1]
		work = work[:len(work)-1]
		if pc == first || seen[pc] {
			continue
		}
		if pc == then {
			return false
		}
		seen[pc] = true
		work = append(work, fn.Next(pc)...)
	}
	return true
}
