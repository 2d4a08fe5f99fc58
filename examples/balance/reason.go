package balance

import (
	"slices"
	"strings"
	"unicode"

	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/envs"
)

// reason says why a function is meant to keep a lock, empty if nothing says that it is, and whether that says so, too,
// of functions that it calls.
func (c *checker) reason(prog envs.Program, k *keeping) (why string, sure bool) {
	switch {
	case k.fn.Contract != nil && slices.ContainsFunc(k.fn.Contract.Acquires, func(g envs.Guard) bool {
		return g.Loc == nil || g.Loc.Name == k.class
	}):
		return "it is declared to", true
	case named(k.fn.Name):
		return "its name says so", true
	case c.book.relied[kept{k.fn.ID, k.class}]:
		return "a caller gives it back", true
	case c.book.closes[kept{k.fn.ID, k.class}]:
		return "it returns what may give it back", true
	case !c.survey(prog).released[k.class]:
		return "nobody ever gives it back", false
	case len(c.book.lends[k.class]) > 0 && (c.neverGives(prog, k) || k.toldApart(prog)):
		return "another function gives it back", false
	case c.noted(prog, k):
		return "it notes so where another function gives it back", false
	}
	return "", false
}

// neverGives reports whether a function takes the lock by itself, and gives none of the class back on any path.
func (c *checker) neverGives(prog envs.Program, k *keeping) bool {
	_, gives := c.uses(prog, k.fn, maxDepth)
	return !slices.Contains(gives, k.class) && !slices.ContainsFunc(k.ways, func(w way) bool {
		return w.taken != nil && calls(k.fn, w.taken.at)
	})
}

// noted reports whether a function that keeps a lock says so by a constant in a field, which decides whether another
// function gives the lock back.
func (c *checker) noted(prog envs.Program, k *keeping) bool {
	for _, w := range k.ways {
		if w.taken == nil || w.taken.at.IsZero() {
			continue
		}
		before := k.fn.After(w.taken.at.PC())
		for pc := range k.fn.Ops {
			op := &k.fn.Ops[pc]
			says := op.Kind == envs.Store && op.Loc != nil && op.Value() == 0 && before[pc]
			if says && k.fn.After(int32(pc))[w.at.PC()] && c.decides(prog, op.Loc, k.class) {
				return true
			}
		}
	}
	return false
}

// decides reports whether memory of a class decides whether a function gives back a lock that its callers hold.
func (c *checker) decides(prog envs.Program, loc *envs.Loc, of string) bool {
	var defs envs.Definitions
	for _, id := range c.book.lends[of] {
		fn := prog.Func(id)
		for pc := range fn.Ops {
			if op := &fn.Ops[pc]; op.Kind != envs.Release || class(op) != of {
				continue
			}
			for _, b := range c.deciding(fn, int32(pc), 0) {
				if slices.ContainsFunc(looksAt(prog, fn, b), func(r envs.Reg) bool {
					from := defs.Of(fn, r)
					return from != nil && from.Kind == envs.Load && from.Loc == loc
				}) {
					return true
				}
			}
		}
	}
	return false
}

// toldApart reports whether callers can tell whether the lock is kept: it always is, or a result says so, which is no
// error where it is.
func (k *keeping) toldApart(prog envs.Program) bool {
	for _, w := range k.ways {
		for _, o := range k.ways {
			if w.taken != nil && o.taken == nil && !k.apart(prog, w, o.of) {
				return false
			}
		}
	}
	return true
}

// apart reports whether a result tells a way on which the lock is kept from a case in which it is not: an error, or
// something that may be nil. A number or a truth value may tell many things.
func (k *keeping) apart(prog envs.Program, keeps way, not *situation) bool {
	isError := prog.Knows().ReturnsError
	return slices.ContainsFunc(keeps.of.facts, func(f fact) bool {
		i := f.x.Reg - resultRegs
		if i < 0 || int(i) >= k.fn.Results || f.guess || f.cmp != machine.Eq || f.y != (envs.Term{}) {
			return false
		}
		fails := isError != nil && isError(k.fn.ID, int(i)) && !f.yes
		v := not.judge(f)
		return !fails && (v == refuted || v == unlikely)
	})
}

// named reports whether the name of a function has a word for taking a lock, and none that says more.
func named(full string) bool {
	base := full[strings.LastIndexByte(full, '.')+1:]
	if i := strings.IndexByte(base, '$'); i >= 0 {
		return false
	}
	found := false
	for _, w := range words(base) {
		switch w {
		case "lock", "rlock", "wlock", "trylock", "acquire", "enter", "begin":
			found = true
		case "unlock", "runlock", "release", "with", "under":
			return false
		}
	}
	return found
}

// mayEnd reports whether a call of a function that is not known looks as if it did not come back.
func mayEnd(op *envs.Op) bool {
	if len(op.Callee.Funcs) > 0 {
		return false
	}
	name := op.Callee.Name
	return slices.ContainsFunc(words(name[strings.LastIndexByte(name, '.')+1:]), func(w string) bool {
		return slices.Contains([]string{"exit", "fatal", "fatalf", "fatalln", "panic", "panicf", "abort", "die"}, w)
	})
}

