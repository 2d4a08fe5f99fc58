package lower

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/internal/shape"
)

// builtin lowers a call of a predeclared function.
func (l *lowerer) builtin(name string, args []ssa.Value, v ssa.Value) {
	switch name {
	case "append":
		l.appends(args, v)
		return
	case "copy":
		src := l.reg(args[1])
		dst := l.reg(args[0])
		t := l.loadElem(args[1], src)
		l.storeElem(args[0], dst, t)
		if v != nil {
			l.result(envs.Compute, v, l.use(dst, src))
		}
		return
	case "delete":
		l.storeEntry(args[0], l.reg(args[0]), l.reg(args[1]), 0)
		l.overwritten(args[0], args[1], nil)
		return
	case "clear":
		r := l.reg(args[0])
		if _, ok := args[0].Type().Underlying().(*types.Map); ok {
			l.storeEntry(args[0], r, 0, 0)
		} else {
			l.storeElem(args[0], r, 0)
		}
		return
	case "close":
		l.using(envs.Close, l.reg(args[0])).Loc = l.mem.Meeting(args[0], 0)
		l.recent.forget()
		return
	case "panic":
		// Deferred: what it throws leaves the frame by the way that is taken anyway.
		l.using(envs.Compute, l.reg(args[0]))
		return
	case "ssa:wrapnilchk":
		l.copyOf(v, args[0])
		return
	case "ssa:deferstack":
		l.result(envs.Const, v, nil)
		return
	}
	l.results(envs.Compute, v, l.regsOf(args, nil))
}

// appends lowers append(s, x, y) to stores of x and y among the elements. It lowers append(s, t...) to a load of t's
// elements and a store among those of s.
func (l *lowerer) appends(args []ssa.Value, v ssa.Value) {
	s := l.reg(args[0])
	if c, ok := args[0].(*ssa.Const); ok && c.Value == nil && len(args) > 1 {
		s = l.regs.Temp(1) // there is a new array for sure
		l.defining(envs.New, s)
	}
	if len(args) > 1 {
		if given, ok := variadic(args[1]); ok {
			for _, g := range given {
				l.storeElem(args[0], s, l.reg(g))
			}
		} else if t := l.reg(args[1]); t != 0 {
			l.storeElem(args[0], s, l.loadElem(args[1], t))
		}
	}
	if v != nil {
		l.result(envs.Compute, v, l.use(s))
	}
}

// variadic gives the arguments that were put into the array behind the slice v.
func variadic(v ssa.Value) ([]ssa.Value, bool) {
	if !isVarargs(v) {
		return nil, false
	}
	a := v.(*ssa.Slice).X.(*ssa.Alloc)
	var given []ssa.Value
	for _, r := range *a.Referrers() {
		x, ok := r.(*ssa.IndexAddr)
		if !ok {
			continue
		}
		for _, u := range *x.Referrers() {
			st, ok := u.(*ssa.Store)
			if !ok {
				return nil, false // parts of a struct are stored one by one
			}
			given = append(given, st.Val)
		}
	}
	return given, len(given) > 0
}

// isVarargs reports whether a slice is that of arguments that a call puts into an array.
func isVarargs(v ssa.Value) bool {
	s, ok := v.(*ssa.Slice)
	if !ok {
		return false
	}
	a, ok := s.X.(*ssa.Alloc)
	return ok && a.Comment == "varargs"
}

func (l *lowerer) loadElem(v ssa.Value, r envs.Reg) envs.Reg {
	t := l.regs.Temp(1)
	if shape.IsString(v.Type()) {
		l.defining(envs.Compute, t, r)
		return t
	}
	op := l.defining(envs.Load, t, r)
	loc := l.mem.ElemLoc(v.Type())
	op.Loc = &loc.Loc
	if s, ok := v.Type().Underlying().(*types.Slice); ok && !isVarargs(v) {
		l.split(op.PC, loc, s.Elem())
	}
	return t
}

func (l *lowerer) storeElem(v ssa.Value, base, value envs.Reg) {
	op := l.using(envs.Store, base, 0, value)
	loc := l.mem.ElemLoc(v.Type())
	op.Loc = &loc.Loc
	l.mem.Written(loc)
	if s, ok := v.Type().Underlying().(*types.Slice); ok {
		l.mem.WrittenWhole(s.Elem())
		l.split(op.PC, loc, s.Elem())
	}
}

// storeEntry writes an entry of map m, which is in register base.
func (l *lowerer) storeEntry(m ssa.Value, base, key, value envs.Reg) {
	loc := l.mem.MapLoc(m.Type())
	l.using(envs.Store, base, key, value).Loc = &loc.Loc
	l.mem.Written(loc)
}
