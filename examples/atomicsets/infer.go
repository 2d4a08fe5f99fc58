package atomicsets

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/seed38182bad/parallax/envs"
)

// seen is an observation that counts, in a function.
type seen struct {
	fn *envs.Func
	name
	*observation
	class, field string // of the field that the path ends with
}

// infer draws the conclusions of section 6.
func (n *notes) infer(prog envs.Program) Inference {
	all := n.pruned(prog)
	never := map[string]bool{} // fields that are in no set
	for _, o := range all {
		if o.witness && o.ofParam() {
			never[o.class+"."+o.field] = true
		}
	}
	keep := func(o seen) bool {
		return o.atomic && !o.interleaved && !never[o.class+"."+o.field] && n.connects(o.loc)
	}
	// Only fields with an alias to a set that there is without them connect what is accessed with them.
	aliases := n.aliases(prog, all)
	sets := n.sets(prog, all, keep, nil)
	known := resolved(aliases, sets)
	sets = n.sets(prog, all, keep, func(class, f string) bool {
		return !never[class+"."+f] && aliased(known, class, f)
	})
	r := Inference{Aliases: resolved(aliases, sets)}
	about := n.byClass(prog, all)
	for _, s := range sets {
		r.Sets = append(r.Sets, n.set(prog, s.Class, s.Fields, about[s.Class]))
	}
	r.Units = n.units(prog, all, r.Sets)
	return r
}

// ofParam reports whether the field is one of a parameter's object; it may hold the elements to which the path leads.
func (o seen) ofParam() bool { return o.root == envs.AtParam && strings.Count(o.steps, ".") == 1 }

// sets are the atomic sets, by their fields: of what is kept, and of fields that lead on to others, if they may.
func (n *notes) sets(prog envs.Program, all []seen, keep func(seen) bool,
	leads func(class, field string) bool) (list []Set) {
	internal, external := groups{}, groups{}
	byFunc := func(own bool, to groups) {
		var fn *envs.Func
		sets := map[string][]string{}
		flush := func() {
			for class, fields := range sets {
				to.add(class, fields)
			}
			clear(sets)
		}
		for _, o := range all {
			if o.fn != fn {
				flush()
				fn = o.fn
			}
			if o.own == own && keep(o) {
				sets[o.class] = append(sets[o.class], o.field)
			}
			// Who goes through a field has accessed it, whether or not that could be seen.
			if own && leads != nil {
				if class, f := o.through(n, prog); f != "" && leads(class, f) {
					sets[class] = append(sets[class], f)
				}
			}
		}
		flush()
	}
	byFunc(true, internal)
	byFunc(false, external)
	for _, class := range classes(internal, external) {
		for _, fields := range extended(internal[class], external[class]) {
			list = append(list, Set{Class: class, Fields: fields})
		}
	}
	return list
}

// pruned are the observations without those of which a part of the path is interleaved, by function
// and name. Elements count for the field that holds them.
func (n *notes) pruned(prog envs.Program) []seen {
	var all []seen
	for _, id := range slices.Sorted(maps.Keys(n.funcs)) {
		of := n.funcs[id]
		for _, p := range slices.SortedFunc(maps.Keys(of), name.compare) {
			o := of[p]
			holder := o.loc
			if strings.HasSuffix(p.steps, elements) {
				q := p
				q.steps = strings.TrimSuffix(p.steps, elements)
				if of[q] == nil {
					continue
				}
				holder = of[q].loc
			}
			if holder.Class == envs.Field && !brokenPrefix(of, p) {
				all = append(all, seen{prog.Func(id), p, o, classOf(holder), fieldOf(holder)})
			}
		}
	}
	return all
}

// brokenPrefix reports whether a proper prefix of a path was seen interleaved.
func brokenPrefix(of map[name]*observation, p name) bool {
	for i := 1; i < len(p.steps); i++ {
		if c := p.steps[i]; c == '.' || c == '[' {
			q := p
			q.steps = p.steps[:i]
			if o := of[q]; o != nil && o.interleaved {
				return true
			}
		}
	}
	return false
}

