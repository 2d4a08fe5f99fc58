package methods

import (
	"slices"

	"github.com/seed38182bad/parallax/envs"
)

// follows says which blocks of a method may come after which of its others: by the number of one, those that may come
// after it has begun. If it is nil, any may come after any.
type follows []words

// may reports whether block o may come after p has begun.
func (f follows) may(p, o *part) bool { return f == nil || f[p.number].has(o.number) }

// follow finds out which blocks of a method may follow which. For a block to follow another one, there is a function,
// the method or one that it calls, with two operations on some path. The first one has the one block, and the one
// behind it has the other. To have a block is to begin it, or to call what does.
func (s *scope) follow(prog envs.Program) {
	s.follows = make(follows, len(s.own))
	for i := range s.own {
		s.follows[i] = s.some()
	}
	below := map[envs.FuncID]words{}
	for fn := range s.reach(s.fn).all() {
		ops := s.having(fn, below)
		for pc, first := range ops {
			behind := s.behind(prog, envs.At(fn, pc))
			then := s.some()
			for pc, w := range ops {
				if behind.has(int(pc)) {
					then.unite(w)
				}
			}
			for i := range first.all() {
				s.follows[i].unite(then)
			}
		}
	}
}

// having are the operations of a function that have blocks of the method. What is found to be below functions is kept.
func (s *scope) having(fn envs.FuncID, below map[envs.FuncID]words) map[int32]words {
	ops := map[int32]words{}
	add := func(pc int32, w words) {
		if ops[pc] == nil {
			ops[pc] = s.some()
		}
		ops[pc].unite(w)
	}
	for _, c := range s.method(fn).calls {
		if w := s.below(c.callee, below); !w.empty() {
			for _, pc := range c.sites {
				add(pc, w)
			}
		}
	}
	for _, p := range s.own {
		if p.block.From.Func() == fn {
			add(p.block.From.PC(), s.some(p.number))
		}
	}
	return ops
}

// below are the blocks of the method that a function has, and all that it calls.
func (s *scope) below(fn envs.FuncID, known map[envs.FuncID]words) words {
	w, ok := known[fn]
	if !ok {
		w = s.some()
		reached := s.reach(fn)
		for _, p := range s.own {
			if reached.has(p.block.From.Func()) {
				w.add(p.number)
			}
		}
		known[fn] = w
	}
	return w
}

// some is a set of blocks of the method, by their numbers.
func (s *scope) some(numbers ...int) words {
	w := make(words, len(s.own)/64+1)
	for _, i := range numbers {
		w.add(i)
	}
	return w
}

// behind are the operations that may come after one in the same frame.
func (b *book) behind(prog envs.Program, at envs.Point) words {
	w := b.after[at]
	if w == nil {
		after := prog.Func(at.Func()).After(at.PC())
		w = make(words, len(after)/64+1)
		for pc, is := range after {
			if is {
				w.add(pc)
			}
		}
		b.after[at] = w
	}
	return w
}

// site notes from where a function is called.
func (c *call) site(pc int32) bool {
	i, known := slices.BinarySearch(c.sites, pc)
	if !known {
		c.sites = slices.Insert(c.sites, i, pc)
	}
	return !known
}
