package views

import (
	"slices"
	"strings"

	"github.com/seed38182bad/parallax/domains/view"
	"github.com/seed38182bad/parallax/envs"
)

// ranking is what reports are ranked by. It suppresses none.
type ranking struct {
	classes
	sites   map[[2]envs.Point]*site
	having  map[string][]*site // by what was accessed there
	near    map[[2]*site]shape // see apart
	callers map[envs.FuncID]view.View[envs.FuncID]
}

func newRanking() ranking {
	return ranking{
		classes: classes{byLoc: map[*envs.Loc]*class{}, byName: map[string]*class{}},
		sites:   map[[2]envs.Point]*site{},
		having:  map[string][]*site{},
		near:    map[[2]*site]shape{},
	}
}

// A shape is how the three blocks of a tear belong together, as far as their places tell.
type shape uint8

const (
	oneFunction shape = 1 << iota // takes the parts one after the other
	oneCaller                     // leads to both parts
	bothWritten                   // the whole writes on both sides
	bothApart                     // each part writes its side
	decided                       // one part reads, and the other one writes
	mixed                         // the order matters on both sides, in another way
)

// aspects are what there is to say of a shape, and how much it weighs.
var aspects = [...]struct {
	shape
	weight int
	why    string
}{
	{oneFunction, 50, "one function takes them apart"},
	{oneCaller, 30, "one function leads to both of the critical sections that take them apart"},
	{bothWritten, 30, "they are written together in the one critical section"},
	{bothApart, 25, "they are written one after the other"},
	{decided, 20, "what one critical section has read another one may go by when it writes"},
	{mixed, 10, "the order matters to both of the critical sections that take them apart"},
}

func (s shape) weight() (w int) {
	for _, a := range aspects {
		if s&a.shape != 0 {
			w += a.weight
		}
	}
	return w
}

// ordered are the shapes in which the order of the blocks matters.
const ordered = bothWritten | bothApart | decided | mixed

// mostByAccesses is what the accesses add to the weight of a shape, at most.
const mostByAccesses = 30

// shape is that of a tear, as far as it is one that weighs more than a number.
func (c *checker) shape(env envs.Env, t tear, than int) (s shape) {
	a, b := t.Parts[0], t.Parts[1]
	s = c.apart(env, a.place, b.place)
	if s.weight()+mostByAccesses <= than {
		return s
	}
	w, p, q := c.accesses(env, t.Whole.Of.site), c.accesses(env, a.Of.site), c.accesses(env, b.Of.site)
	wa, pa := c.writesElse(w, a, b), c.writesElse(p, a, b)
	wb, qb := c.writesElse(w, b, a), c.writesElse(q, b, a)
	switch {
	case wa && wb:
		return s | bothWritten
	case pa && qb:
		return s | bothApart
	case wa && qb || wb && pa:
		return s | mixed | decided
	case (wa || pa) && (wb || qb):
		return s | mixed
	}
	return s
}

// writes reports whether what may be accessed is written of what one part has, and another one has not.
func (c *checker) writesElse(all accesses, of, but part) bool {
	for v := range of.Common.All() {
		if !but.Common.Has(v) && all[c.memory.VariableName(v)] {
			return true
		}
	}
	return false
}

// A site is where a block begins and ends, whatever it has done.
type site struct {
	from, to envs.Point
	names    map[string]bool // of what was accessed in it
	all      accesses        // that may be made in it, of those
	asked    int             // how many names there were then
}

// at is the site of a place, to which its names are added.
func (c *checker) at(env envs.Env, p *place) *site {
	key := [...]envs.Point{p.From, p.End}
	s := c.sites[key]
	if s == nil {
		s = &site{from: p.From, to: p.End, names: map[string]bool{}}
		c.sites[key] = s
	}
	for v := range p.Facts.All() {
		if name := c.memory.VariableName(v); !s.names[name] {
			s.names[name] = true
			c.having[name] = append(c.having[name], s)
			c.learned++
		}
	}
	return s
}

// accesses are those that may be made at a site.
func (c *checker) accesses(env envs.Env, s *site) accesses {
	if s.asked != len(s.names) {
		s.asked, s.all = len(s.names), accesses{}
		for name, written := range c.reach.between(env, s.from, s.to) {
			if s.names[name] {
				s.all[name] = written
			}
		}
	}
	return s.all
}

// rank says how much speaks for a defect.
func (c *checker) rank(env envs.Env, x *conflict) (rank int, why []string) {
	rank = 50
	add := func(ok bool, n int, text string) {
		if ok {
			rank += n
			why = append(why, text)
		}
	}
	for _, a := range aspects {
		add(x.shape&a.shape != 0, a.weight, a.why)
	}
	add(x.shape&ordered == 0, -40, "the order of the one critical section and another one does not matter")
	whole, a, b := x.example.Whole, x.example.Parts[0], x.example.Parts[1]
	add(a.From == b.From, -25, "two ways through one critical section take them apart")
	more, reasons := c.pair(env, whole, c.lacking(env, a.Common, b.Common), c.lacking(env, b.Common, a.Common))
	rank, why = rank+more, append(why, reasons...)
	n := whole.Facts.Len()
	add(n > 8 && n <= 24, -10, "the critical section accesses much else")
	add(n > 24, -20, "the critical section accesses very much else")
	return rank, why
}

