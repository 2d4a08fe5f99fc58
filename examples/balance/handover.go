package balance

import (
	"slices"

	"github.com/seed38182bad/parallax/envs"
)

// A handed lock is one that a thread is to give back that is started while the frame holds it.
type handed struct {
	balance
	to envs.FuncID
}

// hand notes the locks that are handed over certainly: the frame holds them in all cases, and does not give them back
// afterwards.
func (c *checker) hand(env envs.Env, op *envs.Op, s State) {
	at, prog := env.Point(), env.Program()
	delete(c.book.handed, at)
	if len(op.Callee.Funcs) != 1 || op.Callee.Open || len(s.cases) == 0 || !c.met.MayStay() {
		return
	}
	after := env.Func().After(op.PC)
	for _, b := range s.cases[0].open {
		keeps := func(t situation) bool { o := t.find(b.of); return o == nil || !o.took() }
		if !b.took() || !b.of.named() || b.class == "" || slices.ContainsFunc(s.cases, keeps) ||
			slices.ContainsFunc(env.Func().Ops, func(op envs.Op) bool { return after[op.PC] && c.gives(prog, &op, b.class) }) {
			continue
		}
		c.book.handed[at] = append(c.book.handed[at], handed{b, op.Callee.Funcs[0]})
	}
}

// judgeHanded reports threads that give back a lock that was handed to them on one way, and end with it on another.
func (c *checker) judgeHanded(prog envs.Program, report func(envs.Point, envs.Report)) {
	for _, start := range points(c.book.handed) {
		for _, h := range c.book.handed[start] {
			call := &prog.Func(start.Func()).Ops[start.PC()]
			for _, p := range c.keptBy(call, h) {
				name := h.of.name(h.class)
				report(p, envs.Report{Kind: Left, Cause: h.at,
					Message: name + side(h.alone <= 0) + " is still held when the thread ends here",
					Evidence: append(taken(&h.balance), envs.Evidence{At: start,
						Text: "a thread is started that gives " + name + " back on another path"},
						envs.Evidence{At: p, Text: "the thread ends, and has not given it back"})})
			}
		}
	}
}

// keptBy are the ways out of a thread on which it does not touch a lock that it gives back on others.
func (c *checker) keptBy(start *envs.Op, h handed) (all []envs.Point) {
	gives := false
	for _, p := range points(c.book.ways) {
		s := c.book.ways[p]
		if p.Func() != h.to || s.full {
			continue
		}
		if s.someLoose(h.class) {
			return nil
		}
		kept := false
		for i := range s.cases {
			used, gave := false, false
			for _, b := range slices.Concat(s.cases[i].open, s.cases[i].closed) {
				used = used || b.class == h.class
				gave = gave || (b.need == lent || b.need == shared) && !b.took() && b.of.path.In(start.Callee.Args).Same(h.of.path)
			}
			gives = gives || gave
			kept = kept || !used && s.counts(&s.cases[i], c.All)
		}
		if kept {
			all = append(all, p)
		}
	}
	if !gives {
		return nil
	}
	return all
}
