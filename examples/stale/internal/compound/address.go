package compound

import (
	"slices"

	"github.com/seed38182bad/parallax/envs"
)

// What is done by the address of a field is done to the field. Methods of a type of flags do so: c.flags.set(closed)
// hands the address of c.flags to set, which loads and stores what is there.

// pointed are the parameters of which a function loads, and stores, what they point to, as a whole.
type pointed struct{ loaded, stored uint32 }

// byAddress calls do for each field whose address is handed to a callee which loads or stores what is there, with the
// operation that makes the address.
func (c *checker) byAddress(env envs.Env, op *envs.Op, do func(by *envs.Op, loaded, stored bool)) {
	if op.Callee == nil || len(op.Callee.Funcs) != 1 {
		return
	}
	p := c.pointedBy(env.Program().Func(op.Callee.Funcs[0]))
	for i := int32(0); p.loaded|p.stored != 0; i++ {
		if loaded, stored := p.loaded&1 != 0, p.stored&1 != 0; loaded || stored {
			if by := c.addressOf(env, op, i); by != nil {
				do(by, loaded, stored)
			}
		}
		p.loaded, p.stored = p.loaded>>1, p.stored>>1
	}
}

// accessed notes the accesses of such a call for the Book.
func (c *checker) accessed(env envs.Env, op *envs.Op) {
	c.byAddress(env, op, func(by *envs.Op, loaded, stored bool) {
		if loaded {
			c.Access(env, by.Loc, false, false)
		}
		if stored {
			c.Access(env, by.Loc, true, false)
		}
	})
}

// addressed follows such a call as if it loaded and stored the field itself. Its callee has no name for the locks that
// are held, but for those of which each is a single one.
func (c *checker) addressed(env envs.Env, op *envs.Op, f *State) (rs readings) {
	now := slices.DeleteFunc(held(c.locks), func(l lock) bool { return c.locks.MustBeSame(l.is, l.is) })
	if len(now) == 0 {
		return nil
	}
	c.byAddress(env, op, func(by *envs.Op, loaded, stored bool) {
		base := objectOf(env.Func(), by)
		if stored {
			a := act{point: env.Point(), loc: by.Loc, base: base, value: f.all(op.Uses), now: now}
			if c.opts.Handover {
				f.claimed(a)
			}
			for _, l := range now {
				a.under = l
				c.judge(env, op, f, a)
				f.write(env, a, l)
			}
		}
		if loaded {
			rs = rs.join(readings{{at: op.PC, gone: -1, point: env.Point(), loc: by.Loc, base: base, locks: now, won: stored}})
		}
	})
	return rs
}

func (c *checker) pointedBy(fn *envs.Func) (p pointed) {
	if fn == nil {
		return p
	}
	p, known := c.pointed[fn.ID]
	if known {
		return p
	}
	for i := range fn.Ops {
		op := &fn.Ops[i]
		if !op.Accesses() || op.Is(envs.Volatile) || op.Loc == nil || op.Loc.Class != envs.Cell || len(op.Uses) == 0 {
			continue
		}
		for i, r := range fn.Params[:min(len(fn.Params), 32)] {
			switch {
			case r != op.Uses[0]:
			case op.Writes():
				p.stored |= 1 << i
			default:
				p.loaded |= 1 << i
			}
		}
	}
	if c.pointed == nil {
		c.pointed = map[envs.FuncID]pointed{}
	}
	c.pointed[fn.ID] = p
	return p
}

// addressOf is the operation that makes the address of a field which a call passes as a parameter. It is nil if the
// call passes something else, or the function has made the object itself.
func (c *checker) addressOf(env envs.Env, call *envs.Op, param int32) *envs.Op {
	i := call.Callee.FirstArg + int(param)
	if i >= len(call.Uses) {
		return nil
	}
	by := c.makerOf(env, call.Uses[i])
	if by == nil || by.Kind != envs.Addr || by.Loc == nil || by.Loc.Class != envs.Field || c.makesIn(env, by.Uses[0]) {
		return nil
	}
	return by
}

// in is what a callee accesses, as the caller knows it: its class, and the name of its object.
func (c *checker) in(env envs.Env, call *envs.Op, loc *envs.Loc, base *envs.Path) (*envs.Loc, *envs.Path) {
	if loc != nil && loc.Class == envs.Cell && base != nil && base.Root == envs.AtParam && base.Steps == "" {
		if by := c.addressOf(env, call, int32(base.Reg)); by != nil {
			return by.Loc, objectOf(env.Func(), by)
		}
	}
	return loc, base.In(call.Callee.Args)
}
