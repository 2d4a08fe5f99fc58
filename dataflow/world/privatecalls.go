package world

import (
	"slices"
	"strconv"

	"github.com/seed38182bad/parallax/envs"
)

// enter is what a callee knows at its start.
func (p privates) enter(call *envs.Op, fn *envs.Func) privates {
	if len(p) == 0 {
		return nil
	}
	var in privates
	for i, q := range fn.Params {
		j := call.Callee.FirstArg + i
		if j >= len(call.Uses) {
			break
		}
		if x, ok := p.of(call.Uses[j]); ok {
			if in == nil {
				in = make(privates, 0, 2*(len(fn.Params)-i))
			}
			x.reg = int32(q)
			in = append(in, x)
			x.reg = ghostOfParam + int32(i)
			in = append(in, x)
		}
	}
	return normal(in)
}

// key is an entry as a calling context.
func (p privates) key() string {
	var b []byte
	for _, x := range p {
		if x.reg >= ghostOfParam {
			b = strconv.AppendInt(b, int64(x.reg-ghostOfParam), 10)
			b = append(b, "=~!"[x.state])
			b = strconv.AppendInt(b, int64(x.group), 10)
			if x.linked {
				b = append(b, '*')
			}
			if x.mixed != 0 {
				b = append(b, '+')
				b = strconv.AppendUint(b, uint64(x.mixed), 36)
			}
			b = append(b, ' ')
		}
	}
	return string(b)
}

// returns notes results that are no objects.
func (p privates) returns(ret *envs.Op, v referents) privates {
	for i, r := range ret.Uses {
		if r == 0 && v.returnsNone(i) {
			n := int32(i)
			p = normal(append(slices.Clone(p), private{reg: ghostOfResult + n, group: fresh - n}))
		}
	}
	return p
}

// exit is what a frame hands over at a Return.
func (p privates) exit(ret *envs.Op) privates {
	var out privates
	for _, x := range p {
		if x.reg >= ghostOfParam {
			out = append(out, x)
		}
	}
	for i, r := range ret.Uses {
		if x, ok := p.of(r); ok {
			x.reg = ghostOfResult + int32(i)
			out = append(out, x)
		}
	}
	return normal(out)
}

// after is the effect of a callee on its caller, after step: exit is what the callee
// knew at its end. Arguments of which it knew nothing may have been published.
func (p privates) after(call *envs.Op, exit privates) privates {
	if len(p) == 0 && len(exit) == 0 {
		return p
	}
	var lost []envs.Reg
	groups := map[int32]int32{} // of the callee's groups: that of the caller
	for j, r := range call.Uses {
		x, ok := p.of(r)
		if !ok {
			continue
		}
		i, found := exit.index(ghostOfParam + int32(j-call.Callee.FirstArg))
		if !found || j < call.Callee.FirstArg || exit[i].state == published {
			lost = append(lost, r)
			continue
		}
		g := exit[i].group
		if to, known := groups[g]; known && to != x.group {
			p = p.link(to, x.group)
			for k, v := range groups {
				if v == to || v == x.group {
					y, _ := p.of(r)
					groups[k] = y.group
				}
			}
		} else {
			if exit[i].linked && !x.linked {
				p = p.link(x.group, x.group)
			}
			groups[g] = x.group
		}
		p = p.mixed(r, exit[i].mixed)
	}
	r, added := p, false
	for _, x := range exit {
		if x.reg < ghostOfResult || x.reg-ghostOfResult >= int32(call.Results) {
			continue
		}
		to, known := groups[x.group]
		if !known {
			to = fresh - x.reg // no other group has it
			groups[x.group] = to
		}
		x.reg, x.group = int32(call.Dst)+x.reg-ghostOfResult, to
		if !added {
			r, added = append(make(privates, 0, len(p)+len(exit)), p...), true
		}
		r = append(r, x)
	}
	if added {
		for i := range r { // links of the callee's are links of the caller's
			for j := range r {
				if r[i].group == r[j].group {
					r[i].linked = r[i].linked || r[j].linked
					r[i].mixed |= r[j].mixed
				}
			}
		}
		p = normal(r)
	}
	return p.publish(lost...)
}
