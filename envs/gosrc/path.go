package gosrc

import (
	"go/token"
	"go/types"
	"strconv"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/library"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/local"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/shape"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/ssamap"
)

// path is the name that the frame has for the object that v is, points to or is
// the address of, nil if v is a constant. Following a pointer is no step: the lock
// that lies in a field and the lock to which the field points are both named by
// the field, and a field is only one of the two.
func (l *lowerer) path(v ssa.Value) *envs.Path { return l.pathAt(v, 0) }

func (l *lowerer) pathAt(v ssa.Value, depth int) *envs.Path {
	if depth > local.MaxSteps {
		return nil
	}
	switch x := v.(type) {
	case *ssa.Const, *ssa.Function, *ssa.Builtin:
		return nil
	case *ssa.Global:
		return &envs.Path{Root: envs.AtGlobal, Global: x.Pkg.Pkg.Path() + "." + x.Name(), Text: x.Pkg.Pkg.Name() + "." + x.Name()}
	case *ssa.Parameter, *ssa.FreeVar:
		return l.paramPath(v)
	case *ssa.FieldAddr:
		if library.IsCondLock(x) {
			if p := l.condLock(x.X, depth+1); p != nil {
				return p
			}
		}
		return l.step(l.pathAt(x.X, depth+1), shape.StructOf(x.X.Type()), x.Field)
	case *ssa.Field:
		return l.step(l.pathAt(x.X, depth+1), shape.StructOf(x.X.Type()), x.Field)
	case *ssa.IndexAddr:
		return l.element(x.X, x.Index, depth)
	case *ssa.Lookup:
		if !x.CommaOk {
			return l.element(x.X, x.Index, depth)
		}
	case *ssa.UnOp:
		if x.Op == token.MUL {
			if a, ok := x.X.(*ssa.Alloc); ok && l.regs.Define(a, 1)&ssamap.IsVar != 0 {
				return l.regPath(a)
			}
			return l.pathAt(x.X, depth+1)
		}
	case *ssa.Alloc:
		if s := local.SoleStore(x); s != nil {
			if p := l.pathAt(s, depth+1); p != nil && p.Root == envs.AtReg && p.Steps == "" && local.IsName(x.Comment) {
				q := *p
				q.Text = x.Comment
				return &q
			} else if p != nil {
				return p
			}
		}
	case *ssa.MakeInterface:
		return l.pathAt(x.X, depth+1)
	case *ssa.ChangeInterface:
		return l.pathAt(x.X, depth+1)
	case *ssa.ChangeType:
		return l.pathAt(x.X, depth+1)
	case *ssa.TypeAssert:
		if !x.CommaOk {
			return l.pathAt(x.X, depth+1)
		}
	case *ssa.Extract:
		switch t := x.Tuple.(type) {
		case *ssa.TypeAssert:
			if x.Index == 0 {
				return l.pathAt(t.X, depth+1)
			}
		case *ssa.Lookup:
			if x.Index == 0 {
				return l.element(t.X, t.Index, depth)
			}
		case *ssa.Next:
			if m, ok := t.Iter.(*ssa.Range); ok && x.Index == 2 && !t.IsString {
				return l.elementAt(m.X, l.reg(t)+1, "", depth)
			}
		}
	case *ssa.Call:
		if fn := x.Call.StaticCallee(); fn != nil && len(x.Call.Args) == 1 && library.IsRLocker(fn) {
			return l.pathAt(x.Call.Args[0], depth+1)
		}
		if shape.LeadsOn(x.Type()) {
			if p := l.returnedPath(&x.Call, depth); p != nil {
				return p
			}
		}
	case *ssa.Phi:
		return l.merged(x)
	}
	return l.regPath(v)
}

func (l *lowerer) paramPath(v ssa.Value) *envs.Path {
	nparams := len(l.fn.Params)
	if len(l.paramPaths) == 0 {
		for range nparams + len(l.fn.FreeVars) {
			l.paramPaths = append(l.paramPaths, nil)
		}
	}
	i := int(l.def(v, 1)) - 1 // parameters are the first registers
	if l.paramPaths[i] == nil {
		q := l.newPath()
		q.Root, q.Reg, q.Text = envs.AtParam, envs.Reg(i), v.Name()
		l.paramPaths[i] = q
	}
	return l.paramPaths[i]
}

func (l *lowerer) newPath() *envs.Path {
	if len(l.pathSlab) == 0 {
		l.pathSlab = make([]envs.Path, 256)
	}
	q := &l.pathSlab[0]
	l.pathSlab = l.pathSlab[1:]
	return q
}

func (l *lowerer) copyPath(p *envs.Path) *envs.Path {
	q := l.newPath()
	*q = *p
	return q
}

// selector is the step to a field.
func (m *view) selector(f *types.Var) string {
	s := m.selectors[f]
	if s == "" {
		s = "." + f.Name()
		m.selectors[f] = s
	}
	return s
}

