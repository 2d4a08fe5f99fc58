package regen

import (
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// A plan says, for the instructions of one function, which get a statement of their own and which are written inside the
// expression that uses them. Joining them again gives the compiler the expressions it knows how to treat well
// (s[i], m[string(b)], x.f without its address taken), and keeps small functions small enough to be inlined.
//
// A value may move to its only use when nothing in between could tell: see [plan.mayMove].
type plan struct {
	fn       *ssa.Function
	names    *names
	sh       *shape
	held     func(ssa.Instruction) bool
	readers  func(ssa.Value, func(*ssa.BasicBlock))
	pos      map[ssa.Instruction]int // index within the block
	fold     map[ssa.Value]bool      // written at its use
	literals map[*ssa.Alloc]*literal
	lit      map[ssa.Instruction]*literal // member stores and their addresses
	res      map[*ssa.Alloc]int           // result variables of a function that may recover
	paramOf  map[*ssa.Alloc]*ssa.Parameter
	skip     map[ssa.Instruction]bool // never written
	bump     map[*ssa.Phi]*ssa.BinOp  // phi that only feeds phi + constant: the variable holds the sum
	decl     map[*ssa.BasicBlock][]ssa.Value
	hoist    map[ssa.Value]bool                  // declared apart from its computation
	shared   map[*ssa.BasicBlock][]*ssa.Function // literals without free variables that are used more than once
	lines    []blockPlan
}

// blockPlan holds running counts over a block's instructions: entry i counts those before i.
type blockPlan struct {
	root                         []int // where instruction i is evaluated
	effects, unpure, localStores []int
}

type class int

const (
	pure    class = iota // depends on registers only, cannot fail
	fails                // may panic, reads nothing that changes
	reads                // reads memory
	effects              // writes, calls, blocks
)

func newPlan(fn *ssa.Function, names *names, pins func(ssa.Instruction) bool, readers func(ssa.Value, func(*ssa.BasicBlock))) *plan {
	p := &plan{
		fn: fn, names: names, held: pins, readers: readers,
		pos:      map[ssa.Instruction]int{},
		fold:     map[ssa.Value]bool{},
		literals: map[*ssa.Alloc]*literal{},
		lit:      map[ssa.Instruction]*literal{},
		res:      map[*ssa.Alloc]int{},
		paramOf:  map[*ssa.Alloc]*ssa.Parameter{},
		skip:     map[ssa.Instruction]bool{},
		bump:     map[*ssa.Phi]*ssa.BinOp{},
		decl:     map[*ssa.BasicBlock][]ssa.Value{},
		hoist:    map[ssa.Value]bool{},
		shared:   map[*ssa.BasicBlock][]*ssa.Function{},
		lines:    make([]blockPlan, len(fn.Blocks)),
	}
	p.sh = newShape(fn, pins)
	for _, m := range p.sh.multi {
		for c := range m.conds {
			p.skip[c] = true
		}
	}
	for _, b := range fn.Blocks {
		for i, in := range b.Instrs {
			p.pos[in] = i
		}
	}
	p.results()
	p.params()
	for _, b := range fn.Blocks {
		if b != fn.Recover {
			p.findLiterals(b)
			p.findBumps(b)
		}
	}
	for _, b := range fn.Blocks {
		if b != fn.Recover {
			p.foldBlock(b)
		}
	}
	p.declare()
	return p
}

// results recognises the variables that a recovered function returns: they become its named results.
func (p *plan) results() {
	r := p.fn.Recover
	if r == nil {
		return
	}
	ret := r.Instrs[len(r.Instrs)-1].(*ssa.Return)
	for i, x := range ret.Results {
		load, ok := x.(*ssa.UnOp)
		if !ok {
			giveUp("result %d of the recover block is not a load", i)
		}
		a, ok := load.X.(*ssa.Alloc)
		if !ok {
			giveUp("result %d of the recover block is not a variable", i)
		}
		if _, twice := p.res[a]; twice {
			giveUp("result %d of the recover block returned twice", i)
		}
		p.res[a] = i
	}
	for _, b := range p.fn.Blocks {
		if b == r {
			continue
		}
		p.returnAfterDefers(b)
	}
}

// returnAfterDefers checks that what follows RunDefers is the loading and returning of the results, and skips it:
// RunDefers is then written as a bare return.
func (p *plan) returnAfterDefers(b *ssa.BasicBlock) {
	at := -1
	for i, in := range b.Instrs {
		if _, ok := in.(*ssa.RunDefers); ok {
			at = i
		}
	}
	ret, isRet := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
	if at < 0 {
		if isRet && len(p.res) > 0 {
			giveUp("return without running deferred calls")
		}
		return
	}
	if !isRet {
		giveUp("deferred calls run before the end of a block")
	}
	for _, in := range b.Instrs[at+1:] {
		if load, ok := in.(*ssa.UnOp); ok && load.Op == token.MUL {
			a, _ := load.X.(*ssa.Alloc)
			if _, ok := p.res[a]; !ok {
				giveUp("load after deferred calls")
			}
		} else if _, dbg := in.(*ssa.DebugRef); !dbg && in != ret {
			giveUp("instruction %T after deferred calls", in)
		}
		if in != ret {
			p.skip[in] = true
		}
	}
	for i, x := range ret.Results {
		load, ok := x.(*ssa.UnOp)
		if !ok {
			giveUp("return after deferred calls of %T", x)
		}
		if a, _ := load.X.(*ssa.Alloc); a == nil || p.res[a] != i {
			giveUp("results returned out of order")
		}
	}
}

// params finds variables that only hold a parameter: the parameter itself serves.
func (p *plan) params() {
	entry := p.fn.Blocks[0]
	used := map[*ssa.Alloc]bool{}
	for _, in := range entry.Instrs {
		st, ok := in.(*ssa.Store)
		if ok {
			a, isAlloc := st.Addr.(*ssa.Alloc)
			v, isParam := st.Val.(*ssa.Parameter)
			_, isRes := p.res[a]
			if isAlloc && isParam && !isRes && a.Block() == entry && !used[a] && len(realRefs(v)) == 1 && !p.held(st) && !p.held(a) {
				p.paramOf[a] = v
				p.skip[a], p.skip[st] = true, true
			}
		}
		for _, op := range in.Operands(nil) {
			if a, ok := (*op).(*ssa.Alloc); ok {
				used[a] = true
			}
		}
	}
}

// findBumps recognises the counters of range loops, which SSA starts at -1 and increments at the top: the compiler
// proves more about loops that start at 0 and increment at the bottom.
func (p *plan) findBumps(b *ssa.BasicBlock) {
	for _, in := range b.Instrs {
		phi, ok := in.(*ssa.Phi)
		if !ok {
			return
		}
		refs := realRefs(phi)
		if len(refs) != 1 {
			continue
		}
		sum, ok := refs[0].(*ssa.BinOp)
		if !ok || sum.Block() != b || sum.Op != token.ADD || sum.X != phi || p.held(sum) || p.held(phi) {
			continue
		}
		c, ok := sum.Y.(*ssa.Const)
		if !ok || sum.Type() != types.Typ[types.Int] || c.Value == nil || c.Value.ExactString() != "1" {
			continue
		}
		good := len(realRefs(sum)) > 0
		for _, e := range phi.Edges {
			if k, ok := e.(*ssa.Const); ok {
				v, exact := constant.Int64Val(k.Value)
				good = good && exact && v < 1<<31-1
			}
		}
		if good {
			p.bump[phi] = sum
			p.skip[sum] = true
		}
	}
}

// root follows a value that is written at its use to the instruction where that use is evaluated.
func (p *plan) rootIndex(in ssa.Instruction) int { return p.lines[in.Block().Index].root[p.pos[in]] }

func (p *plan) foldBlock(b *ssa.BasicBlock) {
	n := len(b.Instrs)
	bp := blockPlan{root: make([]int, n), effects: make([]int, n+1), unpure: make([]int, n+1), localStores: make([]int, n+1)}
	for i, in := range b.Instrs {
		bp.root[i] = i
		bp.effects[i+1], bp.unpure[i+1], bp.localStores[i+1] = bp.effects[i], bp.unpure[i], bp.localStores[i]
		if p.lit[in] != nil || p.skip[in] {
			continue
		}
		c := p.classify(in)
		if p.held(in) {
			c = effects
		}
		if c == effects {
			bp.effects[i+1]++
			if _, store := in.(*ssa.Store); store {
				bp.localStores[i+1]++
			}
		}
		if c != pure {
			bp.unpure[i+1]++
		}
	}
	p.lines[b.Index] = bp
	for i := n - 1; i >= 0; i-- {
		in := b.Instrs[i]
		if l := p.lit[in]; l != nil {
			bp.root[i] = p.literalIndex(l)
			if v, ok := in.(ssa.Value); ok && (in != l.alloc || l.user != nil) {
				p.fold[v] = true
			}
			continue
		}
		v, ok := in.(ssa.Value)
		if !ok || p.skip[in] {
			continue
		}
		if p.alwaysFolded(v) {
			p.fold[v] = true
			continue
		}
		if at, ok := p.onlyUse(v); ok && p.mayMove(v, i, at) {
			p.fold[v] = true
			bp.root[i] = at
		}
	}
}

// literalIndex is where a literal is evaluated.
func (p *plan) literalIndex(l *literal) int {
	if l.user != nil {
		return p.rootIndex(l.user)
	}
	return l.last
}

// onlyUse returns the index in v's block at which v's single use is evaluated.
func (p *plan) onlyUse(v ssa.Value) (int, bool) {
	in := v.(ssa.Instruction)
	if _, tuple := v.Type().(*types.Tuple); tuple || p.held(in) || p.probed(v) {
		return 0, false // a probe's expression may be evaluated again
	}
	switch v.(type) {
	case *ssa.Phi, *ssa.Range, *ssa.Next, *ssa.Alloc:
		return 0, false
	}
	refs := realRefs(v)
	if len(refs) != 1 {
		return p.switchUse(v, refs)
	}
	use := refs[0]
	if p.skip[use] {
		return 0, false
	}
	b := in.Block()
	if uv, ok := use.(ssa.Value); ok && len(realRefs(uv)) == 0 && p.classify(use) == pure {
		return 0, false // use is not written
	}
	if phi, ok := use.(*ssa.Phi); ok {
		if p.named(phi) == nil {
			return 0, false
		}
		edges := 0
		for i, e := range phi.Edges {
			if e == v {
				if phi.Block().Preds[i] != b || p.sh.rep(b) != b {
					return 0, false
				}
				edges++
			}
		}
		return len(b.Instrs), edges == 1 && len(b.Succs) == 1
	}
	if use.Block() != b || p.needsName(use) {
		return 0, false
	}
	times := 0
	for _, op := range use.Operands(nil) {
		if *op == v {
			times++
		}
	}
	at := p.rootIndex(use)
	if at < len(b.Instrs) && p.held(b.Instrs[at]) && p.classify(in) != pure {
		return 0, false // the probe there comes before the statement, and v before the probe
	}
	return at, times == 1
}

// switchUse lets the value compared by an if-chain be written in the head of the switch.
func (p *plan) switchUse(v ssa.Value, refs []ssa.Instruction) (int, bool) {
	b := v.(ssa.Instruction).Block()
	m := p.sh.multi[b]
	if m == nil || m.x != v || len(refs) != len(m.cases) {
		return 0, false
	}
	for _, r := range refs {
		if !m.conds[r] {
			return 0, false
		}
	}
	return len(b.Instrs) - 1, true
}

// needsName reports whether use must refer to values by name.
func (p *plan) needsName(use ssa.Instruction) bool {
	switch use := use.(type) {
	case *ssa.Range:
		return true
	case *ssa.Select:
		return true
	case *ssa.MakeClosure:
		if !isBound(use.Fn) {
			return true
		}
	}
	return false
}

// mayMove reports whether v, computed at index i of its block, may be computed at index at instead.
//
// A pure value may always. One that fails or reads must not pass an effect; a call must not pass anything that could
// observe it, so that Go's own rules leave only one order of evaluation.
func (p *plan) mayMove(v ssa.Value, i, at int) bool {
	in := v.(ssa.Instruction)
	bp := &p.lines[in.Block().Index]
	switch c := p.classify(in); c {
	case pure:
		return true
	case fails:
		return bp.effects[at] == bp.effects[i+1]
	case reads:
		if root := localRoot(v); root != nil {
			return bp.localStores[at] == bp.localStores[i+1]
		}
		return bp.effects[at] == bp.effects[i+1]
	}
	switch v := v.(type) {
	case *ssa.Call:
		if b, ok := v.Call.Value.(*ssa.Builtin); ok && b.Name() == "recover" {
			return false
		}
	case *ssa.UnOp:
	default:
		return false
	}
	return bp.unpure[at] == bp.unpure[i+1]
}

// localRoot returns the variable that a load reads, if that variable's address never leaves loads and stores.
func localRoot(v ssa.Value) *ssa.Alloc {
	load, ok := v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return nil
	}
	x := load.X
	for {
		switch a := x.(type) {
		case *ssa.Alloc:
			if a.Heap {
				return nil
			}
			return a
		case *ssa.FieldAddr:
			x = a.X
		case *ssa.IndexAddr:
			x = a.X
		default:
			return nil
		}
	}
}

