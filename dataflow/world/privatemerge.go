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
	for i := range r {
		r[i].group = int32(i)
	}
	for _, side := range [...]privates{p, o} { // a group is what is connected on either side
		for _, x := range side {
			if x.state == published {
				continue
			}
			i, _ := r.index(x.reg)
			j, _ := r.index(x.group)
			r[i].linked, r[i].mixed = r[i].linked || x.linked, r[i].mixed|x.mixed
			r.connect(r[i].group, r[j].group)
		}
	}
	r.level()
	r = normal(r)
	return r, !slices.Equal(p, r)
}

// connect makes one of two groups, in place.
func (p privates) connect(g, h int32) {
	for i := range p {
		if p[i].group == h {
			p[i].group = g
		}
	}
}

// level gives all of a group what is known of the group by one of them, in place.
func (p privates) level() {
	for i := range p {
		for j := range p {
			if p[i].group == p[j].group {
				p[i].linked = p[i].linked || p[j].linked
				p[i].mixed |= p[j].mixed
			}
		}
	}
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
