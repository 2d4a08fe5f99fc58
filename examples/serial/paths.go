package serial

import (
	"slices"

	"github.com/seed38182bad/parallax/dataflow/transactions"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/serial/internal/serial"
)

// chances are the cycles that may come about in a frame. They never change; nil is that of a frame that has done
// nothing.
type chances struct {
	whole serial.Chances // since it began
	block serial.Chances // since a monitor block began, of which it, or a callee, has the beginning
	names names          // the functions in which that may be
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

// names are the functions in which a block may have begun; none if there is no such block. Of more than a few, those with
// the least numbers count. They never change.
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
		p.block, p.names = serial.Chances{}, nil
	}
	p.names = p.names.with(names{fn.ID})
	return p
}

// end is what follows where a block ends.
func (p chances) end(is transactions.State) chances {
	if !is.MayBeIn() {
		p.block, p.names = serial.Chances{}, nil
	}
	return p
}

// A change is what an operation does to chances, and a cycle that may come about by it.
type change func(serial.Chances) (serial.Chances, serial.Chance)

// apply moves the chances along, and reports what may come about.
func (c *checker) apply(env envs.Env, s state, p chances, f change) chances {
	var chance serial.Chance
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

// look considers what others may do before and after an operation, and reports the cycles that may come about.
func (c *checker) look(env envs.Env, op *envs.Op, s state, now transactions.Change, is transactions.State) state {
	f := c.change(env, op)
	if c.rivals.Learns(env) || f == nil && now == (transactions.Change{}) {
		return s
	}
	p := *s.may.or()
	if now.Begins && !now.Ends {
		p = p.begin(env.Func(), s.is.MayBeIn() && len(p.names) > 0)
	}
	if f != nil {
		p = c.apply(env, s, p, f)
	}
	if now.Ends {
		p = p.end(is)
		if now.Begins {
			p = p.begin(env.Func(), s.is.MayBeOut())
		}
	}
	s.may = p.kept(s.may)
	return s
}

// returned is what follows a call.
func (c *checker) returned(env envs.Env, s, exit state, now transactions.Change, is transactions.State) state {
	if c.rivals.Learns(env) || s.may == nil && exit.may == nil && !now.Begins {
		return s
	}
	p, callee := *s.may.or(), exit.may.or()
	p = c.apply(env, s, p, func(x serial.Chances) (serial.Chances, serial.Chance) {
		return x.Call(callee.whole, c.rivals.Same(env))
	})
	switch {
	case now.Begins:
		p = p.begin(env.Func(), true)
	case len(callee.names) > 0 && !(s.is.Own() && !s.is.MayBeOut()):
		p.block, _ = p.block.Merge(callee.block)
		p.names = p.names.with(callee.names)
	}
	p = p.end(is)
	s.may = p.kept(s.may)
	return s
}

// change is what an operation does, nil if that is nothing.
func (c *checker) change(env envs.Env, op *envs.Op) change {
	touch, comes, leaves := envs.Lock(-1), []serial.Rival(nil), []serial.Rival(nil)
	switch op.Kind {
	case envs.Acquire, envs.TryAcquire:
		if env.MustRetake() {
			return nil
		}
		touch = env.Lock()
		comes = c.lock(env, op, true)
	case envs.Release:
		if env.MustHold(op.Path) {
			return nil // it was taken twice
		}
		touch = env.Lock()
		leaves = c.lock(env, op, false)
	case envs.Wait:
		touch = env.Lock()
		comes, leaves = c.lock(env, op, true), c.lock(env, op, false)
	case envs.Fork:
		leaves = serial.Anybody
	case envs.Join:
		comes = serial.Anybody
	case envs.Send, envs.Receive:
		if !c.Data {
			comes, leaves = serial.Anybody, serial.Anybody
		}
	case envs.Close, envs.Notify:
		if !c.Data {
			leaves = serial.Anybody
		}
	default:
		if op.Accesses() {
			comes = c.rivals.Access(env, op)
			leaves = comes
		}
	}
	if touch < 0 && len(comes) == 0 && len(leaves) == 0 {
		return nil
	}
	at, held, same := env.Point(), serial.Holding{}, c.rivals.Same(env)
	if len(leaves) > 0 {
		held = serial.Held(env)
	}
	waits := op.Kind == envs.Wait
	if waits {
		held = held.Without(touch, same) // meanwhile
	}
	return func(x serial.Chances) (serial.Chances, serial.Chance) {
		if touch >= 0 {
			x = x.Touch(touch, same)
		}
		if waits { // others may come between
			x = x.Leave(at, held, leaves)
		}
		x, closed := x.Come(at, comes, same)
		return x.Leave(at, held, leaves), closed
	}
}

// lock gives what may conflict with an operation of a lock.
func (c *checker) lock(env envs.Env, op *envs.Op, acquire bool) []serial.Rival {
	if c.Data {
		return nil
	}
	return c.rivals.Lock(env, env.Lock(), acquire, op.Is(envs.Shared))
}
