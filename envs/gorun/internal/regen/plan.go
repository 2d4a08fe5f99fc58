package regen

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs/internal/walk"
)

// A plan says, for the instructions of one function, which get a statement of their own and which are written inside
// the expression that uses them. Joining them again gives the compiler the expressions it knows how to treat well:
// s[i], m[string(b)], x.f without its address taken. It also keeps small functions small enough to be inlined.
//
// A value may move to its only use when nothing in between could show it: see [plan.mayMove].
type plan struct {
	fn       *ssa.Function
	names    *names
	sh       *shape
	held     func(ssa.Instruction) bool
	readers  func(ssa.Value, func(*ssa.BasicBlock))
	pos      map[ssa.Instruction]int    // index within the block
	fold     map[ssa.Value]bool         // written at its use
	inits    map[*ssa.Alloc]*ssa.Store  // the store that declares the variable
	variadic map[*ssa.Slice][]ssa.Value // the last arguments of a variadic call
	res      map[*ssa.Alloc]int         // result variables of a function that may recover
	paramOf  map[*ssa.Alloc]*ssa.Parameter
	skip     map[ssa.Instruction]bool // never written
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

func newPlan(
	fn *ssa.Function, names *names, pins func(ssa.Instruction) bool, readers func(ssa.Value, func(*ssa.BasicBlock)),
) *plan {
	p := &plan{
		fn: fn, names: names, held: pins, readers: readers,
		pos:      map[ssa.Instruction]int{},
		fold:     map[ssa.Value]bool{},
		inits:    map[*ssa.Alloc]*ssa.Store{},
		variadic: map[*ssa.Slice][]ssa.Value{},
		res:      map[*ssa.Alloc]int{},
		paramOf:  map[*ssa.Alloc]*ssa.Parameter{},
		skip:     map[ssa.Instruction]bool{},
		decl:     map[*ssa.BasicBlock][]ssa.Value{},
		hoist:    map[ssa.Value]bool{},
		shared:   map[*ssa.BasicBlock][]*ssa.Function{},
		lines:    make([]blockPlan, len(fn.Blocks)),
	}
	p.sh = newShape(fn)
	for _, b := range fn.Blocks {
		for i, in := range b.Instrs {
			p.pos[in] = i
		}
	}
	p.results()
	p.params()
	for _, b := range fn.Blocks {
		if b != fn.Recover {
			p.findVariables(b)
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
	if r == nil || !defers(p.fn) { // go/ssa leaves the block where control never comes to a defer statement
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

func defers(fn *ssa.Function) bool { return walk.Any(walk.Instrs(fn), isA[*ssa.Defer]) }

func isA[T ssa.Instruction](in ssa.Instruction) bool {
	_, ok := in.(T)
	return ok
}

// returnAfterDefers checks that what follows RunDefers is the loading and returning of the results, and skips it:
// RunDefers is then written as a bare return.
func (p *plan) returnAfterDefers(b *ssa.BasicBlock) {
	at := slices.IndexFunc(b.Instrs, isA[*ssa.RunDefers])
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
			if isAlloc && isParam && !isRes && a.Block() == entry && !used[a] && len(realRefs(v)) == 1 &&
				!p.held(st) && !p.held(a) {
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

// isInit reports whether an instruction is the store that declares a variable.
func (p *plan) isInit(in ssa.Instruction) bool {
	st, ok := in.(*ssa.Store)
	if !ok {
		return false
	}
	a, ok := st.Addr.(*ssa.Alloc)
	return ok && p.inits[a] == st
}
