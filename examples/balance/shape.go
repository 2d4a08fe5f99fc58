package balance

import (
	"cmp"
	"slices"

	"github.com/seed38182bad/parallax/envs"
)

// A shape is what the text of a function tells, whatever leads to it.
type shape struct {
	fn      *envs.Func
	matters bool // it takes or gives back locks, or calls what leaves them otherwise; what follows is known then
	takes   []string
	gives   []string             // classes of locks that it gives back and does not take, or the other way round
	seen    map[string]int       // how many branches ask a condition that is written so
	asked   map[envs.Reg]int     // how many branches look at a register
	handed  map[envs.Reg]bool    // registers whose value the function returns, or was passed
	closed  map[envs.Reg]bool    // registers that hold what has captured something
	caught  []bool               // by operation: control comes there by way of a handler only
	ended   map[int32][]*envs.Op // what Defers have written out, by their numbers
}

// maxDepth is how far calls are followed to see whether locks matter.
const maxDepth = 3

// shapeOf is the shape of a function, which is kept.
func (c *checker) shapeOf(prog envs.Program, fn *envs.Func) *shape {
	if sh := c.shapes[fn.ID]; sh != nil && sh.fn == fn {
		return sh
	}
	sh := &shape{fn: fn}
	c.shapes[fn.ID] = sh
	if prog.Knows().Recorded { // its operations are not known yet
		sh.matters = true
		return sh
	}
	takes, gives := c.uses(prog, fn, maxDepth)
	sh.takes, sh.gives = less(takes, gives), less(gives, takes)
	if len(takes)+len(gives) > 0 {
		c.look(prog, sh)
	}
	return sh
}

// uses are the classes of locks that a function takes and gives back, and those that its callees leave otherwise.
func (c *checker) uses(prog envs.Program, fn *envs.Func, depth int) (takes, gives []string) {
	for i := range fn.Ops {
		op := &fn.Ops[i]
		switch op.Kind {
		case envs.Acquire, envs.TryAcquire:
			takes = append(takes, class(op))
		case envs.Release:
			gives = append(gives, class(op))
		case envs.Call:
			if depth == 0 {
				continue
			}
			for _, f := range op.Callee.Funcs {
				if callee := prog.Func(f); callee != nil {
					t, g := c.leaves(prog, callee, depth-1)
					takes, gives = append(takes, t...), append(gives, g...)
				}
			}
		}
	}
	return takes, gives
}

// net is a function, and how far its calls are followed.
type net struct {
	fn    envs.FuncID
	depth int
}

// leaves are the classes of locks that a function takes and does not give back, and the other way round.
func (c *checker) leaves(prog envs.Program, fn *envs.Func, depth int) (takes, gives []string) {
	at := net{fn.ID, depth}
	if n, ok := c.nets[at]; ok {
		return n[0], n[1]
	}
	t, g := c.uses(prog, fn, depth)
	takes, gives = less(t, g), less(g, t)
	c.nets[at] = [2][]string{takes, gives}
	return takes, gives
}

// less are those of a that are not among b, each once.
func less(a, b []string) (left []string) {
	for _, x := range a {
		if !slices.Contains(b, x) && !slices.Contains(left, x) {
			left = append(left, x)
		}
	}
	return left
}

// class is the class of memory in which the lock of an operation lies, or the name that it has everywhere. A lock has
// one class, by whatever way it is found.
func class(op *envs.Op) string {
	switch {
	case op.Loc != nil:
		return op.Loc.Name
	case op.Path != nil && op.Path.Root == envs.AtGlobal:
		return op.Path.Global + op.Path.Steps
	}
	return ""
}

// look finds which conditions are asked more than once, and which registers they are about.
func (c *checker) look(prog envs.Program, sh *shape) {
	fn := sh.fn
	sh.matters = true
	sh.seen, sh.asked, sh.handed = map[string]int{}, map[envs.Reg]int{}, map[envs.Reg]bool{}
	sh.ended, sh.closed = map[int32][]*envs.Op{}, map[envs.Reg]bool{}
	for _, r := range fn.Params {
		sh.handed[r] = true
	}
	for i := range fn.Ops {
		op := &fn.Ops[i]
		if op.Deferred != 0 && op.Kind != envs.Defer {
			sh.ended[op.Deferred] = append(sh.ended[op.Deferred], op)
		}
		switch op.Kind {
		case envs.Return:
			for _, r := range op.Uses {
				sh.handed[r] = true
			}
		case envs.New, envs.Load:
			if op.Results > 0 && (captures(op) || op.Kind == envs.Load && c.survey(prog).literals[op.Loc]) {
				sh.closed[op.Dst] = true
			}
		case envs.Branch:
			sh.lookAt(prog, op)
		}
	}
	sh.caught = caught(fn)
	for sh.moved() {
	}
}

