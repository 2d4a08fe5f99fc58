package regen

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs/internal/synthetic"
)

// classify says what could show that in is evaluated a little later.
func (p *plan) classify(in ssa.Instruction) class {
	switch in := in.(type) {
	case *ssa.DebugRef, *ssa.Phi, *ssa.Alloc, *ssa.Extract, *ssa.ChangeType, *ssa.ChangeInterface, *ssa.MakeInterface,
		*ssa.Field, *ssa.MakeClosure, *ssa.MakeMap, *ssa.Jump, *ssa.If, *ssa.Range:
		return pure
	case *ssa.BinOp:
		return classifyBinOp(in)
	case *ssa.UnOp:
		switch in.Op {
		case token.MUL:
			return reads
		case token.ARROW:
			return effects
		}
		return pure
	case *ssa.Convert:
		if s, ok := in.X.Type().Underlying().(*types.Slice); ok && s != nil {
			return reads
		}
		if _, ok := in.X.Type().Underlying().(*types.Basic); !ok {
			if _, ptr := in.X.Type().Underlying().(*types.Pointer); !ptr {
				return reads
			}
		}
		return pure
	case *ssa.MultiConvert, *ssa.Lookup:
		return reads
	case *ssa.SliceToArrayPointer, *ssa.MakeSlice, *ssa.MakeChan, *ssa.Slice, *ssa.Index:
		return fails
	case *ssa.TypeAssert:
		return fails
	case *ssa.FieldAddr:
		if isPlace(in.X) || p.neverNil(in.X) {
			return pure
		}
		return fails
	case *ssa.IndexAddr:
		if isPlace(in) {
			return pure
		}
		return fails
	case *ssa.Call:
		return classifyCall(in)
	}
	return effects
}

// neverNil recognises addresses that cannot be nil by construction.
func (p *plan) neverNil(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Alloc, *ssa.Global, *ssa.FreeVar:
		return true
	case *ssa.FieldAddr:
		return !p.fold[v] || p.neverNil(v.X)
	}
	return false
}

func classifyBinOp(in *ssa.BinOp) class {
	switch in.Op {
	case token.QUO, token.REM:
		if t, ok := in.Type().Underlying().(*types.Basic); ok && t.Info()&types.IsInteger == 0 {
			return pure
		}
		if s, ok := sign(in.Y); ok && s != 0 {
			return pure
		}
		return fails
	case token.SHL, token.SHR:
		if t, ok := in.Y.Type().Underlying().(*types.Basic); ok && t.Info()&types.IsUnsigned != 0 {
			return pure
		}
		if s, ok := sign(in.Y); ok && s >= 0 {
			return pure
		}
		return fails
	case token.EQL, token.NEQ:
		switch in.X.Type().Underlying().(type) {
		case *types.Basic, *types.Pointer, *types.Map, *types.Slice, *types.Chan, *types.Signature:
			return pure
		}
		if isNil(in.X) || isNil(in.Y) {
			return pure
		}
		return fails
	}
	return pure
}

func classifyCall(in *ssa.Call) class {
	b, ok := in.Call.Value.(*ssa.Builtin)
	if !ok {
		return effects
	}
	switch b.Name() {
	case "len", "cap":
		switch in.Call.Args[0].Type().Underlying().(type) {
		case *types.Slice, *types.Basic, *types.Array:
			return pure
		}
		return reads
	case "real", "imag", "complex", "min", "max", "Add", "SliceData", "StringData", "Sizeof", "Alignof", "Offsetof":
		return pure
	case "Slice", "String":
		return fails
	}
	return effects
}

func isBound(v ssa.Value) bool {
	f, ok := v.(*ssa.Function)
	return ok && synthetic.IsBound(f)
}