func (l *lowerer) step(p *envs.Path, s *types.Struct, field int) *envs.Path {
	if p == nil || s == nil {
		return nil
	}
	return l.stepTo(p, s.Field(field))
}

// stepTo is the path of a field of what is at p.
func (l *lowerer) stepTo(p *envs.Path, f *types.Var) *envs.Path {
	name := l.mem.selector(f)
	q := l.copyPath(p)
	q.Text += name
	if q.Steps == "" {
		q.Steps = name
	} else {
		q.Steps += name
	}
	return q
}

// element names an element of an array, slice or map. By a constant index it is a
// step. Otherwise the name holds as long as the register of the index does.
func (l *lowerer) element(x, index ssa.Value, depth int) *envs.Path {
	base := l.pathAt(x, depth+1)
	if base == nil {
		return nil
	}
	if c, ok := index.(*ssa.Const); ok && c.Value != nil {
		q := l.copyPath(base)
		q.Steps += "[" + c.Value.ExactString() + "]"
		q.Text += "[" + c.Value.ExactString() + "]"
		return q
	}
	return l.elementAt(x, l.reg(index), l.valueName(index), depth)
}

// elementAt names an element by the register of its index, with the name of that for people.
func (l *lowerer) elementAt(x ssa.Value, index envs.Reg, name string, depth int) *envs.Path {
	base := l.pathAt(x, depth+1)
	if base == nil || index == 0 {
		return nil
	}
	within := l.copyPath(base)
	within.Steps += "[]"
	within.Text += "[]"
	return &envs.Path{
		Root: envs.AtReg, Reg: index,
		Global: rootName(base) + base.Steps + "[]",
		Text:   base.Text + "[" + name + "]",
		Within: within,
	}
}

func rootName(p *envs.Path) string {
	switch p.Root {
	case envs.AtParam:
		return "p" + strconv.Itoa(int(p.Reg))
	case envs.AtReg:
		return "r" + strconv.Itoa(int(p.Reg)) + p.Global
	}
	return p.Global
}

func (l *lowerer) regPath(v ssa.Value) *envs.Path {
	q := l.newPath()
	q.Root, q.Reg, q.Text = envs.AtReg, l.regNamed(v), l.valueName(v)
	return q
}

// valueName is what a person would call a value: the variable it belongs to, or
// the call it comes from.
func (l *lowerer) valueName(v ssa.Value) string {
	switch x := v.(type) {
	case *ssa.Parameter, *ssa.FreeVar:
		return v.Name()
	case *ssa.Alloc:
		if local.IsName(x.Comment) {
			return x.Comment
		}
	case *ssa.Phi:
		if local.IsRangeIndex(x) {
			return loopIndex
		}
		if local.IsName(x.Comment) {
			return x.Comment
		}
	case *ssa.Call:
		return l.callText(&x.Call)
	case *ssa.Extract:
		if c, ok := x.Tuple.(*ssa.Call); ok {
			return l.callText(&c.Call)
		}
	case *ssa.UnOp:
		if x.Op == token.MUL {
			return l.valueName(x.X)
		}
	case *ssa.Lookup:
		return l.valueName(x.X) + "[" + l.valueName(x.Index) + "]"
	case *ssa.IndexAddr:
		return l.valueName(x.X) + "[" + l.valueName(x.Index) + "]"
	case *ssa.FieldAddr:
		if s := shape.StructOf(x.X.Type()); s != nil {
			return l.valueName(x.X) + "." + s.Field(x.Field).Name()
		}
	case *ssa.Global:
		return x.Name()
	case *ssa.Const:
		if x.Value != nil {
			return x.Value.String()
		}
		return "nil"
	case *ssa.MakeInterface:
		return l.valueName(x.X)
	case *ssa.BinOp:
		if local.IsRangeIndex(x.X) && local.Counts(x, x.X.(*ssa.Phi)) {
			return loopIndex
		}
		return l.valueName(x.X) + x.Op.String() + l.valueName(x.Y)
	}
	return l.regText(l.regNamed(v))
}

// loopIndex is what a person is told of the index of a loop over a slice: go/ssa does not keep the name of the variable.
const loopIndex = "index"

// regNamed is the register of a value that is only spoken of, which publishes nothing.
func (l *lowerer) regNamed(v ssa.Value) envs.Reg {
	switch v := v.(type) {
	case *ssa.Alloc:
		return l.def(v, 1)
	case *ssa.Global:
		return 0
	}
	return l.reg(v)
}

func (l *lowerer) callText(c *ssa.CallCommon) string {
	if fn, ok := c.Value.(*ssa.Function); ok {
		return l.named(fn).text
	}
	return local.CallName(c) + "()"
}

func (l *lowerer) regText(r envs.Reg) string {
	for len(l.regTexts) <= int(r) {
		if r >= 1<<12 {
			return "r" + strconv.Itoa(int(r))
		}
		l.regTexts = append(l.regTexts, "r"+strconv.Itoa(len(l.regTexts)))
	}
	return l.regTexts[r]
}