// moved takes over what is so of registers to those from which, or into which, their values are moved. It reports
// whether that adds something.
func (sh *shape) moved() (grew bool) {
	for i := range sh.fn.Ops {
		op := &sh.fn.Ops[i]
		if op.Kind != envs.Move && (op.Kind != envs.Compute || len(op.Uses) != 1) || op.Uses[0] == 0 {
			continue
		}
		if op.Kind == envs.Move && sh.wanted(op.Dst) && !sh.handed[op.Uses[0]] {
			sh.handed[op.Uses[0]], grew = true, true
		}
		if sh.closed[op.Uses[0]] && !sh.closed[op.Dst] {
			sh.closed[op.Dst], grew = true, true
		}
	}
	return grew
}

// captures reports whether an operation makes something that leads to other things from the beginning, as a function
// literal does, or a method of an object.
func captures(op *envs.Op) bool { return op.Kind == envs.New && len(op.Uses) > 0 && op.Uses[0] != 0 }

// survey is what the whole program tells.
type survey struct {
	literals map[*envs.Loc]bool // memory in which the program puts what captures
	released map[string]bool    // classes of locks that are given back somewhere
	taken    map[string]bool    // likewise those that are taken exclusively
	used     map[string]bool    // and those that are taken, or of which the address may tell others to take them
	callers  map[envs.FuncID][]envs.Point
}

// survey looks at all functions once.
func (c *checker) survey(prog envs.Program) *survey {
	if c.surveyed != nil {
		return c.surveyed
	}
	all := &survey{literals: map[*envs.Loc]bool{}, released: map[string]bool{}, taken: map[string]bool{},
		used: map[string]bool{}}
	c.surveyed = all
	for id := range prog.NumFuncs() {
		fn := prog.Func(envs.FuncID(id))
		if fn == nil {
			continue
		}
		made := map[envs.Reg]bool{}
		for i := range fn.Ops {
			switch op := &fn.Ops[i]; {
			case captures(op):
				made[op.Dst] = true
			case op.Kind == envs.Compute || op.Kind == envs.Move:
				if len(op.Uses) == 1 && made[op.Uses[0]] {
					made[op.Dst] = true
				}
			case op.Kind == envs.Store && op.Loc != nil && op.Loc.Class == envs.Field && made[op.Value()]:
				all.literals[op.Loc] = true
			case op.Kind == envs.Release:
				all.released[class(op)] = true
			case op.Kind == envs.Acquire && !op.Is(envs.Shared):
				all.taken[class(op)] = true
				fallthrough
			case op.Kind == envs.Acquire || op.Kind == envs.TryAcquire || op.Kind == envs.Addr:
				all.used[class(op)] = true
			}
		}
	}
	return all
}

// callersOf are the calls of functions, in the order of the program. They are found when they are asked for.
func (s *survey) callersOf(prog envs.Program) map[envs.FuncID][]envs.Point {
	if s.callers != nil {
		return s.callers
	}
	s.callers = map[envs.FuncID][]envs.Point{}
	for id := range prog.NumFuncs() {
		fn := prog.Func(envs.FuncID(id))
		if fn == nil {
			continue
		}
		for i := range fn.Ops {
			if op := &fn.Ops[i]; op.Kind == envs.Call {
				for _, f := range op.Callee.Funcs {
					s.callers[f] = append(s.callers[f], envs.At(fn.ID, op.PC))
				}
			}
		}
	}
	return s.callers
}

// mayGive reports whether one of some functions, or what they call, has an operation that gives back a lock of a class.
func mayGive(prog envs.Program, fns []envs.FuncID, of string) bool {
	seen := map[envs.FuncID]bool{}
	for work := slices.Clone(fns); len(work) > 0; work = work[1:] {
		fn := prog.Func(work[0])
		if fn == nil || seen[fn.ID] {
			continue
		}
		seen[fn.ID] = true
		for i := range fn.Ops {
			switch op := &fn.Ops[i]; op.Kind {
			case envs.Release:
				if class(op) == of {
					return true
				}
			case envs.Call:
				work = append(work, op.Callee.Funcs...)
			}
		}
	}
	return false
}

// givesFirst reports whether the first operation that a function has on locks of a class gives one back.
func givesFirst(fn *envs.Func, of string) bool {
	for i := range fn.Ops {
		switch op := &fn.Ops[i]; op.Kind {
		case envs.Release, envs.Acquire, envs.TryAcquire:
			if class(op) == of {
				return op.Kind == envs.Release
			}
		}
	}
	return false
}

