package methods

import (
	"slices"

	"github.com/seed38182bad/parallax/envs"
)

// follows says which blocks of a method may come after which of its others.
type follows struct {
	number map[*part]int
	after  []words // by number: those that may come after that block has begun
}

// follows finds out which blocks of a method may follow which: those for which some function, of the method
// and all that it calls, has on some path an operation that has one, and behind it an operation that has the other. To
// have a block is to begin it, or to call what does.
func (s *scope) follow(prog envs.Program, own []*part) {
	f := &follows{map[*part]int{}, make([]words, len(own))}
	size := len(own)/64 + 1
	for i, p := range own {
		f.number[p], f.after[i] = i, make(words, size)
	}
	inside := map[envs.FuncID]words{} // by function: what it has
	has := func(fn envs.FuncID) words {
		w, known := inside[fn]
		if !known {
			w = make(words, size)
			reached := s.reach(fn)
			for i, p := range own {
				if reached.has(p.block.From.Func()) {
					w.add(i)
				}
			}
			inside[fn] = w
		}
		return w
	}
	begun := map[envs.FuncID][]int{}
	for i, p := range own {
		fn := p.block.From.Func()
		begun[fn] = append(begun[fn], i)
	}
	for fn := range s.reach(s.fn).all() {
		ops := map[int32]words{}
		add := func(pc int32, w words) {
			if ops[pc] == nil {
				ops[pc] = make(words, size)
			}
			ops[pc].unite(w)
		}
		for _, c := range s.method(fn).calls {
			if w := has(c.callee); !w.empty() {
				for _, pc := range c.sites {
					add(pc, w)
				}
			}
		}
		for _, i := range begun[fn] {
			one := make(words, size)
			one.add(i)
			add(own[i].block.From.PC(), one)
		}
		for pc, first := range ops {
			behind := s.behind(prog, envs.At(fn, pc))
			then := make(words, size)
			for pc, w := range ops {
				if behind.has(int(pc)) {
					then.unite(w)
				}
			}
			for i := range first.all() {
				f.after[i].unite(then)
			}
		}
	}
	s.follows = f
}

// may reports whether block o may come after p has begun.
func (f *follows) may(p, o *part) bool { return f == nil || f.after[f.number[p]].has(f.number[o]) }

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
