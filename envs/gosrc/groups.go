package gosrc

import (
	"go/constant"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/library"
)

// groupOp is what an operation does to a group of threads; see envs.Knowledge.
type groupOp struct {
	group     envs.Reg
	announced int
}

// group tells of WaitGroups. Those that an operation reaches by a method value, or as a part of something, are not
// known.
func (p *Program) group(pt envs.Point) (group envs.Reg, announced int) {
	op := p.groups.Of(p.NumFuncs(), pt.Func(), p.groupsOf)[pt.PC()]
	return op.group, op.announced
}

func (p *Program) groupsOf(id envs.FuncID) map[int32]groupOp {
	table := map[int32]groupOp{}
	for at := range p.sites(id) {
		c, ok := at.src.(*ssa.Call)
		if !ok || c.Call.IsInvoke() || len(c.Call.Args) == 0 {
			continue
		}
		fn, ok := c.Call.Value.(*ssa.Function)
		if !ok {
			continue
		}
		x := groupOp{group: at.m.Reg(c.Call.Args[0])}
		switch model := library.ModelOf(fn); {
		case at.op.Kind == envs.Join && model.Effect == library.Joins:
		case at.op.Kind == envs.Fork && model.Group:
		case at.op.Kind == envs.Call && model.Effect == library.Announces:
			n, ok := c.Call.Args[1].(*ssa.Const)
			if !ok {
				break
			}
			if k, exact := constant.Int64Val(n.Value); exact && int64(int32(k)) == k {
				x.announced = int(k)
			}
		default:
			continue
		}
		table[at.op.PC] = x
	}
	return table
}