// caught tells of each operation whether control comes there by way of a handler only.
func caught(fn *envs.Func) []bool {
	only := make([]bool, len(fn.Ops))
	for i := range only {
		only[i] = true
	}
	only[0] = false
	for work := []int32{0}; len(work) > 0; {
		op := &fn.Ops[work[len(work)-1]]
		work = work[:len(work)-1]
		next := fn.Targets(op)
		if op.Falls() {
			next = append(slices.Clip(next), op.PC+1)
		}
		for _, to := range next {
			if int(to) < len(only) && only[to] {
				only[to], work = false, append(work, to)
			}
		}
	}
	return only
}

func (sh *shape) isCaught(pc int32) bool { return int(pc) < len(sh.caught) && sh.caught[pc] }

// lookAt counts what a branch asks.
func (sh *shape) lookAt(prog envs.Program, op *envs.Op) {
	on := prog.Detail(envs.At(sh.fn.ID, op.PC)).On
	names := prog.Knows().Names(sh.fn)
	regs := map[envs.Reg]bool{}
	if r, ok := asksTruth(op, on, 0); ok {
		sh.seen[names(r)]++
		regs[r] = true
	}
	if len(on) > 0 {
		for _, c := range on[0] {
			sh.seen[written(c, names)]++
			regs[c.X.Reg], regs[c.Y.Reg] = true, true
		}
	}
	delete(regs, 0)
	for r := range regs {
		sh.asked[r]++
	}
}

// asksTruth is the register of which a branch asks whether it counts as true, if the conditions of the way that it
// takes do not say so.
func asksTruth(op *envs.Op, on [][]envs.Condition, taken int) (envs.Reg, bool) {
	if len(op.Uses) != 1 || op.Uses[0] == 0 {
		return 0, false
	}
	for _, way := range on {
		if len(way) == 0 {
			return op.Uses[0], true
		}
	}
	return op.Uses[0], len(on) == 0
}

// told are the outcomes that a branch tells of, and whether each of them is worth to be kept.
func (c *checker) told(prog envs.Program, sh *shape, op *envs.Op, on [][]envs.Condition, taken int) (facts []fact,
	keep []bool) {
	names := prog.Knows().Names(sh.fn)
	tell := func(text string, f func(text string) fact, regs ...envs.Reg) {
		again := sh.seen[text] > 1
		if !again {
			text = ""
		}
		facts, keep = append(facts, f(text)), append(keep, again || slices.ContainsFunc(regs, sh.repeated))
	}
	if r, ok := asksTruth(op, on, taken); ok {
		yes := (taken == 0) != op.Is(envs.Negated)
		tell(names(r), func(text string) fact { return c.questions.counts(r, text, yes) }, r)
	}
	if taken < len(on) {
		for _, cond := range on[taken] {
			tell(written(cond, names), func(text string) fact { return c.questions.ask(cond, text) }, cond.X.Reg, cond.Y.Reg)
		}
	}
	return facts, keep
}

// wanted reports whether it may matter what is known of a register.
func (sh *shape) wanted(r envs.Reg) bool { return sh.handed[r] || sh.asked[r] > 0 }

// written is a condition as the source writes it, whichever outcome it is.
func written(c envs.Condition, names func(envs.Reg) string) string {
	c, _ = positive(c)
	return c.Text(names)
}

// repeated reports whether an outcome that is about a register is worth to be kept.
func (sh *shape) repeated(r envs.Reg) bool { return sh.asked[r] > 1 || sh.handed[r] }

// skips is false if a deferred call cannot run now, or cannot be skipped. One that has run may run again, if it was
// deferred in a loop.
func (s *situation) skips(deferred int32, runs bool) bool {
	_, waits := slices.BinarySearch(s.passed, deferred)
	_, done := slices.BinarySearch(s.passed, -deferred)
	switch {
	case runs && !waits && !done, !runs && waits:
		return false
	case runs && done && !waits:
		s.doubt = true
	}
	return true
}

// happens notes that a deferred call runs.
func (s *situation) happens(deferred int32) {
	if i, ok := slices.BinarySearch(s.passed, deferred); ok {
		s.passed = inserted(slices.Delete(slices.Clone(s.passed), i, i+1), -deferred, cmp.Compare)
	}
}

// ends reports whether what a Defer has written out gives back a lock, or may.
func (c *checker) ends(prog envs.Program, sh *shape, deferred int32, b *balance) bool {
	for _, op := range sh.ended[deferred] {
		switch op.Kind {
		case envs.Release:
			if c.lockOf(op).is(b.of) || b.of.id != 0 && class(op) == b.class {
				return true
			}
		case envs.Call:
			if len(op.Callee.Funcs) == 0 && op.Callee.Name == "" {
				return true
			}
			if mayGive(prog, op.Callee.Funcs, b.class) {
				return true
			}
		}
	}
	return false
}
