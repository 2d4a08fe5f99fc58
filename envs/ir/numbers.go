package ir

import "github.com/seed38182bad/parallax/envs"

// numbers tells which registers and results of a program hold numbers whatever happens. Each has an index: those of a
// function follow each other, the results behind the registers.
type numbers struct {
	first []int     // index of the first register, by function
	none  []bool    // by index: it may hold something that is no number
	flows [][]int32 // by index: what is given its value
	lost  []int     // what is none, and has flows to follow
	steps int       // flows that were followed
}

// findNumbers finds the registers into which only results of arithmetic, numbers and other such registers are put. A
// parameter is one of them if all calls pass such values, and nothing else enters the function. What is perhaps no
// number goes along each flow once, so the time is linear in the program.
func (p *Program) findNumbers() {
	n := &p.numbers
	size := 0
	for _, c := range p.funcs {
		n.first = append(n.first, size)
		size += c.regs + c.fn.Results
	}
	n.none, n.flows = make([]bool, size), make([][]int32, size)
	for _, id := range p.roots {
		for _, r := range p.funcs[id].fn.Params {
			n.lose(n.first[id] + int(r))
		}
	}
	for id, c := range p.funcs {
		for pc := range c.insts {
			n.operation(p, envs.FuncID(id), pc)
		}
	}
	for len(n.lost) > 0 {
		i := n.lost[len(n.lost)-1]
		n.lost = n.lost[:len(n.lost)-1]
		for _, to := range n.flows[i] {
			n.steps++
			n.lose(int(to))
		}
	}
	n.flows = nil
}

// regs tells of each register of a function whether it holds numbers.
func (n *numbers) regs(p *Program, id envs.FuncID) []bool {
	regs := make([]bool, p.funcs[id].regs)
	for r := range regs {
		regs[r] = !n.none[n.first[id]+r]
	}
	return regs
}

// operation says where the values go that an operation of a function gives.
func (n *numbers) operation(p *Program, id envs.FuncID, pc int) {
	c, first := p.funcs[id], n.first[id]
	in := &c.insts[pc]
	switch in.code {
	case oCall, oFork:
		for k, a := range in.args {
			n.gives(p, first, a, n.first[in.n]+k+1) // parameters are the first registers
		}
	case oReturn:
		for k, a := range in.args {
			n.gives(p, first, a, first+c.regs+k)
		}
	}
	if in.dst <= 0 {
		return
	}
	for k := range int(c.fn.Ops[pc].Results) {
		to := first + int(in.dst) + k
		switch in.code {
		case oConst, oMove:
			n.gives(p, first, in.a, to)
		case oCall:
			n.flow(n.first[in.n]+p.funcs[in.n].regs+k, to)
		case oAdd, oSub, oMul, oDiv, oMod, oEq, oNe, oLt, oLe, oGt, oGe, oNeg, oNot, oLen, oNondet, oTryAcquire:
		default:
			n.lose(to)
		}
	}
}

// gives gives an operand of the function with that first index to something.
func (n *numbers) gives(p *Program, first int, a operand, to int) {
	if a > 0 {
		n.flow(first+int(a), to)
	} else if p.consts[-a].ref != 0 {
		n.lose(to)
	}
}

func (n *numbers) flow(from, to int) { n.flows[from] = append(n.flows[from], int32(to)) }

// lose takes in that something may hold what is no number.
func (n *numbers) lose(i int) {
	if !n.none[i] {
		n.none[i], n.lost = true, append(n.lost, i)
	}
}
