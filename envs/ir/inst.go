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

// opcodes say of each opcode its kind, and which fields of an inst are operands, in the order of the table in package
// envs. They also say whether it may end in an exception instead of taking effect, and what executes it.
var opcodes = [...]struct {
	kind   envs.Kind
	uses   operands
	throws bool
	exec   func(*machine, *thread, *frame, *inst, []Value)
}{
	oNop:         {envs.Nop, usesNone, false, (*machine).nop},
	oConst:       {envs.Const, usesNone, false, (*machine).move},
	oMove:        {envs.Move, usesA, false, (*machine).move},
	oAdd:         {envs.Compute, usesAB, false, (*machine).binary},
	oSub:         {envs.Compute, usesAB, false, (*machine).binary},
	oMul:         {envs.Compute, usesAB, false, (*machine).binary},
	oDiv:         {envs.Compute, usesAB, true, (*machine).binary},
	oMod:         {envs.Compute, usesAB, true, (*machine).binary},
	oEq:          {envs.Compute, usesAB, false, (*machine).binary},
	oNe:          {envs.Compute, usesAB, false, (*machine).binary},
	oLt:          {envs.Compute, usesAB, false, (*machine).binary},
	oLe:          {envs.Compute, usesAB, false, (*machine).binary},
	oGt:          {envs.Compute, usesAB, false, (*machine).binary},
	oGe:          {envs.Compute, usesAB, false, (*machine).binary},
	oNeg:         {envs.Compute, usesA, false, (*machine).neg},
	oNot:         {envs.Compute, usesA, false, (*machine).not},
	oLen:         {envs.Compute, usesA, true, (*machine).length},
	oNondet:      {envs.Compute, usesNone, false, (*machine).nondet},
	oNewObject:   {envs.New, usesNone, false, (*machine).newObject},
	oNewArray:    {envs.New, usesA, true, (*machine).newArray},
	oLoadField:   {envs.Load, usesA, true, (*machine).field},
	oLoadElem:    {envs.Load, usesAB, true, (*machine).elem},
	oLoadGlobal:  {envs.Load, usesZero, false, (*machine).loadGlobal},
	oStoreField:  {envs.Store, usesAC, true, (*machine).field},
	oStoreElem:   {envs.Store, usesABC, true, (*machine).elem},
	oStoreGlobal: {envs.Store, usesZeroC, false, (*machine).storeGlobal},
	oAcquire:     {envs.Acquire, usesA, true, (*machine).acquire},
	oTryAcquire:  {envs.TryAcquire, usesA, true, (*machine).acquire},
	oRelease:     {envs.Release, usesA, true, (*machine).held},
	oExit:        {envs.Release, usesA, false, (*machine).held},
	oWait:        {envs.Wait, usesA, true, (*machine).held},
	oNotify:      {envs.Notify, usesA, true, (*machine).held},
	oNotifyAll:   {envs.Notify, usesA, true, (*machine).held},
	oFork:        {envs.Fork, usesArgs, false, (*machine).fork},
	oJoin:        {envs.Join, usesA, true, (*machine).join},
	oCall:        {envs.Call, usesArgs, true, (*machine).call},
	oReturn:      {envs.Return, usesArgs, false, (*machine).ret},
	oThrow:       {envs.Throw, usesA, true, (*machine).raise},
	oCatch:       {envs.Catch, usesNone, false, (*machine).catch},
	oBranch:      {envs.Branch, usesA, false, (*machine).branch},
	oJump:        {envs.Jump, usesNone, false, (*machine).jump},
}

// operands are the fields of an inst that a register is read by.
type operands uint8

const (
	usesNone operands = iota
	usesA
	usesZero
	usesZeroC
	usesAB
	usesAC
	usesABC
	usesArgs
)

// uses are the operands in the order of the table in package envs.
func (in *inst) uses() []operand {
	switch opcodes[in.code].uses {
	case usesA:
		return []operand{in.a}
	case usesZero: // there is no object
		return []operand{0}
	case usesZeroC:
		return []operand{0, in.c}
	case usesAB:
		return []operand{in.a, in.b}
	case usesAC:
		return []operand{in.a, in.c}
	case usesABC:
		return []operand{in.a, in.b, in.c}
	case usesArgs:
		return in.args
	}
	return nil
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
