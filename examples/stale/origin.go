package stale

import "github.com/seed38182bad/parallax/envs"

// An Origin tells where a shared value comes from: the monitor block it was read in. As evidence it has the places
// where the block was opened, the value was read and a lock of the block was released. It has the lock's name in the
// frame. Origins are immutable and shared.
type Origin struct {
	Block    envs.Block
	Read     envs.Point
	Acquired envs.Point
	Released envs.Point
	Lock     *envs.Path
	Sent     envs.Point // where it was sent through a channel, zero if it was not
	Loc      *envs.Loc  // the class of memory that was read, nil if there are several
	Now      envs.Block // in which the copy was compared with what is there: this is the outcome
}

// join is the origin of a value that may have either origin; nil is that of a value that is not shared. The block
// decides; evidence is that of the smaller place. The result is one of the two where it can be.
func (o *Origin) join(p *Origin) *Origin {
	switch {
	case o == p || p == nil:
		return o
	case o == nil:
		return p
	}
	var r Origin
	switch c := o.Read.Compare(p.Read); {
	case c < 0:
		r = *o
	case c > 0:
		r = *p
	default:
		r = *o
		if p.Acquired.Compare(o.Acquired) < 0 {
			r.Acquired = p.Acquired
		}
		if o.Released.IsZero() || !p.Released.IsZero() && p.Released.Compare(o.Released) < 0 {
			r.Released = p.Released
		}
		if !o.Lock.Same(p.Lock) {
			r.Lock = nil
		}
		if o.Sent.IsZero() || !p.Sent.IsZero() && p.Sent.Compare(o.Sent) < 0 {
			r.Sent = p.Sent
		}
	}
	if o.Loc != p.Loc {
		r.Loc = nil
	}
	if r.Now = o.Now; o.Now.Compare(p.Now) != 0 {
		r.Now = envs.Block{}
	}
	r.Block, _ = o.Block.Join(p.Block)
	switch {
	case r.same(o):
		return o
	case r.same(p):
		return p
	}
	return &r
}

func (o *Origin) same(p *Origin) bool {
	return o == p || o.Block.Compare(p.Block) == 0 && o.Read == p.Read && o.Acquired == p.Acquired &&
		o.Released == p.Released && o.Lock.Same(p.Lock) && o.Sent == p.Sent && o.Loc == p.Loc && o.Now.Compare(p.Now) == 0
}

// sentAt is the origin as another thread knows it: by none of this frame's names, and read in a block that is none of
// its own.
func (o *Origin) sentAt(at envs.Point) *Origin {
	r := *o
	r.Block, r.Now, r.Lock, r.Sent = envs.Loose(), envs.Block{}, nil, at
	return &r
}

// String is the block in which the value was read.
func (o *Origin) String() string { return o.Block.String() }

// in is the origin with its blocks renamed.
func (o *Origin) in(f func(envs.Block) envs.Block) *Origin {
	b, now := f(o.Block), o.Now
	if !now.None() {
		now = f(now)
	}
	if b.Compare(o.Block) == 0 && now.Compare(o.Now) == 0 {
		return o
	}
	r := *o
	r.Block, r.Now = b, now
	return &r
}

// releasedBy is the origin after an operation that may have ended its block.
func (o *Origin) releasedBy(blocks envs.Blocks) *Origin {
	if !o.Released.IsZero() || blocks.MustBeOpen(o.Block) {
		return o
	}
	at := blocks.LastRelease()
	if at.IsZero() {
		return o
	}
	r := *o
	r.Released = at
	return &r
}