// words are the words of a name in lower case: those of TryRLock are try, r and lock.
func words(name string) (all []string) {
	var word []rune
	runes := []rune(name)
	for i, r := range runes {
		starts := unicode.IsUpper(r) && i > 0 &&
			(!unicode.IsUpper(runes[i-1]) || i+1 < len(runes) && unicode.IsLower(runes[i+1]))
		if (starts || r == '_') && len(word) > 0 {
			all, word = append(all, string(word)), nil
		}
		if r != '_' {
			word = append(word, unicode.ToLower(r))
		}
	}
	return append(all, string(word))
}

// paired reports whether a lock that is taken under a condition may be given back under the same one, though that
// could not be followed. It is given back at the operation given, or at any before end if that is below 0. A branch
// decides the one, and a branch decides the other. Both look at something of the same name, or of one unknown. A branch
// does not count that cannot have led elsewhere in the cases in which the lock is held, if these are known.
func (c *checker) paired(prog envs.Program, fn *envs.Func, taken *balance, given, end int32, held State) bool {
	if taken.at.Func() != fn.ID || taken.at.PC() < 0 {
		return false
	}
	around := c.deciding(fn, taken.at.PC(), 0)
	if len(around) == 0 {
		return false
	}
	for i := range fn.Ops {
		op := &fn.Ops[i]
		if given >= 0 && op.PC != given || op.PC > end || !c.gives(prog, op, taken.class) {
			continue
		}
		for _, b := range c.deciding(fn, op.PC, taken.at.PC()) {
			if slices.ContainsFunc(around, func(a *envs.Op) bool { return sameName(prog, fn, a, b) }) &&
				!c.surely(prog, fn, b, op.PC, taken, held) {
				return true
			}
		}
	}
	return false
}

// surely reports whether a branch leads to an operation in all cases in which a lock is held: they know that it is left
// on no other way. It is false if there are no such cases.
func (c *checker) surely(prog envs.Program, fn *envs.Func, b *envs.Op, to int32, taken *balance, held State) bool {
	some := false
	for i := range held.cases {
		t := &held.cases[i]
		if o := t.find(taken.of); o == nil || !o.took() {
			continue
		}
		some = true
		for way, target := range fn.Targets(b) {
			if !forward(fn, target, to) && !c.refutes(prog, fn, t, b, way) {
				return false
			}
		}
	}
	return some
}

// refutes reports whether a case knows that a branch is not left on a way.
func (c *checker) refutes(prog envs.Program, fn *envs.Func, t *situation, b *envs.Op, way int) bool {
	facts, _ := c.told(prog, c.shapeOf(prog, fn), b, prog.Detail(envs.At(fn.ID, b.PC)).On, way)
	return slices.ContainsFunc(facts, func(f fact) bool { v := t.judge(f); return v == refuted || v == unlikely })
}

// forward reports whether control may come from one operation to another without going back in a loop.
func forward(fn *envs.Func, from, to int32) bool {
	comes := make([]bool, len(fn.Ops)+1)
	comes[from] = true
	for pc := from; pc < to; pc++ {
		if op := &fn.Ops[pc]; comes[pc] {
			comes[pc+1] = comes[pc+1] || op.Falls()
			for _, next := range fn.Targets(op) {
				comes[next] = true
			}
		}
	}
	return comes[to] && from <= to
}

// gives reports whether an operation gives a lock of a class back, by itself or by what it calls.
func (c *checker) gives(prog envs.Program, op *envs.Op, of string) bool {
	if op.Kind == envs.Release {
		return class(op) == of
	}
	return op.Kind == envs.Call && slices.ContainsFunc(op.Callee.Funcs, func(f envs.FuncID) bool {
		fn := prog.Func(f)
		return fn != nil && slices.Contains(c.shapeOf(prog, fn).gives, of)
	})
}

// deciding are the branches from one operation on that may decide whether another one is executed.
func (c *checker) deciding(fn *envs.Func, at, from int32) (all []*envs.Op) {
	for pc := from; pc < at; pc++ {
		if op := &fn.Ops[pc]; op.Kind == envs.Branch && c.controls.MayDecide(fn, pc, at) {
			all = append(all, op)
		}
	}
	return all
}

// sameName reports whether the conditions of two branches speak of something that has one name, or one of them of
// nothing.
func sameName(prog envs.Program, fn *envs.Func, a, b *envs.Op) bool {
	x, y := namesOf(prog, fn, a), namesOf(prog, fn, b)
	return len(x) == 0 || len(y) == 0 || slices.ContainsFunc(x, func(n string) bool { return slices.Contains(y, n) })
}

// namesOf are the names of what the condition of a branch speaks of.
func namesOf(prog envs.Program, fn *envs.Func, op *envs.Op) (names []string) {
	name := prog.Knows().Names(fn)
	for _, r := range looksAt(prog, fn, op) {
		names = append(names, name(r))
	}
	return names
}

// looksAt are the registers of which the condition of a branch speaks.
func looksAt(prog envs.Program, fn *envs.Func, op *envs.Op) (regs []envs.Reg) {
	for _, way := range prog.Detail(envs.At(fn.ID, op.PC)).On {
		for _, c := range way {
			regs = append(regs, c.X.Reg, c.Y.Reg)
		}
	}
	return slices.DeleteFunc(append(regs, op.Uses...), func(r envs.Reg) bool { return r == 0 })
}
