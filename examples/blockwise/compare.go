package blockwise

import (
	"slices"

	"github.com/seed38182bad/parallax/domains/interleaving"
	"github.com/seed38182bad/parallax/envs"
)

// compare finds the partners of a class that is new: others that it may split, or that may split it.
func (b *book) compare(env envs.Env, c *class) {
	c.compared = true
	for _, v := range c.vars {
		for _, d := range b.byVar[v] {
			if d.number > c.number || first(c, d) != v {
				continue // it compares itself, or was found by another variable
			}
			x := interleaving.Pair[envs.Lock, spot]{Locks: locksOf(env), One: c.transaction, Other: d.transaction, Group: segmentOf}
			p := &pair{one: c, other: d}
			if p.ofOne, p.ofOther = x.Splits(); c == d {
				p.ofOther = nil
			}
			if len(p.ofOne)+len(p.ofOther) == 0 {
				continue
			}
			if c.partners = append(c.partners, p); c != d {
				d.partners = append(d.partners, p)
			}
		}
	}
}

func segmentOf(s spot) int { return s.Segment }

// first is the first of the variables of c that d has, too.
func first(c, d *class) int64 {
	for _, v := range c.vars {
		if slices.Contains(d.vars, v) {
			return v
		}
	}
	return 0
}

// look compares a moment of a class with those of its partners.
func (b *book) look(env envs.Env, c *class, m *moment) {
	c.partners = slices.DeleteFunc(c.partners, func(p *pair) bool {
		of, ofThem, d := &p.ofOne, &p.ofOther, p.other
		if d == c {
			of, ofThem, d = ofThem, of, p.one
		}
		if p.one == p.other {
			of, ofThem = &p.ofOne, &p.ofOther
		}
		for i := range d.moments {
			n := &d.moments[i]
			*of, *ofThem = b.confirm(env, c, d, m, n, *of), b.confirm(env, d, c, n, m, *ofThem)
			if p.one == p.other {
				*of = b.confirm(env, c, c, n, m, *of)
			}
		}
		return len(*of)+len(*ofThem) == 0
	})
}

// confirm finds those splits of c, executed at a moment m, that d may make at n, and gives the others.
func (b *book) confirm(env envs.Env, c, d *class, m, n *moment, splits []split) []split {
	left := splits[:0:0]
	for _, s := range splits {
		may := true
		for _, by := range s.By {
			may = may && mayPart(env, m, s.First, s.Second, n, by)
		}
		if !may {
			left = append(left, s)
			continue
		}
		b.found(&finding{c, s, []*class{c, d}})
	}
	return left
}

// found notes a finding with those that have part in it, and do not know one like it.
func (b *book) found(f *finding) {
	like := f.about()
	for _, c := range f.by {
		if !c.known[like] {
			if c.known == nil {
				c.known = map[about]bool{}
			}
			c.known[like], b.grew = true, true
			c.found = append(c.found, f)
		}
	}
}

// mayPart reports whether an event at the moment n may come between two events at m, as far as threads
// tell.
func mayPart(env envs.Env, m *moment, first, second *event, n *moment, by *event) bool {
	s := n.segments[by.Of.Segment]
	from, to := first.Of.Segment, second.Of.Segment
	for i := min(from, to); i <= max(from, to); i++ {
		if env.MayOverlap(m.segments[i], s) {
			return true
		}
	}
	return false
}

// beside reports whether parts of two moments may be executed at the same time.
func beside(env envs.Env, m, n *moment) bool {
	for _, s := range m.segments {
		for _, t := range n.segments {
			if env.MayOverlap(s, t) {
				return true
			}
		}
	}
	return false
}

// locksOf says how locks are compared.
func locksOf(env envs.Env) locks {
	return locks{MustDomain: env.LockSets().Must(), MayBeSame: func(a, b envs.Lock) bool {
		if a < 0 || b < 0 {
			return a == b
		}
		return env.MayBeSame(a, b)
	}}
}
