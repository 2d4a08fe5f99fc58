package flow

import (
	"slices"

	"github.com/seed38182bad/parallax/envs"
)

// Dominators say of each operation of a function which one control passes last on all its ways there. The first
// operation has itself, and one that control never comes to has none (-1).
//
// Source: Cooper, Harvey and Kennedy, "A simple, fast dominance algorithm" (Rice University, 2001).
type dominators struct {
	last  []int32
	depth []int32 // how many operations control passes on all its ways there
}

func dominatorsOf(fn *envs.Func) dominators {
	n := len(fn.Ops)
	d := dominators{make([]int32, n), make([]int32, n)}
	before, number := make([][]int32, n), make([]int32, n) // number is that of the end of a depth-first search
	order := postorder(fn)
	for i, pc := range order {
		number[pc] = int32(i)
		for _, to := range fn.Next(pc) {
			before[to] = append(before[to], pc)
		}
	}
	for i := range d.last {
		d.last[i] = -1
	}
	if n == 0 {
		return d
	}
	d.last[0] = 0
	slices.Reverse(order)
	for again := true; again; {
		again = false
		for _, pc := range order[1:] {
			last := int32(-1)
			for _, from := range before[pc] {
				switch {
				case d.last[from] < 0:
				case last < 0:
					last = from
				default:
					last = d.common(last, from, number)
				}
			}
			if d.last[pc] != last {
				d.last[pc], again = last, true
			}
		}
	}
	for _, pc := range order[1:] {
		d.depth[pc] = d.depth[d.last[pc]] + 1
	}
	return d
}

// postorder are the operations that control comes to, each behind those to which it leads first.
func postorder(fn *envs.Func) (order []int32) {
	if len(fn.Ops) == 0 {
		return nil
	}
	type visit struct {
		pc   int32
		next []int32
	}
	seen := make([]bool, len(fn.Ops))
	seen[0] = true
	for work := []visit{{0, fn.Next(0)}}; len(work) > 0; {
		at := &work[len(work)-1]
		if len(at.next) == 0 {
			order, work = append(order, at.pc), work[:len(work)-1]
			continue
		}
		to := at.next[0]
		if at.next = at.next[1:]; !seen[to] {
			seen[to] = true
			work = append(work, visit{to, fn.Next(to)})
		}
	}
	return order
}

// common is the last operation that control passes to come to either of two.
func (d dominators) common(a, b int32, number []int32) int32 {
	for a != b {
		for number[a] < number[b] {
			a = d.last[a]
		}
		for number[b] < number[a] {
			b = d.last[b]
		}
	}
	return a
}

func (d dominators) passes(by, to int32) bool {
	if d.last[to] < 0 {
		return true
	}
	if d.last[by] < 0 {
		return false
	}
	for d.depth[to] > d.depth[by] {
		to = d.last[to]
	}
	return to == by
}
