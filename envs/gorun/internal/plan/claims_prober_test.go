package plan

import (
	"fmt"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gorun/internal/regen"
	"github.com/seed38182bad/parallax/envs/gosrc"
	"github.com/seed38182bad/parallax/envs/internal/ssamap"
	"github.com/seed38182bad/parallax/envs/internal/synthetic"
)

// A claim is one statement of a Detail. It is a definition, a check that a finished
// operation must have passed, a fact, or what a branch says of one of its ways.
type claim struct {
	id   int
	what string
	at   envs.Point
	def  *envs.Def
	cond envs.Condition
	way  int // of a branch
}

func (c *claim) text(f *envs.Func) string {
	if c.def != nil {
		return c.def.Text(f.RegName)
	}
	return c.cond.Text(f.RegName)
}

// claims is a prober that writes the claims of all details as calls of package
// zzclaims, which prints those that a run finds false.
type claims struct {
	prog   *gosrc.Program
	all    []*claim
	after  map[ssa.Instruction][]*claim
	ways   map[*ssa.If][]*claim
	starts map[*ssa.BasicBlock][]*claim
	wanted map[ssa.Instruction]bool
	values map[*ssa.Function]map[envs.Reg]ssa.Value
	cells  map[*ssa.Alloc]bool // variables that are registers
	reads  map[ssa.Value][]*ssa.BasicBlock
	asked  map[int]bool // by number of a claim: it is in the text
}

const claimsPath = "zzclaims"

// detailFunc is a program's Detail, or a distortion of it.
type detailFunc func(envs.Point) *envs.Detail

func newClaims(prog *gosrc.Program, detail detailFunc) *claims {
	p := &claims{
		prog: prog, after: map[ssa.Instruction][]*claim{}, ways: map[*ssa.If][]*claim{},
		starts: map[*ssa.BasicBlock][]*claim{},
		wanted: map[ssa.Instruction]bool{}, values: map[*ssa.Function]map[envs.Reg]ssa.Value{},
		cells: map[*ssa.Alloc]bool{}, reads: map[ssa.Value][]*ssa.BasicBlock{}, asked: map[int]bool{},
	}
	for _, id := range prog.Roots() {
		if !synthetic.IsInitialiser(prog.SSA(id)) {
			p.function(prog.Map(id), id, detail)
		}
	}
	return p
}

func (p *claims) function(m *ssamap.Map, id envs.FuncID, detail detailFunc) {
	values := valuesOf(m)
	p.values[m.SSA] = values
	for _, v := range values {
		if a, ok := v.(*ssa.Alloc); ok {
			span := m.Instr(a)
			p.cells[a] = !span.Empty() && m.Func.Ops[span.Lo].Kind == envs.Const
		}
	}
	for pc := range m.Func.Ops {
		in := m.Source(int32(pc))
		if in == nil || in.Block() == m.SSA.Recover {
			continue
		}
		if _, is := in.(*ssa.Select); is && m.Func.Ops[pc].Kind == envs.Const {
			continue // each case has its number, and behind the select that of one holds
		}
		at := envs.At(id, int32(pc))
		d := detail(at)
		switch in := in.(type) {
		case *ssa.Defer, *ssa.RunDefers, *ssa.Jump, *ssa.Return, *ssa.Panic:
			// What is deferred runs elsewhere, and a phi is assigned as an edge is taken.
		case *ssa.If:
			if m.Func.Ops[pc].Kind == envs.Branch {
				for way, conds := range d.On {
					for _, cond := range conds {
						p.add(values, in, &claim{what: "on", at: at, cond: cond, way: way})
					}
				}
			}
		default:
			for i := range d.Defs {
				def := &d.Defs[i]
				if def.Op != envs.Any {
					p.add(values, in, &claim{what: "def " + [...]string{"whole", "len", "cap"}[def.Of], at: at, def: def})
				}
			}
			for i := range d.Checks {
				for _, cond := range d.Checks[i].All {
					if d.Checks[i].Kind.Throws() {
						p.add(values, in, &claim{what: "check", at: at, cond: cond})
					}
				}
			}
			for _, cond := range d.Facts {
				p.add(values, in, &claim{what: "fact", at: at, cond: cond})
			}
		}
	}
}