// connects reports whether a field, or what it holds, is shared and written.
func (n *notes) connects(l *envs.Loc) bool {
	f := n.fields[l]
	return f != nil && f.shared && f.written
}

// through is the field of the first parameter's object by which the path of an observation goes on.
func (o seen) through(n *notes, prog envs.Program) (class, field string) {
	if o.root != envs.AtParam || o.param != 0 {
		return "", ""
	}
	rest := strings.TrimPrefix(o.steps, ".")
	i := strings.IndexByte(rest, '.')
	if i < 0 {
		return "", ""
	}
	q := o.name
	q.steps = "." + rest[:i]
	if l := n.paths(prog, o.fn)[q]; l != nil {
		return classOf(l), fieldOf(l)
	}
	return "", ""
}

func aliased(list []Alias, class, field string) bool {
	return slices.ContainsFunc(list, func(a Alias) bool { return a.Class == class && a.Field == field })
}

// paths are the fields to which a function has paths, in the program.
func (n *notes) paths(prog envs.Program, fn *envs.Func) map[name]*envs.Loc {
	of, known := n.named[fn.ID]
	if known {
		return of
	}
	of = map[name]*envs.Loc{}
	n.named[fn.ID] = of
	for i := range fn.Ops {
		op := &fn.Ops[i]
		if op.Kind != envs.Load || op.Loc == nil || op.Loc.Class != envs.Field {
			continue
		}
		if b := prog.Knows().BaseAt(envs.At(fn.ID, op.PC)); b != nil && b.Root != envs.AtReg {
			q := nameOf(b)
			q.steps += "." + fieldOf(op.Loc)
			of[q] = op.Loc
		}
	}
	return of
}

// aliases are the pairs of neighbours in a path, of which the first may have an alias to the set of the
// second: Set has the second field only.
func (n *notes) aliases(prog envs.Program, all []seen) []Alias {
	type pair struct{ class, field, to, succ string }
	state := map[pair]*[2]bool{} // atomic, interleaved
	at := map[pair]envs.Point{}
	var fn *envs.Func
	var fields map[name]*envs.Loc
	for _, o := range all {
		if o.fn != fn {
			fn, fields = o.fn, n.paths(prog, o.fn)
		}
		cut := strings.LastIndexByte(o.steps, '.')
		if cut <= 0 {
			continue
		}
		q := o.name
		q.steps = o.steps[:cut]
		l := fields[q]
		if x := n.funcs[fn.ID][q]; l == nil && x != nil {
			l = x.loc
		}
		if l == nil || l.Class != envs.Field {
			continue
		}
		p := pair{classOf(l), fieldOf(l), o.class, o.field}
		if state[p] == nil {
			state[p] = &[2]bool{}
		}
		state[p][0] = state[p][0] || o.atomic && n.connects(o.loc)
		state[p][1] = state[p][1] || o.interleaved
		if here := envs.At(fn.ID, 0); at[p].IsZero() || here.Compare(at[p]) < 0 {
			at[p] = here
		}
	}
	var list []Alias
	for p, s := range state {
		if s[0] && !s[1] {
			list = append(list, Alias{Class: p.class, Field: p.field, To: p.to, Set: []string{p.succ}, at: at[p]})
		}
	}
	slices.SortFunc(list, Alias.compare)
	return list
}

// resolved are the aliases to sets that there are, each once.
func resolved(list []Alias, sets []Set) (out []Alias) {
	for _, a := range list {
		for _, s := range sets {
			if s.Class == a.To && slices.Contains(s.Fields, a.Set[0]) {
				b := a
				b.Set = s.Fields
				if !slices.ContainsFunc(out, func(o Alias) bool { return o.compare(b) == 0 }) {
					out = append(out, b)
				}
			}
		}
	}
	for i, a := range out {
		out[i].Choice = slices.ContainsFunc(out, func(o Alias) bool {
			return o.Class == a.Class && o.Field == a.Field && o.To == a.To && !slices.Equal(o.Set, a.Set)
		})
	}
	return out
}

