package ir

import "github.com/seed38182bad/parallax/envs"

// An Operand is a register, or if Reg is 0 a constant.
type Operand struct {
	Reg   envs.Reg
	Const Value
}

// Operation tells what envs.Op leaves out, for those who interpret values. The
// operator is that of a Compute as it is written ("+", "==", "!", "len",
// "nondet"; the negative is "-" with one operand), "" for all other kinds. The
// operands are in the order of Op.Uses, constants included. A Const has the
// constant as its operand, a nondet the number of values that it may take.
func (p *Program) Operation(pt envs.Point) (operator string, operands []Operand) {
	c := p.funcs[pt.Func()]
	in := &c.insts[pt.PC()]
	add := func(list ...operand) {
		for _, a := range list {
			o := Operand{Reg: a.reg()}
			if a <= 0 {
				o.Const = p.consts[-a]
			}
			operands = append(operands, o)
		}
	}
	switch in.code {
	case oConst:
		add(in.a)
	case oNondet:
		operands = []Operand{{Const: intValue(int64(in.n))}}
	default:
		add(in.uses()...)
	}
	return operatorText[in.code], operands
}

var operatorText = [...]string{
	oAdd: "+", oSub: "-", oMul: "*", oDiv: "/", oMod: "%", oEq: "==", oNe: "!=", oLt: "<", oLe: "<=", oGt: ">", oGe: ">=",
	oNeg: "-", oNot: "!", oLen: "len", oNondet: "nondet", oJump: "",
}