func (p *claims) add(values map[envs.Reg]ssa.Value, in ssa.Instruction, c *claim) {
	c.id = len(p.all)
	p.all = append(p.all, c)
	at := in.Block()
	switch in := in.(type) {
	case *ssa.Next:
		at = at.Succs[0]
	case *ssa.If:
		if isRangeTest(in) {
			at = at.Succs[c.way]
		}
	}
	want := func(v ssa.Value) {
		if e, ok := v.(*ssa.Extract); ok {
			v = e.Tuple
		}
		if in, ok := v.(ssa.Instruction); ok {
			p.want(in)
			p.reads[v] = append(p.reads[v], at)
		}
	}
	terms := []envs.Term{c.cond.X, c.cond.Y}
	if c.def != nil {
		terms = []envs.Term{c.def.Target(), c.def.X, c.def.Y}
	}
	for _, t := range terms {
		want(values[t.Reg])
	}
	switch in := in.(type) {
	case *ssa.If:
		if isRangeTest(in) {
			if len(at.Preds) == 1 {
				p.starts[at] = append(p.starts[at], c)
			}
			return
		}
		want(in.Cond)
		p.want(in)
		p.ways[in] = append(p.ways[in], c)
	case *ssa.Next:
		if len(at.Preds) == 1 {
			p.starts[at] = append(p.starts[at], c)
		}
	default:
		p.want(in)
		p.after[in] = append(p.after[in], c)
	}
}

// isRangeTest reports whether a branch is the test at the head of a loop over a string or map.
func isRangeTest(in *ssa.If) bool {
	e, ok := in.Cond.(*ssa.Extract)
	if ok {
		_, ok = e.Tuple.(*ssa.Next)
	}
	return ok
}

func (p *claims) want(in ssa.Instruction) {
	switch in.(type) {
	case *ssa.Phi, *ssa.Extract, *ssa.DebugRef, *ssa.Next, *ssa.Range, nil:
	default:
		p.wanted[in] = true
	}
}

func (p *claims) probes() regen.Probes {
	return regen.Probes{
		Wants: func(in ssa.Instruction) bool { return p.wanted[in] },
		Reads: func(v ssa.Value, f func(*ssa.BasicBlock)) {
			for _, b := range p.reads[v] {
				f(b)
			}
		},
		Block:  func(c *regen.Cursor, b *ssa.BasicBlock) string { return p.write(c, p.starts[b]) },
		Before: p.before,
		After:  func(c *regen.Cursor, in ssa.Instruction) string { return p.write(c, p.after[in]) },
	}
}

func (p *claims) before(c *regen.Cursor, in ssa.Instruction) string {
	br, ok := in.(*ssa.If)
	if !ok || len(p.ways[br]) == 0 {
		return ""
	}
	var on [2][]*claim
	for _, cl := range p.ways[br] {
		on[cl.way] = append(on[cl.way], cl)
	}
	cond, ok := p.value(c, br.Cond)
	if !ok {
		return ""
	}
	return fmt.Sprintf("if bool(%s) { %s } else { %s }", cond, p.write(c, on[0]), p.write(c, on[1]))
}

func (p *claims) write(c *regen.Cursor, list []*claim) string {
	var b strings.Builder
	for _, cl := range list {
		s, ok := "", false
		if cl.def != nil {
			s, ok = p.definition(c, cl)
		} else {
			s, ok = p.condition(c, cl)
		}
		if ok {
			p.asked[cl.id] = true
			b.WriteString(s + "; ")
		}
	}
	return b.String()
}

// call writes a call of package zzclaims.
func (p *claims) call(c *regen.Cursor, fn string, id int, args ...string) string {
	return fmt.Sprintf("%s.%s(%d, %s)", c.Import(claimsPath), fn, id, strings.Join(args, ", "))
}

func (p *claims) condition(c *regen.Cursor, cl *claim) (string, bool) {
	x, y := cl.cond.X, cl.cond.Y
	if x.IsNil() {
		x, y = y, x
	}
	a, okA := p.term(c, x)
	b, okB := p.term(c, y)
	switch {
	case x.Int() && y.Int():
		name := map[machine.Cmp]string{machine.Eq: "Eq", machine.Ne: "Ne", machine.Lt: "Lt", machine.Le: "Le",
			machine.Gt: "Gt", machine.Ge: "Ge"}
		return p.call(c, name[cl.cond.Cmp], cl.id, a, b), okA && okB
	case y.IsNil():
		return p.call(c, map[bool]string{true: "Nil", false: "NotNil"}[cl.cond.Cmp == machine.Eq], cl.id, a), okA
	case p.isPointer(c, x) && p.isPointer(c, y):
		return p.call(c, map[bool]string{true: "Same", false: "Differ"}[cl.cond.Cmp == machine.Eq], cl.id, a, b), okA && okB
	}
	return "", false
}

