package world

import (
	"slices"

	"github.com/seed38182bad/parallax/envs"
)

// drop forgets registers that nobody can read.
func (p privates) drop(dead func(envs.Reg) bool) privates {
	keep := func(x private) bool { return x.reg >= ghostOfParam || !dead(envs.Reg(x.reg)) }
	for i := range p {
		if !keep(p[i]) {
			r := make(privates, 0, len(p))
			for _, x := range p {
				if keep(x) {
					r = append(r, x)
				}
			}
			return normal(r)
		}
	}
	return p
}

// connected is what Merge knows of a place in a list: the place that it is connected with, itself if it
// is the first one of its group.
type connected struct {
	parent int
	linked bool
	mixed  mixture
}

// Clone gives p itself.
func (p privates) Clone() privates { return p }

// Merge is what is known where two paths meet.
func (p privates) Merge(o privates) (privates, bool) {
	if len(p) == len(o) && (len(p) == 0 || &p[0] == &o[0] || slices.Equal(p, o)) {
		return p, false
	}
	r := make(privates, 0, max(len(p), len(o)))
	for i, j := 0, 0; i < len(p) || j < len(o); {
		switch {
		case j == len(o) || i < len(p) && p[i].reg < o[j].reg:
			r = append(r, p[i].only())
			i++
		case i == len(p) || o[j].reg < p[i].reg:
			r = append(r, o[j].only())
			j++
		default:
			x := p[i]
			x.state = max(x.state, o[j].state)
			r = append(r, x)
			i, j = i+1, j+1
		}
	}
	// A group is what is connected on either side.
	var room [24]connected
	of := room[:]
	if len(r) > len(of) {
		of = make([]connected, len(r))
	}
	for i := range r {
		of[i].parent = i
	}
	root := func(i int) int {
		for of[i].parent != i {
			i = of[i].parent
		}
		return i
	}
	connect := func(side privates) {
		for _, x := range side {
			if x.state == published {
				continue
			}
			i, _ := r.index(x.reg)
			j, _ := r.index(x.group)
			a, b := root(i), root(j)
			of[max(a, b)].parent = min(a, b)
			of[i].linked, of[i].mixed = of[i].linked || x.linked, of[i].mixed|x.mixed
		}
	}
	connect(p)
	connect(o)
	for i := range r {
		j := &of[root(i)]
		j.linked, j.mixed = j.linked || of[i].linked, j.mixed|of[i].mixed
	}
	for i := range r {
		j := root(i)
		r[i].group, r[i].linked, r[i].mixed = int32(j), of[j].linked, of[j].mixed
	}
	r = normal(r)
	return r, !slices.Equal(p, r)
}

// only is what is known of a register that the other path knows nothing of.
func (x private) only() private {
	switch {
	case x.reg >= ghostOfParam && x.reg < ghostOfResult:
		x.state = published
	case x.state == certainly:
		x.state = perhaps
	}
	return x
}
