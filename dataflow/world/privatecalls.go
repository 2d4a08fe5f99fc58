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

// after is the effect of a callee on its caller, after step: exit is what the callee knew at its end. Arguments of
// which it knew nothing may have been published.
func (p privates) after(call *envs.Op, exit privates) privates {
	if len(p) == 0 && len(exit) == 0 {
		return p
	}
	var lost []envs.Reg
	groups := callerGroups{}
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
		p = groups.match(p, r, x, exit[i])
	}
	return p.results(call, exit, groups).publish(lost...)
}

// callerGroups has the caller's group for each one of a callee.
type callerGroups map[int32]int32

// match notes that x, which is in register r, is y in the callee: groups that are one there are one here.
func (g callerGroups) match(p privates, r envs.Reg, x, y private) privates {
	if to, known := g[y.group]; known && to != x.group {
		p = p.link(to, x.group)
		both, _ := p.of(r)
		for k, v := range g {
			if v == to || v == x.group {
				g[k] = both.group
			}
		}
	} else {
		if y.linked && !x.linked {
			p = p.link(x.group, x.group)
		}
		g[y.group] = x.group
	}
	return p.mixed(r, y.mixed)
}

// results adds the results of a call. What links their groups in the callee links them in the caller.
func (p privates) results(call *envs.Op, exit privates, groups callerGroups) privates {
	r := p
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
		r = append(r[:len(r):len(r)], x)
	}
	if len(r) == len(p) {
		return p
	}
	r.level()
	return normal(r)
}