// byClass are the observations of fields of a type, and those that go through one, in order.
func (n *notes) byClass(prog envs.Program, all []seen) map[string][]seen {
	about := map[string][]seen{}
	for _, o := range all {
		about[o.class] = append(about[o.class], o)
		if class, f := o.through(n, prog); f != "" && class != o.class {
			about[class] = append(about[class], o)
		}
	}
	return about
}

// unitsOf are the functions that access several fields of a set as one, or the only one.
func (n *notes) unitsOf(prog envs.Program, class string, fields []string, all []seen) []string {
	units := map[string][]string{}
	for _, o := range all {
		if o.class == class && o.own && o.atomic && !o.interleaved && slices.Contains(fields, o.field) {
			units[o.fn.Name] = append(units[o.fn.Name], o.field)
		}
		if c, f := o.through(n, prog); c == class && slices.Contains(fields, f) {
			units[o.fn.Name] = append(units[o.fn.Name], f)
		}
	}
	list := []string{}
	for _, fn := range slices.Sorted(maps.Keys(units)) {
		of := units[fn]
		slices.Sort(of)
		if len(slices.Compact(of)) >= min(2, len(fields)) {
			list = append(list, fn)
		}
	}
	return list
}

// set completes a set, by what was observed of its type.
func (n *notes) set(prog envs.Program, class string, fields []string, all []seen) Set {
	s := Set{Class: class, Fields: fields}
	var locks []string
	first := true
	for _, o := range all {
		if o.class != class || !slices.Contains(fields, o.field) {
			continue
		}
		f := n.fields[o.loc]
		if f == nil || strings.HasSuffix(o.steps, elements) {
			continue // other fields may have elements of that type
		}
		if s.at.IsZero() || f.first.Compare(s.at) < 0 {
			s.at = f.first
		}
		if !f.seen {
			continue
		}
		if first {
			locks, first = slices.Clone(f.locks), false
		} else {
			locks = slices.DeleteFunc(locks, func(l string) bool { return !slices.Contains(f.locks, l) })
		}
	}
	for _, o := range all { // nobody accesses a field itself that only leads on
		if c, f := o.through(n, prog); s.at.IsZero() && c == class && slices.Contains(fields, f) {
			s.at = envs.At(o.fn.ID, 0)
		}
	}
	locks = slices.DeleteFunc(locks, func(l string) bool { return !strings.HasPrefix(l, class+".") })
	if len(locks) == 1 {
		s.Lock = locks[0][len(class)+1:]
	}
	s.Units = n.unitsOf(prog, class, fields, all)
	return s
}

// units are the functions that are units of work for sets of parameters other than their receiver.
func (n *notes) units(prog envs.Program, all []seen, sets []Set) (list []Unit) {
	type unit struct {
		fn    envs.FuncID
		param envs.Reg
		set   int
	}
	state := map[unit]*[2]bool{}
	for _, o := range all {
		one := strings.Count(o.steps, ".") == 1
		if o.root != envs.AtParam || o.own || o.param == 0 || !one {
			continue
		}
		for i, s := range sets {
			if s.Class == o.class && slices.Contains(s.Fields, o.field) {
				u := unit{o.fn.ID, o.param, i}
				if state[u] == nil {
					state[u] = &[2]bool{}
				}
				state[u][0] = state[u][0] || o.atomic
				state[u][1] = state[u][1] || o.interleaved
			}
		}
	}
	for u, s := range state {
		if !s[0] || s[1] {
			continue
		}
		fn := prog.Func(u.fn)
		r := fn.Params[u.param]
		param := cmp.Or(prog.Knows().Named(fn, r), fn.RegName(r))
		list = append(list, Unit{Func: fn.Name, Param: param, Class: sets[u.set].Class, Set: sets[u.set].Fields,
			at: envs.At(u.fn, 0)})
	}
	slices.SortFunc(list, Unit.compare)
	return list
}
