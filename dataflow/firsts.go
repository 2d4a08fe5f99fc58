package dataflow

import "github.com/seed38182bad/parallax/envs"

// firsts has a variable for each of many identities: 64 neighbours together, since what is
// accessed lies mostly beside what was accessed before.
type firsts struct {
	groups map[uint64]*neighbours
	recent [1 << 8]*neighbours
}

type neighbours struct {
	number uint64 // of the identities, divided by 64
	used   int
	vars   [64]envs.Variable // 0 is none
}

// group is the group of an identity, nil if none of it has a variable.
func (f *firsts) group(obj uint64) *neighbours {
	number := obj >> 6
	slot := &f.recent[(number^number>>8)%uint64(len(f.recent))]
	if g := *slot; g != nil && g.number == number {
		return g
	}
	g := f.groups[number]
	if g != nil {
		*slot = g
	}
	return g
}

// get gives the variable, 0 if there is none.
func (f *firsts) get(obj uint64) envs.Variable {
	if g := f.group(obj); g != nil {
		return g.vars[obj&63]
	}
	return 0
}

// set gives obj a variable.
func (f *firsts) set(obj uint64, v envs.Variable) {
	g := f.group(obj)
	if g == nil {
		g = &neighbours{number: obj >> 6}
		if f.groups == nil {
			f.groups = map[uint64]*neighbours{}
		}
		f.groups[g.number] = g
	}
	if g.vars[obj&63] == 0 {
		g.used++
	}
	g.vars[obj&63] = v
}

// drop forgets the variable of obj, and gives it.
func (f *firsts) drop(obj uint64) envs.Variable {
	g := f.group(obj)
	if g == nil || g.vars[obj&63] == 0 {
		return 0
	}
	v := g.vars[obj&63]
	g.vars[obj&63] = 0
	if g.used--; g.used == 0 {
		delete(f.groups, g.number)
		f.recent[(g.number^g.number>>8)%uint64(len(f.recent))] = nil
	}
	return v
}
