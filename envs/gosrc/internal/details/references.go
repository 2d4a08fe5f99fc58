package details

import (
	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/library"
	"github.com/seed38182bad/parallax/envs/internal/shape"
	"github.com/seed38182bad/parallax/envs/internal/ssamap"
	"github.com/seed38182bad/parallax/envs/internal/walk"
)

// Reference is what is known of the values of an operation.
type Reference uint8

const (
	Plain Reference = 1 << iota // neither it nor what it leads to is an object
	Made                        // no object, or one that the operation made
)

// References is what is known of the values of a function.
type References struct {
	Values []Reference     // by pc
	Nils   map[int32][]int // by pc of a Return: which results are nil
}

// ReferencesOf finds what is known of the values of a function.
func ReferencesOf(m *ssamap.Map) References {
	ops := m.Func.Ops
	table, nils := make([]Reference, len(ops)), map[int32][]int{}
	for pc := range m.Func.Ops {
		src := m.Source(int32(pc))
		op := &ops[pc]
		if op.IsPart() {
			table[pc] = Plain
			continue
		}
		switch x := src.(type) {
		case *ssa.Store:
			if op.Kind == envs.Store && isPlainValue(x.Val) {
				table[pc] = Plain
			}
			continue
		case *ssa.MapUpdate:
			if op.Kind == envs.Store && isPlainValue(x.Key) && isPlainValue(x.Value) {
				table[pc] = Plain
			}
			continue
		case *ssa.Return:
			for i, v := range x.Results {
				if op.Kind == envs.Return && isNil(v) {
					nils[int32(pc)] = append(nils[int32(pc)], i)
				}
			}
		}
		if v, ok := src.(ssa.Value); ok && op.Results > 0 && op.Dst == m.Reg(v) && int(op.Results) == ssamap.Width(v) {
			switch {
			case shape.IsPlain(v.Type()):
				table[pc] = Plain
			case makes(v):
				table[pc] = Made
			}
		}
	}
	for _, b := range m.SSA.Blocks {
		for k := range b.Succs {
			nilMoves(m, b, k, table)
		}
	}
	return References{table, nils}
}

// nilMoves notes which moves on the edge from a block to its k-th successor define nil.
func nilMoves(m *ssamap.Map, b *ssa.BasicBlock, k int, table []Reference) {
	span := m.Edge(b, k)
	if span.Empty() {
		return
	}
	for _, in := range b.Succs[k].Instrs {
		phi, ok := in.(*ssa.Phi)
		if !ok {
			return
		}
		for pc := span.Lo; pc < span.Hi && isNil(phi.Edges[walk.PredOf(b, k)]); pc++ {
			if op := &m.Func.Ops[pc]; op.Kind == envs.Const && op.Dst == m.Reg(phi) {
				table[pc] = Made
			}
		}
	}
}

// isNil reports whether a value is nil, of a type that tells more than an error does.
func isNil(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.Value == nil && !shape.IsPlain(c.Type()) && !shape.IsError(c.Type())
}

// makes reports whether a value is a new object, which leads to no other one.
func makes(v ssa.Value) bool {
	switch x := v.(type) {
	case *ssa.Convert:
		return shape.IsString(x.X.Type()) // to a slice
	case *ssa.MakeInterface:
		_, ok := x.X.(*ssa.Const)
		return ok
	case *ssa.Call:
		f := x.Call.StaticCallee()
		if f == nil || f.Blocks != nil || f.Pkg == nil || f.Signature.Recv() != nil {
			return false
		}
		switch f.Pkg.Pkg.Path() {
		case "strings":
			return f.Name() != "NewReplacer" && library.Quiet(f)
		case "errors":
			return f.Name() == "New"
		}
	}
	return false
}

func isPlainValue(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.Value == nil || shape.IsPlain(v.Type())
}
