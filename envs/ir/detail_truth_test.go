package ir_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/envs/ir/irgen"
)

// before is what a thread was about to do, and the registers then.
type before struct {
	at    envs.Point
	depth int
	regs  []ir.Value
	lens  []int64
}

// truth holds details against the registers of a run, before and after.
type truth struct {
	t       *testing.T
	p       *ir.Program
	threads map[envs.Thread]*before
	checked map[string]int
}

func (c *truth) observe(s *ir.State) {
	f := c.p.Func(s.Point().Func())
	now := &before{at: s.Point(), depth: s.Depth(), regs: make([]ir.Value, f.Regs), lens: make([]int64, f.Regs)}
	for r := range now.regs {
		now.regs[r] = s.Reg(envs.Reg(r))
		n, ok := s.Len(now.regs[r])
		if now.lens[r] = int64(n); !ok {
			now.lens[r] = -1
		}
	}
	if was := c.threads[s.Thread()]; was != nil && was.depth == now.depth && was.at.Func() == now.at.Func() {
		c.compare(f, was, now)
	}
	c.threads[s.Thread()] = now
}

// compare checks what the operation at was says of how now came about.
func (c *truth) compare(f *envs.Func, was, now *before) {
	op := &f.Ops[was.at.PC()]
	d := c.p.Detail(was.at)
	if op.Kind == envs.Branch {
		targets := f.Targets(op)
		if targets[0] == targets[1] {
			return
		}
		for i, conds := range d.On {
			if targets[i] == now.at.PC() {
				for _, cond := range conds {
					c.holds("on", f, op, cond, now)
				}
			}
		}
		return
	}
	if !op.Falls() || now.at.PC() != op.PC+1 || op.Handler == op.PC+1 || op.Kind == envs.Call {
		return
	}
	for i := range d.Checks {
		for _, cond := range d.Checks[i].All {
			c.holds("check", f, op, cond, was)
		}
	}
	for i := range d.Defs {
		def := &d.Defs[i]
		got, ok := value(def.Target(), now)
		if !def.Target().Int() {
			require.True(c.t, now.regs[def.Reg].IsNil(), "%s: %s", op, def)
			continue
		}
		x, okX := value(def.X, was)
		y, okY := value(def.Y, was)
		if !ok || !okX || def.Op == envs.Binary && !okY {
			continue
		}
		want := x
		switch def.Op {
		case envs.Any:
			continue
		case envs.Binary:
			want, _ = machine.Apply(def.Arith, x, y)
		case envs.Unary:
			want, _ = machine.ApplyUnary(def.One, x)
		}
		c.checked["def"]++
		require.Equal(c.t, want, got, "%s: %s\nbefore: %v\nafter:  %v", op, def.Text(f.RegName), was.regs, now.regs)
	}
	for _, cond := range d.Facts {
		c.holds("fact", f, op, cond, now)
	}
}

func (c *truth) holds(what string, f *envs.Func, op *envs.Op, cond envs.Condition, at *before) {
	c.checked[what]++
	if !cond.X.Int() {
		isNil := func(t envs.Term) bool { return t.Reg == 0 || at.regs[t.Reg].IsNil() }
		require.Equal(c.t, cond.Cmp == machine.Eq, isNil(cond.X) == isNil(cond.Y), "%s: %s with %v", op, cond.Text(f.RegName),
			at.regs)
		return
	}
	x, okX := value(cond.X, at)
	y, okY := value(cond.Y, at)
	if okX && okY {
		require.True(c.t, cond.Cmp.Holds(x, y), "%s: %s with %v", op, cond.Text(f.RegName), at.regs)
	}
}

// value is a term as a number; a reference counts as 0, and what is no array has no
// length.
func value(t envs.Term, at *before) (machine.Value, bool) {
	switch {
	case t.Reg == 0:
		return t.Const, t.Int()
	case t.Of == envs.Len:
		return machine.Int64.Of(at.lens[t.Reg]), at.lens[t.Reg] >= 0
	}
	n, _ := at.regs[t.Reg].Int()
	return machine.Int64.Of(n), true
}

// What details say holds in runs of generated programs and of one that computes.
func TestDetailsTellTheTruth(t *testing.T) {
	c := &truth{t: t, checked: map[string]int{}}
	texts := []string{computes}
	for seed := range uint64(300) {
		texts = append(texts, irgen.Program(irgen.Seeded(seed), irgen.Options{}))
	}
	for _, text := range texts {
		p, err := ir.Parse("x.plx", text)
		require.NoError(t, err)
		for seed := range uint64(3) {
			c.p, c.threads = p, map[envs.Thread]*before{}
			p.Run(seed, ir.Options{MaxSteps: 5000, Observe: c.observe}).Result()
		}
	}
	for _, what := range []string{"def", "on", "check", "fact"} {
		require.Greater(t, c.checked[what], 1000, what)
	}
}

const computes = `
class Node { next, value }

func fill(n) {
	a = new[n]
	i = 0
	while i < len(a) {
		a[i] = nondet(7) - 3
		i = i + 1
	}
	return a
}

func list(a) {
	head = nil
	i = len(a) - 1
	while i >= 0 {
		n = new Node
		n.next = head
		n.value = a[i]
		head = n
		i = i - 1
	}
	return head
}

func main() {
	round = 0
	while round < 20 {
		a = fill(nondet(6))
		p = list(a)
		sum = 0
		while p != nil {
			v = p.value
			if v {
				sum = sum + 100 / v
			}
			try {
				sum = sum + a[v] * -v
				sum = sum % v
			} catch e {
				if e == -2 { sum = 0 } else { sum = -1 }
			}
			p = p.next
			q = p
			if q == p { skip }
			if !(q != 0) { q = sum }
			if q != 3 { skip }
		}
		round = round + 1
	}
}
`
