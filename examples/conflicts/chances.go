package conflicts

import (
	"slices"

	"github.com/seed38182bad/parallax/dataflow/transactions"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/conflicts/internal/conflict"
)

// chances are the cycles that may come about in a frame. They never change; nil is that of a frame that has done
// nothing.
type chances struct {
	whole conflict.Chances // since it began
	block conflict.Chances // since a monitor block began, of which it, or a callee, has the beginning
	names names            // the functions in which that may be
}

var nothing chances

func (p *chances) or() *chances {
	if p == nil {
		return &nothing
	}
	return p
}

func (p *chances) merge(o *chances) (*chances, bool) {
	if p == o || o == nil || p != nil && p.equal(o) {
		return p, false
	}
	old := p
	p = p.or()
	whole, grew := p.whole.Merge(o.whole)
	block, more := p.block.Merge(o.block)
	names := p.names.with(o.names)
	if !grew && !more && slices.Equal(names, p.names) {
		return old, false
	}
	return &chances{whole, block, names}, true
}

func (p *chances) equal(o *chances) bool {
	return p.whole.Equal(o.whole) && p.block.Equal(o.block) && slices.Equal(p.names, o.names)
}

// kept is what follows from was: nil if the frame has done nothing, was itself if nothing has changed.
func (p *chances) kept(was *chances) *chances {
	if p.equal(was.or()) {
		return was
	}
	if p.equal(&nothing) {
		return nil
	}
	k := *p
	return &k
}

// names are the functions in which a block may have begun; none if there is no such block. Of more than a few, those
// with the least numbers count. They never change.
type names []envs.FuncID

const maxNames = 4

func (n names) with(o names) names {
	if len(o) == 0 || slices.Equal(n, o) {
		return n
	}
	all := slices.Concat(n, o)
	slices.Sort(all)
	all = slices.Compact(all)
	return all[:min(len(all), maxNames)]
}

// begin is what follows where a block begins; before says that it may have begun before.
func (p chances) begin(fn *envs.Func, before bool) chances {
	if !before {
		p.block, p.names = conflict.Chances{}, nil
	}
	p.names = p.names.with(names{fn.ID})
	return p
}

// end is what follows where a block ends.
func (p chances) end(is transactions.State) chances {
	if !is.MayBeIn() {
		p.block, p.names = conflict.Chances{}, nil
	}
	return p
}

// A change is what an operation does to chances, and a cycle that may come about by it.
type change func(conflict.Chances) (conflict.Chances, conflict.Chance)

// apply moves the chances along, and reports what may come about.
func (c *checker) apply(env envs.Env, s state, p chances, f change) chances {
	var chance conflict.Chance
	if p.whole, chance = f(p.whole); s.is.Own() && !chance.IsZero() {
		c.reportChance(env, env.Func().ID, chance)
	}
	if len(p.names) == 0 {
		return p
	}
	if p.block, chance = f(p.block); !chance.IsZero() {
		for _, fn := range p.names {
			c.reportChance(env, fn, chance)
		}
	}
	return p
}
