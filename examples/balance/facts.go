package balance

import (
	"cmp"
	"slices"

	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/envs"
)

// A fact is the outcome of a condition.
type fact struct {
	*question
	yes bool
}

// A question is a condition of which outcomes are kept, each once for a checker.
type question struct {
	x, y  envs.Term // plain
	cmp   machine.Cmp
	text  string // as the source writes it; empty if nothing else in the function is written so
	guess bool   // the outcome is likely, and not known
	n     int32  // its number
}

func compareFacts(f, g fact) int {
	if f.yes != g.yes {
		if f.yes {
			return 1
		}
		return -1
	}
	return cmp.Compare(f.n, g.n)
}

// questions has them all.
type questions struct{ of map[question]*question }

func (q *questions) intern(k question) *question {
	if q.of == nil {
		q.of = map[question]*question{}
	}
	if known, ok := q.of[k]; ok {
		return known
	}
	made := k
	made.n = int32(len(q.of) + 1)
	q.of[k] = &made
	return &made
}

// ask is the question of which a condition is an outcome.
func (q *questions) ask(c envs.Condition, text string) fact {
	c, yes := positive(c)
	if c.X.Reg == 0 && c.Cmp == machine.Eq {
		c.X, c.Y = c.Y, c.X
	}
	return fact{q.intern(question{x: plain(c.X), y: plain(c.Y), cmp: c.Cmp, text: text}), yes}
}

// positive is one of a condition and its negation, the same for both, and whether it is the condition.
func positive(c envs.Condition) (envs.Condition, bool) {
	switch c.Cmp {
	case machine.Ne, machine.Ge, machine.Gt:
		return c.Negate(), false
	}
	return c, true
}

// plain is a term without the kind of what it stands for, which says nothing more of it. The zero Term is nil.
func plain(t envs.Term) envs.Term {
	if t.Int() && t.Reg == 0 {
		t.Const = t.Const.Convert(machine.Int)
	}
	t.Kind = machine.NoKind
	return t
}

// equals asks whether a register holds a constant.
func (q *questions) equals(r envs.Reg, y envs.Term, yes bool) fact {
	return fact{q.intern(question{x: envs.Term{Reg: r}, y: plain(y), cmp: machine.Eq}), yes}
}

// truth is the comparison of a question whether a register counts as true, of which no condition tells more.
const truth = machine.NumCmps

// counts asks whether a register counts as true.
func (q *questions) counts(r envs.Reg, text string, yes bool) fact {
	return fact{q.intern(question{x: envs.Term{Reg: r}, cmp: truth, text: text}), yes}
}

// with is the fact with another register in place of one; false if it is not about that one.
func (q *questions) with(f fact, from, to envs.Reg) (fact, bool) {
	k := *f.question
	k.n = 0
	if k.x.Reg != from && k.y.Reg != from {
		return f, false
	}
	if k.x.Reg == from {
		k.x.Reg = to
	}
	if k.y.Reg == from {
		k.y.Reg = to
	}
	return fact{q.intern(k), f.yes}, true
}

// A verdict is what facts say of an outcome.
type verdict uint8

const (
	open     verdict = iota // nothing
	agrees                  // it is the outcome
	unlikely                // a condition that looks the same had another one
	refuted                 // it is not
)

// judge says what the facts know of the outcome g.
func (s *situation) judge(g fact) verdict {
	if g.x.Reg == 0 && g.cmp == machine.Eq {
		if (g.x == g.y) == g.yes {
			return agrees
		}
		return refuted
	}
	soft := open
	for _, f := range s.facts {
		same := f.x == g.x && f.y == g.y && f.cmp == g.cmp
		switch {
		case same && f.yes == g.yes:
			return agrees
		case same && !f.guess && !g.guess:
			return refuted
		case same, f.text != "" && f.text == g.text && f.yes != g.yes:
			soft = unlikely
		case f.x == g.x && f.cmp == machine.Eq && g.cmp == machine.Eq && f.yes && f.y.Reg == 0 && g.y.Reg == 0:
			if g.yes { // equal to another constant
				return refuted
			}
			return agrees
		}
	}
	return soft
}

// meets is learn of an outcome that is kept only if it is worth it.
func (s *situation) meets(g fact, keep bool) bool {
	if keep {
		return s.learn(g)
	}
	v := s.judge(g)
	s.doubt = s.doubt || v == unlikely
	return v != refuted
}

// learn adds an outcome. It is false if that is impossible.
func (s *situation) learn(g fact) bool {
	switch s.judge(g) {
	case refuted:
		return false
	case agrees:
		return true
	case unlikely:
		s.doubt = true
		if g.guess {
			return true
		}
		s.facts = slices.DeleteFunc(slices.Clone(s.facts), func(f fact) bool {
			return f.text != "" && f.text == g.text || f.guess && f.x == g.x
		})
	}
	if g.x.Reg != 0 || g.y.Reg != 0 {
		s.facts = inserted(s.facts, g, compareFacts)
	}
	return true
}

// outcome learns whether what a register holds is true. It is false if that is impossible.
func (c *checker) outcome(s *situation, r envs.Reg, yes bool) bool {
	zero := envs.ConstTerm(machine.Int.Of(0))
	return s.learn(c.questions.equals(r, zero, !yes)) && s.learn(c.questions.counts(r, "", yes))
}

// forget drops what is known of registers.
func (s *situation) forget(is func(envs.Reg) bool) {
	gone := func(f fact) bool { return f.x.Reg != 0 && is(f.x.Reg) || f.y.Reg != 0 && is(f.y.Reg) }
	if slices.ContainsFunc(s.facts, gone) {
		s.facts = slices.DeleteFunc(slices.Clone(s.facts), gone)
	}
}

// follow is the effect on facts of what an operation defines: constants and copies.
func (q *questions) follow(s *situation, op *envs.Op, d *envs.Detail, wanted func(envs.Reg) bool) {
	var learnt []fact
	for i := range d.Defs {
		def := &d.Defs[i]
		if def.Op != envs.Copy || def.Of != envs.Whole || !wanted(def.Reg) || op.Kind == envs.Load {
			continue
		}
		learnt = append(learnt, q.copied(s, def.Reg, def.X)...)
	}
	s.forget(op.Defines)
	for _, f := range learnt {
		s.learn(f)
	}
}

// copied is what is known of a register that has got the value of a term.
func (q *questions) copied(s *situation, to envs.Reg, from envs.Term) (facts []fact) {
	if from.Reg == 0 {
		return append(facts, q.equals(to, from, true), q.counts(to, "", !from.IsNil() && from.Const.Bits() != 0))
	}
	for _, f := range s.facts {
		if g, ok := q.with(f, from.Reg, to); ok && from.Of == envs.Whole {
			facts = append(facts, g)
		}
	}
	return facts
}
