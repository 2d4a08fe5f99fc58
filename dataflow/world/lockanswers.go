package world

import (
	"slices"

	"github.com/seed38182bad/parallax/envs"
)

func (v *staticEnv) Block() envs.Block {
	v.Ask()
	if v.locks == nil {
		return v.flat
	}
	return v.locks.block()
}

func (v *staticEnv) MustBeOpen(b envs.Block) bool {
	v.Ask()
	if v.locks == nil {
		return b.MustBe(v.flat)
	}
	if v.locks.many {
		return false
	}
	for i := range v.locks.held {
		h := &v.locks.held[i]
		if !h.maybe && siteBlock(h.site, v.locks.cls.canon).MustBe(b) {
			return true
		}
	}
	return false
}

func (v *staticEnv) Acquired() envs.Point {
	v.Ask()
	if v.locks == nil || len(v.locks.held) == 0 {
		return envs.Point{}
	}
	return v.locks.held[len(v.locks.held)-1].at
}

func (v *staticEnv) LastRelease() envs.Point {
	v.Ask()
	if v.locks == nil {
		return envs.Point{}
	}
	return v.locks.released
}

func (v *staticEnv) LockPath() *envs.Path {
	v.Ask()
	if v.locks == nil || len(v.locks.held) == 0 {
		return nil
	}
	return v.locks.held[len(v.locks.held)-1].path
}

func (v *staticEnv) MayHold(p *envs.Path) bool {
	v.Ask()
	if v.locks == nil {
		return !v.flat.None()
	}
	if v.locks.many {
		return true
	}
	for i := range v.locks.held {
		if h := v.locks.held[i].path; p == nil || h == nil || h.Same(p) {
			return true
		}
	}
	return false
}

func (v *staticEnv) MustHold(p *envs.Path) bool { return v.certain(p) != nil }

func (v *staticEnv) MustHoldAlone(p *envs.Path) bool {
	h := v.certain(p)
	return h != nil && !h.read
}

// certain is how the lock called p is held, nil if it is not certain that it is.
func (v *staticEnv) certain(p *envs.Path) *hold {
	v.Ask()
	if v.locks == nil || v.locks.many {
		return nil
	}
	if i := v.locks.held.find(p); i >= 0 && !v.locks.held[i].maybe {
		return &v.locks.held[i]
	}
	return nil
}

func (v *staticEnv) MustRetake() bool {
	v.Ask()
	if v.locks == nil || v.locks.many || v.Op == nil || v.Op.Kind != envs.Acquire {
		return false
	}
	i := v.locks.held.find(v.Op.Path)
	return i >= 0 && !v.locks.held[i].maybe && v.locks.held[i].count > 1
}

func (v *staticEnv) MayHoldAny() bool {
	held, ok := v.MayLocks()
	return !ok || len(held) > 0
}

func (v *staticEnv) MustHoldAny() bool {
	held, _ := v.MayLocks()
	return slices.ContainsFunc(held, func(h envs.HeldLock) bool { return !h.Maybe })
}

// MustLocks names the locks once at an operation: Excluded asks for each access that it is given.
func (v *staticEnv) MustLocks() envs.LockSet {
	v.Ask()
	ids := v.contexts.ids
	if v.locks == nil || v.locks.many || v.Op == nil || len(v.locks.held) == 0 {
		return ids.table.Must().Empty()
	}
	if !v.named {
		v.must, v.named = ids.around(v.Prog, accessedBy(v.Prog, v.Fn, v.Op), v.locks.held), true
	}
	return v.must
}

func (v *staticEnv) MayLocks() (held []envs.HeldLock, ok bool) {
	v.Ask()
	if v.locks == nil {
		return nil, v.flat.None()
	}
	ok = !v.locks.many
	if len(v.locks.held) == 0 {
		return nil, ok
	}
	ids := v.contexts.ids
	var base accessed
	var before stack
	named := has(v.needs, needLockSets) && ok && v.Op != nil
	if named {
		base, before = accessedBy(v.Prog, v.Fn, v.Op), v.locks.held.before(v.Op)
	}
	held = make([]envs.HeldLock, 0, len(v.locks.held))
	for i := range v.locks.held {
		h := &v.locks.held[i]
		none := ids.table.Must().Empty()
		l := envs.HeldLock{Read: h.read, At: h.at, Maybe: h.maybe, Path: h.path, Names: none, Around: none}
		if h.path != nil || h.loc != nil {
			l.Lock = ids.lock(h.path, h.loc)
		}
		if named {
			l.Names = ids.named(l.Names, v.Prog, base, h)
			l.Around = ids.around(v.Prog, accessed{fn: v.Fn.ID, path: h.path}, before)
		}
		held = append(held, l)
		ok = ok && !h.several
	}
	return held, ok
}
