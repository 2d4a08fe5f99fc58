package gosrc

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs"
)

// MayRefer reports whether what an operation defines or stores may lead to an object, by
// its type: numbers and strings do not, and neither does nil. What it finds of a function is kept.
func (p *Program) MayRefer(pt envs.Point) bool {
	f := p.funcs[pt.Func()]
	table := f.plain.Load()
	if table == nil {
		t := p.plainOf(f)
		table = &t
		f.plain.Store(table)
	}
	return !(*table)[pt.PC()]
}

// plainOf marks the operations that define or store nothing but numbers and strings.
func (p *Program) plainOf(f *function) []bool {
	m := p.Map(f.id)
	plain := make([]bool, len(f.ops.Ops))
	for pc, src := range m.src {
		op := &f.ops.Ops[pc]
		switch x := src.(type) {
		case *ssa.Store:
			plain[pc] = op.Kind == envs.Store && isPlainValue(x.Val)
			continue
		case *ssa.MapUpdate:
			plain[pc] = op.Kind == envs.Store && isPlainValue(x.Key) && isPlainValue(x.Value)
			continue
		}
		if v, ok := src.(ssa.Value); ok && op.Results > 0 && op.Dst == m.Reg(v) && int(op.Results) == width(v) {
			plain[pc] = isPlain(v.Type())
		}
	}
	return plain
}

func isPlainValue(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.Value == nil || isPlain(v.Type())
}

// isPlain reports whether values of type t lead to no objects.
func isPlain(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Kind() != types.UnsafePointer
	case *types.Array:
		return isPlain(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			if !isPlain(f.Type()) {
				return false
			}
		}
		return true
	case *types.Tuple:
		for v := range u.Variables() {
			if !isPlain(v.Type()) {
				return false
			}
		}
		return true
	}
	return false
}

var _ envs.Typed = (*Program)(nil)
