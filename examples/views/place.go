package views

import (
	"slices"

	"github.com/seed38182bad/parallax/dataflow/blocks"
	"github.com/seed38182bad/parallax/envs"
)

// A place is a block with a content and an end.
type place struct {
	*content
	blocks.Block
	End     envs.Point // where the lock is given back
	Moments []blocks.Moment
	Of      spot // the checker's own

	looked  int  // at how many of the moments
	dropped bool // some moments, as there were too many
}

// Limits of the moments that are kept.
const (
	maxSegments = 8  // of one thread at a place
	maxMoments  = 64 // at a place: the last ones
)

// place is that of a block with a content.
func (b *book) place(env envs.Env, x *content, block blocks.Block) *place {
	end := env.Point()
	if p := x.last; p != nil && p.Block == block && p.End == end {
		return p
	}
	i := slices.IndexFunc(x.Places, func(p *place) bool { return p.Block == block && p.End == end })
	if i >= 0 {
		x.last = x.Places[i]
		return x.last
	}
	x.last = &place{content: x, Block: block, End: end}
	x.Places = append(x.Places, x.last)
	if b.came != nil {
		b.came(env, x.last)
	}
	return x.last
}

// meet adds a moment, and reports whether it is another one than those before.
func (p *place) meet(m blocks.Moment) bool {
	alike := 0
	for i := range p.Moments {
		if o := &p.Moments[i]; o.Thread == m.Thread {
			if alike++; alike == maxSegments || o.Segment.Equal(m.Segment) {
				return false
			}
		}
	}
	if len(p.Moments) == maxMoments {
		gone := maxMoments / 4
		p.dropped = true
		p.Moments, p.looked = slices.Clone(p.Moments[gone:]), max(p.looked-gone, 0)
		p.threads = slices.DeleteFunc(p.threads, func(t envs.Thread) bool { return !p.by(t) })
	}
	p.Moments = append(p.Moments, m)
	if alike == 0 && !slices.Contains(p.threads, m.Thread) {
		p.threads = append(p.threads, m.Thread)
		for _, s := range p.PartOf {
			s.add(m.Thread)
		}
	}
	return true
}

// by reports whether a thread was at one of the places of a content.
func (x *content) by(t envs.Thread) bool {
	return slices.ContainsFunc(x.Places, func(p *place) bool {
		return slices.ContainsFunc(p.Moments, func(m blocks.Moment) bool { return m.Thread == t })
	})
}

// news are the moments that were not yet looked at, or not since something was renewed; from now on
// they are.
func (p *place) news() []blocks.Moment {
	news := p.Moments[p.looked:]
	p.looked = len(p.Moments)
	return news
}

// maxTold is of how many variables a story tells.
const maxTold = 6

// story tells where the block of a place begins, and where some variables are accessed in it. It tells for whom the
// lock is taken, and what is said of each name.
func (b *book) story(env envs.Env, p *place, of vars, whom string) []envs.Evidence {
	story := []envs.Evidence{{At: p.From, Text: p.LockName(env) + " is taken for " + whom}}
	told := map[string]bool{}
	for v := range of.All() {
		if n := b.memory.VariableName(v); !told[n] && len(told) < maxTold {
			told[n] = true
			story = append(story, envs.Evidence{At: b.Where(p.From, v), Text: n + " is accessed in it"})
		}
	}
	return story
}
