package ir

import "github.com/seed38182bad/parallax/envs"

// opcode is what the interpreter executes: an envs.Kind with what it leaves
// open.
type opcode uint8

const (
	oNop opcode = iota
	oConst
	oMove
	oAdd
	oSub
	oMul
	oDiv
	oMod
	oEq
	oNe
	oLt
	oLe
	oGt
	oGe
	oNeg
	oNot
	oLen
	oNondet
	oNewObject
	oNewArray
	oLoadField
	oLoadElem
	oLoadGlobal
	oStoreField
	oStoreElem
	oStoreGlobal
	oAcquire
	oTryAcquire
	oRelease
	oExit // the release at the end of a sync region
	oWait
	oNotify
	oNotifyAll
	oFork
	oJoin
	oCall
	oReturn
	oThrow
	oCatch
	oBranch
	oJump
)

var kindOf = [...]envs.Kind{
	oNop: envs.Nop, oConst: envs.Const, oMove: envs.Move,
	oAdd: envs.Compute, oSub: envs.Compute, oMul: envs.Compute, oDiv: envs.Compute, oMod: envs.Compute,
	oEq: envs.Compute, oNe: envs.Compute, oLt: envs.Compute, oLe: envs.Compute, oGt: envs.Compute, oGe: envs.Compute,
	oNeg: envs.Compute, oNot: envs.Compute, oLen: envs.Compute, oNondet: envs.Compute,
	oNewObject: envs.New, oNewArray: envs.New,
	oLoadField: envs.Load, oLoadElem: envs.Load, oLoadGlobal: envs.Load,
	oStoreField: envs.Store, oStoreElem: envs.Store, oStoreGlobal: envs.Store,
	oAcquire: envs.Acquire, oTryAcquire: envs.TryAcquire, oRelease: envs.Release, oExit: envs.Release,
	oWait: envs.Wait, oNotify: envs.Notify, oNotifyAll: envs.Notify,
	oFork: envs.Fork, oJoin: envs.Join, oCall: envs.Call, oReturn: envs.Return,
	oThrow: envs.Throw, oCatch: envs.Catch, oBranch: envs.Branch, oJump: envs.Jump,
}

// operand is a register (positive) or a constant (the negative of its index in
// Program.consts; 0 is the constant 0).
type operand int32

// reg is the operand's register as operations name it: 0 for a constant.
func (a operand) reg() envs.Reg { return envs.Reg(max(a, 0)) }

// inst is one operation as the interpreter executes it. It stands at the same
// index as its envs.Op.
type inst struct {
	code    opcode
	handler int32 // pc, 0 for none; while building, 1 + the handler's block
	dst     operand
	a, b, c operand
	n       int32     // field slot, class, global, callee, results or bound of nondet
	to, els int32     // targets: pcs; while building, blocks
	args    []operand // of calls and returns
}

// throws says which operations may end in an exception instead of taking
// effect.
func (in *inst) throws() bool {
	switch in.code {
	case oDiv, oMod, oLen, oNewArray, oLoadField, oLoadElem, oStoreField, oStoreElem, oAcquire, oTryAcquire,
		oRelease, oWait, oNotify, oNotifyAll, oJoin, oCall, oThrow:
		return true
	}
	return false
}

// code is a function as the interpreter executes it.
type code struct {
	fn    *envs.Func
	insts []inst
	pos   []pos
	bases []*envs.Path // of accesses: what the function calls the object
	regs  int
	name  string
	details
}
