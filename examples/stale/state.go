package stale

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seed38182bad/parallax/envs"
)

// An Origin tells where a shared value comes from: the monitor block it was read
// in, and, as evidence, the places where the block was opened, the value was
// read and a lock of the block was released.
type Origin struct {
	Block    envs.Block
	Read     envs.Point
	Acquired envs.Point
	Released envs.Point
	Lock     *envs.Path
}

// join is the origin of a value that may have either origin. The block decides;
// evidence is that of the smaller place.
func (o Origin) join(p Origin) Origin {
	block, _ := o.Block.Join(p.Block)
	switch c := o.Read.Compare(p.Read); {
	case c > 0:
		o, p = p, o
	case c == 0:
		if p.Acquired.Compare(o.Acquired) < 0 {
			o.Acquired = p.Acquired
		}
		if o.Released.IsZero() || !p.Released.IsZero() && p.Released.Compare(o.Released) < 0 {
			o.Released = p.Released
		}
		if !o.Lock.Same(p.Lock) {
			o.Lock = nil
		}
	}
	o.Block = block
	return o
}

func (o Origin) same(p Origin) bool {
	return o.Block.Compare(p.Block) == 0 && o.Read == p.Read && o.Acquired == p.Acquired && o.Released == p.Released && o.Lock.Same(p.Lock)
}

// State is what a frame knows: which registers hold copies of shared data, and
// where they come from. Few registers of few frames do, so it is a short list
// ordered by register. In the relaxed mode it also keeps the branches that
// shared data decided, and the writes to shared data made so far.
type State struct {
	vals    []value
	decided []decision
	writes  []write
}

type value struct {
	reg envs.Reg
	Origin
}

// fresh is the state in which nothing is shared; it is never changed in place.
var fresh = &State{}

func (s *State) empty() bool { return len(s.vals)+len(s.decided)+len(s.writes) == 0 }

// own is s, or a new state if s is shared.
func (s *State) own() *State {
	if s == fresh {
		return &State{}
	}
	return s
}

// Clone returns an independent state.
func (s *State) Clone() *State {
	if s.empty() {
		return fresh
	}
	return &State{slices.Clone(s.vals), slices.Clone(s.decided), slices.Clone(s.writes)}
}

// Merge joins register by register: a value that is shared on either path is
// shared.
func (s *State) Merge(o *State) (*State, bool) {
	if s == o || o.empty() {
		return s, false
	}
	if s.empty() {
		return o.Clone(), true
	}
	grew := false
	i := 0
	for _, v := range o.vals {
		for i < len(s.vals) && s.vals[i].reg < v.reg {
			i++
		}
		if i == len(s.vals) || s.vals[i].reg > v.reg {
			s.vals = slices.Insert(s.vals, i, v)
			grew = true
			continue
		}
		if j := s.vals[i].join(v.Origin); !j.same(s.vals[i].Origin) {
			s.vals[i].Origin = j
			grew = true
		}
	}
	var g1, g2 bool
	s.decided, g1 = mergeDecisions(s.decided, o.decided)
	s.writes, g2 = mergeWrites(s.writes, o.writes)
	return s, grew || g1 || g2
}

// MapBlocks renames the blocks of all values.
func (s *State) MapBlocks(f func(envs.Block) envs.Block) *State {
	for i := range s.vals {
		s.vals[i].Block = f(s.vals[i].Block)
	}
	for i := range s.decided {
		s.decided[i].Block = f(s.decided[i].Block)
	}
	return s
}

func (s *State) find(r envs.Reg) (int, bool) {
	for i := range s.vals {
		if s.vals[i].reg >= r {
			return i, s.vals[i].reg == r
		}
	}
	return len(s.vals), false
}

func (s *State) get(r envs.Reg) (Origin, bool) {
	if len(s.vals) == 0 || r == 0 {
		return Origin{}, false
	}
	if i, ok := s.find(r); ok {
		return s.vals[i].Origin, true
	}
	return Origin{}, false
}

func (s *State) put(r envs.Reg, o Origin) *State {
	s = s.own()
	i, ok := s.find(r)
	if ok {
		s.vals[i].Origin = o
	} else {
		s.vals = slices.Insert(s.vals, i, value{r, o})
	}
	return s
}

// set gives all results of op the origin o, or none if they are not shared.
func (s *State) set(op *envs.Op, o Origin, shared bool) *State {
	if op.Results == 0 || len(s.vals) == 0 && !shared {
		return s
	}
	for i := range envs.Reg(op.Results) {
		if shared {
			s = s.put(op.Dst+i, o)
		} else if j, ok := s.find(op.Dst + i); ok {
			s.vals = slices.Delete(s.vals, j, j+1)
		}
	}
	return s
}

// join is the origin of what is computed from the registers, if any is shared.
func (s *State) join(regs []envs.Reg) (o Origin, ok bool) {
	if len(s.vals) == 0 {
		return o, false
	}
	for _, r := range regs {
		switch p, shared := s.get(r); {
		case shared && ok:
			o = o.join(p)
		case shared:
			o, ok = p, true
		}
	}
	return o, ok
}

// released notes, in the values whose block this operation ended, where that
// happened.
func (s *State) released(env envs.Env) *State {
	for i := range s.vals {
		if v := &s.vals[i]; v.Released.IsZero() && !env.MustBeOpen(v.Block) {
			v.Released = env.LastRelease()
		}
	}
	for i := range s.decided {
		if d := &s.decided[i]; d.Released.IsZero() && !env.MustBeOpen(d.Block) {
			d.Released = env.LastRelease()
		}
	}
	return s
}

// String lists the shared registers and the blocks they were read in.
func (s *State) String() string {
	var b strings.Builder
	b.WriteByte('{')
	for i, v := range s.vals {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "r%d: %s", v.reg, v.Block)
	}
	b.WriteByte('}')
	return b.String()
}