// alwaysFolded holds for values that are another way to write a place or a name.
func (p *plan) alwaysFolded(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Extract:
		return true
	case *ssa.FieldAddr:
		return isPlace(v.X) && !p.held(v) || p.hidden(v)
	case *ssa.IndexAddr:
		return isPlace(v) && !p.held(v) || core(v.X.Type()) == nil
	}
	return p.hidden(v)
}

// hidden recognises a step of a selection through an embedded field that this package may not name. It is left to Go's
// own promotion: x.unexported.F is written x.F.
func (p *plan) hidden(v ssa.Value) bool {
	var f *types.Var
	switch v := v.(type) {
	case *ssa.FieldAddr:
		f = structField(deref(v.X.Type()), v.Field)
	case *ssa.Field:
		f = structField(v.X.Type(), v.Field)
	case *ssa.UnOp:
		return v.Op == token.MUL && p.hidden(v.X)
	default:
		return false
	}
	_, ok := p.names.field(f)
	return !ok && f.Embedded()
}

// isPlace reports whether an address is that of a variable or of a part of one at a fixed offset: writing it anew at each
// use costs nothing and cannot fail.
func isPlace(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Alloc, *ssa.Global, *ssa.FreeVar:
		return true
	case *ssa.FieldAddr:
		return isPlace(v.X)
	case *ssa.IndexAddr:
		pt, ok := core(v.X.Type()).(*types.Pointer)
		if !ok || !isPlace(v.X) {
			return false
		}
		arr, ok := core(pt.Elem()).(*types.Array)
		if !ok {
			return false
		}
		i, ok := v.Index.(*ssa.Const)
		return ok && i.Int64() >= 0 && i.Int64() < arr.Len()
	}
	return false
}
