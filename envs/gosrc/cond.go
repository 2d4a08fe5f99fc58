package gosrc

import (
	"go/token"
	"go/types"
	"sync"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs"
)

// condTable says, for fields that hold a condition variable, by which fields its
// lock is reached from the same object: the field s.cond that is set to
// sync.NewCond(&s.mu) has the lock ".mu".
type condTable struct {
	once sync.Once
	lock map[*types.Var]string     // "" if it is set in several ways
	at   map[*types.Var]*types.Var // the field that the lock is, nil if it may be another one
}

// condLock is the path of the lock of a condition variable, nil if it is not known.
func (l *lowerer) condLock(cond ssa.Value, depth int) *envs.Path {
	cond = stripLoads(cond)
	if c, ok := cond.(*ssa.Call); ok && isNewCond(c) {
		return l.pathAt(c.Call.Args[0], depth+1)
	}
	f, ok := cond.(*ssa.FieldAddr)
	if !ok {
		if a, ok := cond.(*ssa.Alloc); ok {
			if c, ok := soleStore(a).(*ssa.Call); ok && isNewCond(c) {
				return l.pathAt(c.Call.Args[0], depth+1)
			}
		}
		return nil
	}
	l.p.conds.once.Do(l.p.findConds)
	s := structOf(f.X.Type())
	if s == nil {
		return nil
	}
	steps := l.p.conds.lock[s.Field(f.Field).Origin()]
	base := l.pathAt(f.X, depth+1)
	if steps == "" || base == nil {
		return nil
	}
	p := *base
	p.Steps += steps
	p.Text += steps
	return &p
}

// condMeeting is the class of memory in which the lock of a condition variable lies, nil if
// it is not known.
func (l *lowerer) condMeeting(cond ssa.Value) *location {
	cond = stripLoads(cond)
	if a, ok := cond.(*ssa.Alloc); ok {
		cond = soleStore(a)
	} else if v, ok := cond.(*ssa.FreeVar); ok {
		if a := capturedVariable(v); a != nil {
			cond = soleStore(a)
		}
	}
	switch x := cond.(type) {
	case *ssa.Call:
		if isNewCond(x) {
			return l.meetingAt(x.Call.Args[0], 0)
		}
	case *ssa.FieldAddr:
		l.p.conds.once.Do(l.p.findConds)
		if s := structOf(x.X.Type()); s != nil {
			if f := l.p.conds.at[s.Field(x.Field).Origin()]; f != nil {
				return l.fieldVarLoc(f)
			}
		}
	}
	return nil
}

// isCondLock reports whether x is the address of sync.Cond's field L.
func isCondLock(x *ssa.FieldAddr) bool {
	p, ok := x.X.Type().Underlying().(*types.Pointer)
	if !ok {
		return false
	}
	n, ok := types.Unalias(p.Elem()).(*types.Named)
	if !ok || n.Obj().Name() != "Cond" || n.Obj().Pkg() == nil || n.Obj().Pkg().Path() != "sync" {
		return false
	}
	return structOf(x.X.Type()).Field(x.Field).Name() == "L"
}

func isNewCond(c *ssa.Call) bool {
	fn := c.Call.StaticCallee()
	return fn != nil && fn.Name() == "NewCond" && fn.String() == "sync.NewCond"
}

func stripLoads(v ssa.Value) ssa.Value {
	for {
		u, ok := v.(*ssa.UnOp)
		if !ok || u.Op != token.MUL {
			return v
		}
		v = u.X
	}
}

// findConds looks for assignments of sync.NewCond(&x.mu), or of a lock to the field
// L of a condition variable, in packages that import sync.
func (p *Program) findConds() {
	p.conds.lock, p.conds.at = make(map[*types.Var]string), make(map[*types.Var]*types.Var)
	p.writtenAll(func(fn *ssa.Function) {
		if fn.Pkg == nil || !imports(fn.Pkg.Pkg, "sync") {
			return
		}
		for _, b := range fn.Blocks {
			for _, i := range b.Instrs {
				if st, ok := i.(*ssa.Store); ok {
					p.condStore(st)
				}
			}
		}
	})
}

func (p *Program) condStore(st *ssa.Store) {
	at, ok := st.Addr.(*ssa.FieldAddr)
	if !ok {
		return
	}
	var lock ssa.Value
	if c, ok := st.Val.(*ssa.Call); ok && isNewCond(c) {
		lock = c.Call.Args[0]
	} else if isCondLock(at) {
		lock = st.Val
		if at, ok = stripLoads(at.X).(*ssa.FieldAddr); !ok {
			return
		}
	} else {
		return
	}
	s := structOf(at.X.Type())
	if s == nil {
		return
	}
	field := s.Field(at.Field).Origin()
	steps := ""
	root, prefix := follow(at.X)
	if from, all := follow(lock); from == root && len(all) > len(prefix) && all[:len(prefix)] == prefix {
		steps = all[len(prefix):]
	}
	if old, ok := p.conds.lock[field]; ok && old != steps {
		steps = ""
	}
	p.conds.lock[field] = steps
	var is *types.Var
	if m, ok := lock.(*ssa.MakeInterface); ok {
		if at, ok := m.X.(*ssa.FieldAddr); ok && structOf(at.X.Type()) != nil {
			is = structOf(at.X.Type()).Field(at.Field).Origin()
		}
	}
	if old, ok := p.conds.at[field]; ok && old != is {
		is = nil
	}
	p.conds.at[field] = is
}

// follow gives the value at which an access path begins, and its fields.
func follow(v ssa.Value) (ssa.Value, string) {
	steps := ""
	for {
		switch x := v.(type) {
		case *ssa.FieldAddr:
			s := structOf(x.X.Type())
			if s == nil {
				return v, steps
			}
			steps = "." + s.Field(x.Field).Name() + steps
			v = x.X
		case *ssa.UnOp:
			if x.Op != token.MUL {
				return v, steps
			}
			v = x.X
		case *ssa.MakeInterface:
			v = x.X
		case *ssa.ChangeInterface:
			v = x.X
		case *ssa.Call:
			if fn := x.Call.StaticCallee(); fn != nil && isRLocker(fn) {
				v = x.Call.Args[0]
				continue
			}
			return v, steps
		default:
			return v, steps
		}
	}
}

func imports(pkg *types.Package, path string) bool {
	if pkg.Path() == path {
		return true
	}
	for _, i := range pkg.Imports() {
		if i.Path() == path {
			return true
		}
	}
	return false
}
