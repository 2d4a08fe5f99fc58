package regen

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs/internal/synthetic"
)

// pure reports whether an instruction depends on registers only and cannot fail, so that one without uses needs no
// statement.
func (p *plan) pure(in ssa.Instruction) bool {
	switch in := in.(type) {
	case *ssa.DebugRef, *ssa.Phi, *ssa.Alloc, *ssa.Extract, *ssa.ChangeType, *ssa.ChangeInterface, *ssa.MakeInterface,
		*ssa.Field, *ssa.MakeClosure, *ssa.MakeMap, *ssa.Jump, *ssa.If, *ssa.Range:
		return true
	case *ssa.BinOp:
		return pureBinOp(in)
	case *ssa.UnOp:
		return in.Op != token.MUL && in.Op != token.ARROW
	case *ssa.Convert:
		switch in.X.Type().Underlying().(type) {
		case *types.Basic, *types.Pointer:
			return true
		}
	case *ssa.FieldAddr:
		return isPlace(in.X) || p.neverNil(in.X)
	case *ssa.IndexAddr:
		return isPlace(in)
	case *ssa.Call:
		return pureCall(in)
	}
	return false
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

func pureBinOp(in *ssa.BinOp) bool {
	switch in.Op {
	case token.QUO, token.REM:
		t, basic := in.Type().Underlying().(*types.Basic)
		s, ok := sign(in.Y)
		return basic && t.Info()&types.IsInteger == 0 || ok && s != 0
	case token.SHL, token.SHR:
		t, basic := in.Y.Type().Underlying().(*types.Basic)
		s, ok := sign(in.Y)
		return basic && t.Info()&types.IsUnsigned != 0 || ok && s >= 0
	case token.EQL, token.NEQ:
		switch in.X.Type().Underlying().(type) {
		case *types.Basic, *types.Pointer, *types.Map, *types.Slice, *types.Chan, *types.Signature:
			return true
		}
		return isNil(in.X) || isNil(in.Y)
	}
	return true
}

func pureCall(in *ssa.Call) bool {
	b, ok := in.Call.Value.(*ssa.Builtin)
	if !ok {
		return false
	}
	switch b.Name() {
	case "len", "cap":
		switch in.Call.Args[0].Type().Underlying().(type) {
		case *types.Slice, *types.Basic, *types.Array:
			return true
		}
		return false
	case "real", "imag", "complex", "min", "max", "Add", "SliceData", "StringData", "Sizeof", "Alignof", "Offsetof":
		return true
	}
	return false
}

func isBound(v ssa.Value) bool {
	f, ok := v.(*ssa.Function)
	return ok && synthetic.IsBound(f)
}
