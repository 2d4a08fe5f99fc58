package gosrc

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/library"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/local"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/shape"
)

// referring is what is known of the values of an operation.
type referring uint8

const (
	plainValue referring = 1 << iota // neither it nor what it leads to is an object
	madeValue                        // no object, or one that the operation made
)

// MayRefer reports whether what an operation defines or stores may lead to an object, by
// its type: numbers and strings do not, and neither does nil.
func (p *Program) MayRefer(pt envs.Point) bool { return p.referring(pt)&plainValue == 0 }

// Makes reports whether an operation defines nil, or an object that it has made.
func (p *Program) Makes(pt envs.Point) bool { return p.referring(pt)&madeValue != 0 }

// ReturnsNone reports whether result i of a Return is nil. Of errors it does not tell.
func (p *Program) ReturnsNone(pt envs.Point, i int) bool {
	return slices.Contains(p.referredOf(pt).nils[pt.PC()], i)
}

func (p *Program) referring(pt envs.Point) referring { return p.referredOf(pt).values[pt.PC()] }

func (p *Program) referredOf(pt envs.Point) referred {
	return p.referred.Of(p.NumFuncs(), pt.Func(), p.findReferred)
}

// referred is what is known of the values of a function.
type referred struct {
	values []referring     // by pc
	nils   map[int32][]int // by pc of a Return: which results are nil
}

func (p *Program) findReferred(id envs.FuncID) referred {
	m, ops := p.sources(id), p.Func(id).Ops
	table, nils := make([]referring, len(ops)), map[int32][]int{}
	for pc, src := range m.src {
		op := &ops[pc]
		if op.IsPart() {
			table[pc] = plainValue
			continue
		}
		switch x := src.(type) {
		case *ssa.Store:
			if op.Kind == envs.Store && isPlainValue(x.Val) {
				table[pc] = plainValue
			}
			continue
		case *ssa.MapUpdate:
			if op.Kind == envs.Store && isPlainValue(x.Key) && isPlainValue(x.Value) {
				table[pc] = plainValue
			}
			continue
		case *ssa.Return:
			for i, v := range x.Results {
				if op.Kind == envs.Return && isNil(v) {
					nils[int32(pc)] = append(nils[int32(pc)], i)
				}
			}
		}
		if v, ok := src.(ssa.Value); ok && op.Results > 0 && op.Dst == m.Reg(v) && int(op.Results) == width(v) {
			switch {
			case shape.IsPlain(v.Type()):
				table[pc] = plainValue
			case makes(v):
				table[pc] = madeValue
			}
		}
	}
	for e, span := range m.edges {
		p := m.SSA.Blocks[e.block]
		s := p.Succs[e.succ]
		for _, in := range s.Instrs {
			phi, ok := in.(*ssa.Phi)
			if !ok {
				break
			}
			for pc := span.Lo; pc < span.Hi && isNil(phi.Edges[local.PredOf(p, int(e.succ))]); pc++ {
				if op := &ops[pc]; op.Kind == envs.Const && op.Dst == m.Reg(phi) {
					table[pc] = madeValue
				}
			}
		}
	}
	return referred{table, nils}
}

// isNil reports whether a value is nil, of a type that tells more than an error does.
func isNil(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.Value == nil && !shape.IsPlain(c.Type()) && !types.Identical(c.Type(), types.Universe.Lookup("error").Type())
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

var _ envs.Typed = (*Program)(nil)

// ReturnsError reports whether result i of a function has the type error.
func (p *Program) ReturnsError(f envs.FuncID, i int) bool {
	rs := p.src.Funcs[f].SSA.Signature.Results()
	return i < rs.Len() && types.Identical(rs.At(i).Type(), types.Universe.Lookup("error").Type())
}
