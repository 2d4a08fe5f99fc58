package memory

import (
	"go/token"
	"go/types"
	"slices"
	"sync"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs/gosrc/internal/library"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/local"
	"github.com/seed38182bad/parallax/envs/internal/shape"
	"github.com/seed38182bad/parallax/envs/internal/walk"
)

// condTable says, for fields that hold a condition variable, by which fields its lock is reached from the same object.
// If the field s.cond is set to sync.NewCond(&s.mu), it has the lock ".mu".
type condTable struct {
	once sync.Once
	lock map[*types.Var]string     // "" if it is set in several ways
	at   map[*types.Var]*types.Var // the field that the lock is, nil if it may be another one
}

// CondSteps are the fields by which the lock of the condition variable in a field is reached from the same object,
// empty if they are not known.
func (c *Classes) CondSteps(v *types.Var) string {
	c.conds.once.Do(c.findConds)
	return c.conds.lock[v.Origin()]
}

// CondMeeting is the class of memory in which the lock of a condition variable lies, nil if it is not known.
func (m *View) CondMeeting(cond ssa.Value) *Location {
	cond = local.StripLoads(cond)
	if a, ok := cond.(*ssa.Alloc); ok {
		cond = local.SoleStore(a)
	} else if v, ok := cond.(*ssa.FreeVar); ok {
		if a := local.CapturedVariable(v); a != nil {
			cond = local.SoleStore(a)
		}
	}
	switch x := cond.(type) {
	case *ssa.Call:
		if library.IsNewCond(x) {
			return m.meetingAt(x.Call.Args[0], 0)
		}
	case *ssa.FieldAddr:
		m.Of.conds.once.Do(m.Of.findConds)
		if s := shape.StructOf(x.X.Type()); s != nil {
			if f := m.Of.conds.at[s.Field(x.Field).Origin()]; f != nil {
				return m.FieldVarLoc(f)
			}
		}
	}
	return nil
}

// findConds looks for assignments of sync.NewCond(&x.mu), or of a lock to the field L of a condition variable, in
// packages that import sync.
func (c *Classes) findConds() {
	c.conds.lock, c.conds.at = make(map[*types.Var]string), make(map[*types.Var]*types.Var)
	c.src.WrittenAll(func(fn *ssa.Function) {
		if fn.Pkg == nil || !imports(fn.Pkg.Pkg, "sync") {
			return
		}
		for i := range walk.Instrs(fn) {
			if st, ok := i.(*ssa.Store); ok {
				c.condStore(st)
			}
		}
	})
}

func (c *Classes) condStore(st *ssa.Store) {
	at, ok := st.Addr.(*ssa.FieldAddr)
	if !ok {
		return
	}
	var lock ssa.Value
	if c, ok := st.Val.(*ssa.Call); ok && library.IsNewCond(c) {
		lock = c.Call.Args[0]
	} else if walk.IsCondLock(at) {
		lock = st.Val
		if at, ok = local.StripLoads(at.X).(*ssa.FieldAddr); !ok {
			return
		}
	} else {
		return
	}
	s := shape.StructOf(at.X.Type())
	if s == nil {
		return
	}
	field := s.Field(at.Field).Origin()
	steps := ""
	root, prefix := follow(at.X)
	if from, all := follow(lock); from == root && len(all) > len(prefix) && all[:len(prefix)] == prefix {
		steps = all[len(prefix):]
	}
	if old, ok := c.conds.lock[field]; ok && old != steps {
		steps = ""
	}
	c.conds.lock[field] = steps
	var is *types.Var
	if m, ok := lock.(*ssa.MakeInterface); ok {
		if at, ok := m.X.(*ssa.FieldAddr); ok && shape.StructOf(at.X.Type()) != nil {
			is = shape.StructOf(at.X.Type()).Field(at.Field).Origin()
		}
	}
	if old, ok := c.conds.at[field]; ok && old != is {
		is = nil
	}
	c.conds.at[field] = is
}

// follow gives the value at which an access path begins, and its fields.
func follow(v ssa.Value) (ssa.Value, string) {
	return walk.WayTo(v, func(v ssa.Value) ssa.Value {
		switch x := v.(type) {
		case *ssa.UnOp:
			if x.Op == token.MUL {
				return x.X
			}
		case *ssa.MakeInterface, *ssa.ChangeInterface:
			return local.Unconverted(x)
		case *ssa.Call:
			if fn := x.Call.StaticCallee(); fn != nil && library.IsRLocker(fn) {
				return x.Call.Args[0]
			}
		}
		return nil
	})
}

func imports(pkg *types.Package, path string) bool {
	return pkg.Path() == path ||
		slices.ContainsFunc(pkg.Imports(), func(i *types.Package) bool { return i.Path() == path })
}
