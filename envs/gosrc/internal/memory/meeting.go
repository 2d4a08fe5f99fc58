package memory

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/calls"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/local"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/naming"
	"github.com/seed38182bad/parallax/envs/internal/shape"
	"github.com/seed38182bad/parallax/envs/internal/walk"
)

// Threads meet at channels, groups and conditions. These are told apart by the memory in which they lie or in which a
// pointer to them does: what two fields or variables hold is taken for two.

// Meeting is the class of memory in which the channel v is found, or the group or lock to which v points; nil if that
// is not known.
func (m *View) Meeting(v ssa.Value, depth int) *envs.Loc {
	return LocOf(m.meetingAt(v, depth))
}

func LocOf(loc *Location) *envs.Loc {
	if loc == nil {
		return nil
	}
	return &loc.Loc
}

func (m *View) meetingAt(v ssa.Value, depth int) *Location {
	switch x := v.(type) {
	case *ssa.FieldAddr:
		return m.FieldLoc(x)
	case *ssa.IndexAddr:
		return m.ElemLoc(x.X.Type())
	case *ssa.Global:
		return m.GlobalLoc(x)
	case *ssa.Alloc, *ssa.FreeVar:
		return m.variableMet(x)
	case *ssa.UnOp:
		if x.Op == token.MUL {
			return m.meetingAt(x.X, depth)
		}
	case *ssa.ChangeType, *ssa.MakeInterface:
		return m.meetingAt(local.Unconverted(x), depth)
	case *ssa.MakeChan:
		return m.Of.locs.get(x, func() *Location {
			return &Location{never: true, Loc: envs.Loc{
				Class: envs.Cell, Name: naming.Func(x.Parent()) + ".channel", Variable: true, Unbuffered: unbuffered(x),
			}}
		})
	case *ssa.Parameter:
		return m.passedMeeting(x, depth)
	}
	return nil
}

// passedMeeting is what all callers pass.
func (m *View) passedMeeting(v *ssa.Parameter, depth int) (loc *Location) {
	all, ok := m.Of.calls.CallsOf(v.Parent())
	if !ok || depth > 3 || len(all) > calls.MaxCalls {
		return nil
	}
	for i, p := range v.Parent().Params {
		if p != v {
			continue
		}
		for _, args := range all {
			if i >= len(args) {
				return nil
			}
			of := m.meetingAt(args[i], depth+1)
			if of == nil || loc != nil && of != loc {
				return nil
			}
			loc = of
		}
	}
	return loc
}

// variableMet is the class of a variable that is known by its name, whoever else has its address.
func (m *View) variableMet(v ssa.Value) *Location {
	a := local.CapturedVariable(v)
	if a == nil || !local.IsVariable(a.Comment) {
		return nil
	}
	if loc := m.VariableLoc(a); loc.Variable {
		return loc
	}
	return m.Of.locs.get(metVariable{a}, func() *Location {
		name := naming.Func(a.Parent()) + "." + a.Comment
		return &Location{never: true, Loc: envs.Loc{Class: envs.Cell, Name: name, Variable: true}}
	})
}

// LockMet is variableMet for the lock at address v, also if it is passed to the function by all its callers, or is
// that of a condition.
func (m *View) LockMet(v ssa.Value) *Location {
	switch x := v.(type) {
	case *ssa.Parameter:
		return m.passedMeeting(x, 0)
	case *ssa.UnOp:
		if at, ok := x.X.(*ssa.FieldAddr); ok && walk.IsCondLock(at) {
			return m.CondMeeting(at.X)
		}
	}
	return m.variableMet(v)
}

// metVariable is the key of a variable as something that threads meet at.
type metVariable struct{ *ssa.Alloc }

// What channels memory holds.
const (
	holdsUnbuffered = 1 << iota
	holdsOther
)

// Holds notes that memory holds what v is, if that is a channel.
func (loc *Location) Holds(v ssa.Value) {
	if !shape.IsChan(v.Type()) {
		return
	}
	c, isConst := v.(*ssa.Const)
	if isConst && c.IsNil() {
		return
	}
	var is uint32 = holdsOther
	if unbuffered(v) {
		is = holdsUnbuffered
	}
	loc.channels.Or(is)
}

// unbuffered reports whether v is a channel that is made here without a buffer.
func unbuffered(v ssa.Value) bool {
	if c, ok := v.(*ssa.ChangeType); ok {
		v = c.X
	}
	m, ok := v.(*ssa.MakeChan)
	if !ok {
		return false
	}
	size, ok := m.Size.(*ssa.Const)
	return ok && size.Int64() == 0
}