// isPointer reports whether a term is one word that tells it from all others.
func (p *claims) isPointer(c *regen.Cursor, t envs.Term) bool {
	if v := p.values[c.Function()][t.Reg]; v != nil {
		switch v.Type().Underlying().(type) {
		case *types.Pointer, *types.Chan:
			return true
		}
	}
	return false
}

func (p *claims) definition(c *regen.Cursor, cl *claim) (string, bool) {
	def := cl.def
	r, ok := p.term(c, def.Target())
	if !ok {
		return "", false
	}
	x, okX := p.term(c, def.X)
	if !def.Target().Int() {
		if def.X.IsNil() {
			return p.call(c, "Nil", cl.id, r), true
		}
		return p.call(c, "Same", cl.id, r, x), okX
	}
	y, okY := p.term(c, def.Y)
	kind := p.kind(c, def.Kind)
	two := okX && okY
	switch def.Op {
	case envs.Copy:
		return p.call(c, "Eq", cl.id, r, x), okX
	case envs.Binary:
		if def.Arith.IsShift() {
			return p.call(c, "Eq", cl.id, r, fmt.Sprintf("%s(%s) %s (%s)", kind, x, def.Arith, y)), two
		}
		return p.call(c, "Eq", cl.id, r, fmt.Sprintf("%s(%s) %s %s(%s)", kind, x, def.Arith, kind, y)), two
	case envs.Unary:
		return p.call(c, "Eq", cl.id, r, fmt.Sprintf("%s %s(%s)", def.One, kind, x)), okX
	case envs.Convert:
		return p.call(c, "Eq", cl.id, r, fmt.Sprintf("%s(%s)", kind, x)), okX
	case envs.Minimum:
		return p.call(c, "Min", cl.id, r, x, y), two
	case envs.Maximum:
		return p.call(c, "Max", cl.id, r, x, y), two
	}
	return "", false
}

// kind is the Go type of a kind, by a name that nothing hides.
func (p *claims) kind(c *regen.Cursor, k machine.Kind) string {
	s := k.String()
	return c.Import(claimsPath) + "." + strings.ToUpper(s[:1]) + s[1:]
}

func (p *claims) term(c *regen.Cursor, t envs.Term) (string, bool) {
	if t.Reg == 0 {
		if !t.Int() {
			return "", false
		}
		return fmt.Sprintf("%s.Constant[%s](%s)", c.Import(claimsPath), p.kind(c, t.Kind), t.Const), true
	}
	v := p.values[c.Function()][t.Reg]
	if v == nil {
		return "", false
	}
	text, ok := p.value(c, v)
	switch b, _ := v.Type().Underlying().(*types.Basic); {
	case t.Of == envs.Len:
		text = "len(" + text + ")"
	case t.Of == envs.Cap:
		text = "cap(" + text + ")"
	case b != nil && b.Info()&types.IsBoolean != 0:
		text = c.Import(claimsPath) + ".Truth(bool(" + text + "))"
	}
	return text, ok
}

// value writes what the register of v holds.
func (p *claims) value(c *regen.Cursor, v ssa.Value) (string, bool) {
	switch x := v.(type) {
	case *ssa.Extract:
		name := c.Result(x.Tuple, x.Index)
		return name, name != ""
	case *ssa.Alloc:
		if p.cells[x] {
			text, ok := c.Value(v)
			return "(*(" + text + "))", ok && isUsed(v)
		}
	}
	if _, call := v.(*ssa.Call); !call && !isUsed(v) {
		return "", false
	}
	return c.Value(v)
}

// isUsed reports whether an instruction's value is used: otherwise it has no name.
func isUsed(v ssa.Value) bool {
	if _, ok := v.(ssa.Instruction); !ok {
		return true
	}
	return slices.ContainsFunc(*v.Referrers(), func(in ssa.Instruction) bool {
		_, debug := in.(*ssa.DebugRef)
		return !debug
	})
}