// lacking are the names of what is written, and in one part only.
func (c *checker) lacking(env envs.Env, a, b vars) (names []string) {
	for v := range c.written(a).All() {
		if name := c.memory.VariableName(v); !b.Has(v) && !c.named(b, name) && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names[:min(len(names), 8)]
}

// pair is what speaks for one variable on either side of a tear to belong together: of those for
// which most does.
func (c *checker) pair(env envs.Env, whole *place, as, bs []string) (most int, why []string) {
	first := true
	for _, x := range as {
		for _, y := range bs {
			n, reasons := c.together(env, whole, x, y)
			if first || n > most {
				first, most, why = false, n, reasons
			}
		}
	}
	return most, why
}

func (c *checker) together(env envs.Env, whole *place, x, y string) (rank int, why []string) {
	add := func(ok bool, n int, text string) {
		if ok {
			rank += n
			why = append(why, text)
		}
	}
	lock := whole.LockName(env)
	add(owner(x) == owner(y) && owner(x) == owner(lock), 10, "fields of the object that has the lock")
	both, one := c.writers(env, x, y)
	add(both > 0 && both >= 2*one, 20, "they are mostly written together")
	add(one >= 2*both, -10, "they are mostly written in critical sections of their own")
	for _, name := range [...]string{x, y} {
		of := c.byName[name]
		if of == nil {
			continue
		}
		add(of.values == constants, -15, name+" is only ever set to constants")
		add(of.values&bits != 0 && of.values&^(bits|constants) == 0, -20, name+" is a word of flags")
		add(of.values&sums != 0 && of.values&^(sums|constants) == 0, -10, name+" is counted up and down")
		add(!slices.Contains(of.locks, lock) && !slices.Contains(of.locks, c.locks.LockName(whole.Lock)), -20,
			name+" is written without the lock, too")
	}
	return rank, why
}

// owner is what a field belongs to.
func owner(name string) string { return name[:strings.LastIndexByte(name, '.')+1] }

// writers are at how many sites both of two variables may be written, and at how many only one.
func (c *checker) writers(env envs.Env, x, y string) (both, one int) {
	for _, s := range c.having[x] {
		switch all := c.accesses(env, s); {
		case all[x] && all[y]:
			both++
		case all[x] || all[y]:
			one++
		}
	}
	for _, s := range c.having[y] {
		if !s.names[x] && c.accesses(env, s)[y] {
			one++
		}
	}
	return both, one
}

// apart says whether the blocks of two places are of one function, and one comes after the other, or
// something calls the functions of both.
func (c *checker) apart(env envs.Env, p, q *place) shape {
	key := [...]*site{p.Of.site, q.Of.site}
	s, known := c.near[key]
	if !known {
		f, g := p.From.Func(), q.From.Func()
		switch {
		case f == g && p.From != q.From && (leads(env, p, q) || leads(env, q, p)):
			s = oneFunction
		case f != g && c.meet(env, f, g):
			s = oneCaller
		}
		c.near[key] = s
	}
	return s
}

// leads reports whether control may go from the end of one block to the beginning of another one.
func leads(env envs.Env, p, q *place) bool {
	return p.End.Func() == q.From.Func() && env.Program().Func(p.End.Func()).After(p.End.PC())[q.From.PC()]
}

// meet reports whether one of two functions calls the other one, or a third one both.
func (c *checker) meet(env envs.Env, f, g envs.FuncID) bool {
	if c.callers == nil {
		c.callers = callers(env.Program())
	}
	of := func(f envs.FuncID) view.View[envs.FuncID] { return c.callers[f] }
	return of(f).Has(g) || of(g).Has(f) || of(f).Intersect(of(g)).Len() > 0
}

// callers are those that call each function by name.
func callers(p envs.Program) map[envs.FuncID]view.View[envs.FuncID] {
	lists := map[envs.FuncID][]envs.FuncID{}
	for id := range envs.FuncID(p.NumFuncs()) {
		fn := p.Func(id)
		if fn == nil {
			continue
		}
		for i := range fn.Ops {
			if op := &fn.Ops[i]; op.Kind == envs.Call && op.Callee != nil && len(op.Callee.Funcs) == 1 {
				lists[op.Callee.Funcs[0]] = append(lists[op.Callee.Funcs[0]], id)
			}
		}
	}
	all := map[envs.FuncID]view.View[envs.FuncID]{}
	for f, list := range lists {
		all[f] = view.Of(list...)
	}
	return all
}

// shapeOf is the shape of a tear, as far as it may matter more than that of which its conflict tells.
func (c *checker) shapeOf(env envs.Env, t tear) shape {
	than := 0
	if x := t.Whole.Of.split; x.example.Whole != nil {
		than = x.shape.weight()
	}
	return c.shape(env, t, than)
}
