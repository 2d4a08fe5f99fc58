package lineartest

import (
	"cmp"
	"slices"
	"testing"
)

// shrink makes a program small: as long as a smaller one fails it takes that. A program is smaller that has fewer
// threads; or fewer calls in them, or fewer calls, or simpler values.
func shrink(p program, of values, fails func(program) bool) program {
	for smaller := true; smaller; {
		smaller = false
		for q := range structures(p) {
			if fails(q) {
				p, smaller = q, true
				break
			}
		}
	}
	return simplify(p, of, fails)
}

// structures are the programs with fewer threads, fewer calls in them, or fewer calls.
func structures(p program) func(yield func(program) bool) {
	return func(yield func(program) bool) {
		try := func(change func(q *program)) bool {
			q := p.clone()
			change(&q)
			q.threads = slices.DeleteFunc(q.threads, func(calls []call) bool { return len(calls) == 0 })
			return yield(q)
		}
		for i := range p.threads {
			if !try(func(q *program) { q.threads[i] = nil }) {
				return
			}
		}
		for i, part := range p.parts() {
			if n := len(*part); n > 1 && (i == 0 || i > len(p.threads)) && !try(func(q *program) { *q.parts()[i] = nil }) {
				return
			}
		}
		for i := range p.threads { // one thread's calls come before the others, or after
			if !try(func(q *program) { q.before, q.threads[i] = append(q.before, q.threads[i]...), nil }) ||
				!try(func(q *program) { q.after, q.threads[i] = append(q.threads[i], q.after...), nil }) {
				return
			}
		}
		for i, part := range p.parts() {
			for j := range *part {
				if !try(func(q *program) { r := q.parts()[i]; *r = slices.Delete(*r, j, j+1) }) {
					return
				}
			}
		}
		for i, calls := range p.threads { // what need not be side by side is not
			last := len(calls) - 1
			if !try(func(q *program) { q.before, q.threads[i] = append(q.before, calls[0]), q.threads[i][1:] }) ||
				!try(func(q *program) {
					q.after, q.threads[i] = slices.Insert(q.after, 0, calls[last]), q.threads[i][:last]
				}) {
				return
			}
		}
	}
}

// simplest is how many values of an argument are tried, the simplest first.
const simplest = 6

// simplify makes values simple: those whose text is short.
func simplify(p program, of values, fails func(program) bool) program {
	try := func(list []string, at func(q *program) *int) {
		n := *at(&p)
		if n >= len(list) {
			return
		}
		for _, m := range simpler(list, n) {
			q := p.clone()
			*at(&q) = m
			if list[m] == list[n] || fails(q) {
				p = q
				return
			}
		}
	}
	for k := range p.draws {
		try(of.draw(p.draws, k), func(q *program) *int { return &q.draws[k] })
	}
	for i, part := range p.parts() {
		for j, c := range *part {
			for k := range c.args {
				try(of.argument(p.draws, c.command, k), func(q *program) *int { return &(*q.parts()[i])[j].args[k] })
			}
		}
	}
	return p
}

// simpler are the numbers of the simplest values, up to that of number n.
func simpler(list []string, n int) (order []int) {
	first := map[string]int{}
	for i, text := range list {
		if _, ok := first[text]; !ok {
			first[text] = i
			order = append(order, i)
		}
	}
	slices.SortFunc(order, func(i, j int) int {
		return cmp.Or(cmp.Compare(len(list[i]), len(list[j])), cmp.Compare(list[i], list[j]))
	})
	at := slices.Index(order, first[list[n]])
	return append(order[:min(at, simplest)], first[list[n]])
}

// values tell, as text, which values the numbers stand for.
type values struct {
	tb testing.TB
	f  func(*T)
}

// argument are those of a command's argument.
func (v values) argument(draws []int, command string, i int) (list []string) {
	x, err := object(v.tb, v.f, draws)
	if err != nil {
		return nil
	}
	defer x.cleanup()
	if c := x.command(command); c != nil && i < len(c.args) {
		for n := range numbers {
			list = append(list, show(c.args[i].Example(n)))
		}
	}
	return list
}

// draw are those of what is drawn for the object. It takes an object to know one.
func (v values) draw(draws []int, k int) (list []string) {
	draws = slices.Clone(draws)
	for n := range numbers {
		draws[k] = n
		x, err := object(v.tb, v.f, draws)
		if err != nil {
			return nil
		}
		x.cleanup()
		if k >= len(x.drawn) {
			return nil
		}
		list = append(list, x.drawn[k])
	}
	return list
}
