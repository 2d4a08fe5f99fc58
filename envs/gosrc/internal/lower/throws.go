package lower

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/library"
	"github.com/seed38182bad/parallax/envs/internal/shape"
)

// mayThrow reports whether an instruction, which is about to be lowered, may end in a panic: its own or that of what
// it calls. A pointer that was followed before, on every way that leads here, is not nil.
func (l *lowerer) mayThrow(in ssa.Instruction) bool {
	switch x := in.(type) {
	case *ssa.UnOp:
		return x.Op == token.MUL && l.mayFault(x.X)
	case *ssa.Store:
		return l.mayFault(x.Addr)
	case *ssa.IndexAddr, *ssa.FieldAddr:
		addr := x.(ssa.Value)
		return !l.folds(addr) && l.mayFault(addr)
	case *ssa.BinOp:
		return operandMayThrow(x)
	case *ssa.TypeAssert:
		return !x.CommaOk
	case *ssa.Slice:
		return x.Low != nil || x.High != nil || x.Max != nil || shape.IsPointer(x.X) && l.mayFault(x.X)
	case *ssa.Index:
		return !isConst(x.Index) || !shape.IsArray(x.X.Type())
	case *ssa.Lookup:
		return shape.IsString(x.X.Type()) || shape.MayNotCompare(x.Index.Type())
	case *ssa.MakeSlice:
		return !isConst(x.Len) || !isConst(x.Cap)
	case *ssa.MakeChan:
		return !isConst(x.Size)
	case *ssa.Select:
		return anySend(x)
	case *ssa.MapUpdate, *ssa.Send, *ssa.SliceToArrayPointer, *ssa.MultiConvert, *ssa.Panic:
		return true
	case *ssa.Go:
		return x.Call.IsInvoke() // a nil function ends the program
	case *ssa.Defer:
		return x.Call.IsInvoke() // a nil function is called later
	case *ssa.Call:
		return l.callMayThrow(x.Common())
	}
	return false
}

// canThrow tells which kinds of operations stand for what an instruction does that may panic.
var canThrow = [envs.NumKinds]bool{
	envs.Compute: true, envs.Load: true, envs.Store: true, envs.Atomic: true, envs.New: true, envs.Addr: true,
	envs.Acquire: true, envs.TryAcquire: true, envs.Release: true, envs.Wait: true, envs.Notify: true, envs.Join: true,
	envs.Send: true, envs.Close: true, envs.Call: true, envs.Defer: true, envs.Fork: true, envs.Throw: true,
}

// mayFault reports whether following an address may fail, and takes it for good from here on.
func (l *lowerer) mayFault(a ssa.Value) bool {
	switch x := a.(type) {
	case *ssa.Alloc, *ssa.Global, *ssa.FreeVar:
		return false // there always is a variable
	case *ssa.FieldAddr:
		return l.mayFault(x.X)
	case *ssa.IndexAddr:
		if isConst(x.Index) && shape.IsPointer(x.X) {
			return l.mayFault(x.X) // go/types has compared it with the length of the array
		}
	}
	if b := l.followed[a]; b != nil && b.Dominates(l.block) {
		return false
	}
	l.followed[a] = l.block
	return true
}

// callMayThrow reports whether a call may panic. Taking and giving back a lock does not, or is fatal.
func (l *lowerer) callMayThrow(c *ssa.CallCommon) bool {
	if b, ok := c.Value.(*ssa.Builtin); ok {
		return builtinMayThrow(b.Name(), c.Args)
	}
	if c.IsInvoke() && library.OfLocker(c.Method) != library.None {
		return l.mayFault(c.Value)
	}
	if fn := c.StaticCallee(); fn != nil && len(c.Args) > 0 {
		if l.target(fn).model.Accesses() {
			return l.mayFault(c.Args[0])
		}
	}
	return true
}

func builtinMayThrow(name string, args []ssa.Value) bool {
	switch name {
	case "append", "cap", "clear", "complex", "copy", "imag", "len", "max", "min", "print", "println", "real", "recover",
		"ssa:deferstack":
		return false
	case "delete":
		return shape.MayNotCompare(args[1].Type())
	}
	return true
}

// operandMayThrow reports whether an operator may be given operands that it is not defined for. Such are a divisor that
// is zero, a negative count, and interfaces that hold something that is not comparable.
func operandMayThrow(x *ssa.BinOp) bool {
	switch x.Op {
	case token.QUO, token.REM:
		if b, ok := x.Type().Underlying().(*types.Basic); ok && b.Info()&types.IsInteger == 0 {
			return false
		}
		c, ok := x.Y.(*ssa.Const)
		return !ok || c.Value == nil || constant.Sign(c.Value) == 0
	case token.SHL, token.SHR:
		b, ok := x.Y.Type().Underlying().(*types.Basic)
		return !isConst(x.Y) && (!ok || b.Info()&types.IsUnsigned == 0)
	case token.EQL, token.NEQ:
		return !isNilConst(x.X) && !isNilConst(x.Y) && shape.MayNotCompare(x.X.Type())
	}
	return false
}

func anySend(x *ssa.Select) bool {
	return slices.ContainsFunc(x.States, func(s *ssa.SelectState) bool { return s.Dir == types.SendOnly })
}

func isConst(v ssa.Value) bool {
	_, ok := v.(*ssa.Const)
	return ok
}

func isNilConst(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.IsNil()
}
