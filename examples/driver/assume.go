package driver

import (
	"fmt"
	"slices"
)

// side says from where a program is looked at.
type side uint8

const (
	staticSide side = 1 << iota
	dynamicSide
)

// published is assumed where it matters which memory is accessed.
const published = "Objects are published safely: what a goroutine did with an object before others could reach it happens before what they do with it."

// counted is assumed where it matters which threads have ended.
const counted = "A group of goroutines is told no more often than was announced to it: the counter of no WaitGroup becomes negative."

// firstElements is assumed of runs, where it matters likewise.
const firstElements = "Of an array or a slice, runs follow the first %d elements; -elements says how many."

// firstCalls is assumed of runs in which not all operations matter.
const firstCalls = "Of what a goroutine does again and again with no lock held, calls of a function and accesses at one place, runs follow the first %d, and one in 64 of the others; -calls says how many."

// assume notes what a result about t rests on.
func (in *invocation) assume(t *target, s side) {
	list := assumptions(t.sort, s, in.opts.deps)
	n := needsOf(in.analyzers)
	if n.OfPaths.Memory() && s&staticSide != 0 {
		list = append(list, published)
		if t.sort == goSort {
			list = append(list, counted)
		}
	}
	if n.Asks.Memory() && in.opts.elements > 0 && s&dynamicSide != 0 && t.sort == goSort {
		list = append(list, fmt.Sprintf(firstElements, in.opts.elements))
	}
	if n := in.opts.calls; n > 0 && s&dynamicSide != 0 && t.sort == goSort && in.passes() {
		list = append(list, fmt.Sprintf(firstCalls, n))
	}
	for _, a := range in.analyzers {
		for _, text := range a.Assumes {
			list = append(list, a.Name+": "+text)
		}
	}
	for _, text := range list {
		if !slices.Contains(in.out.Assumptions, text) {
			in.out.Assumptions = append(in.out.Assumptions, text)
		}
	}
}

// keptAssumption is one about runs of Go programs.
const keptAssumption = "Functions that run in their original form are not watched; -v lists them."

// assumptions are those of the environments and drivers. README.md has them all,
// with what they mean.
func assumptions(sort sort, s side, deps bool) []string {
	var list []string
	if s&staticSide != 0 {
		list = append(list, "Locks that a function reaches by the same path are one lock, and by different paths different locks.")
	}
	if s&staticSide != 0 && sort == goSort {
		list = append(list,
			"Memory is not written, and unexported functions are not called, by way of unsafe, reflect, linkname or assembly.",
			"Calls of unknown functions leave the caller's locks as they are, and what they do is no part of what the caller does.",
			"A lock that a function takes on some paths only is given back on the same paths, and a panic gives back what it took.",
			"A lock is given back by the goroutine that took it.",
			"A lock that is taken through a sync.Locker is taken on its exclusive side.",
		)
		switch {
		case !deps:
			list = append(list, "Functions of packages that no pattern matches are unknown; -deps follows them.")
		case s&dynamicSide != 0:
			list = append(list, "Packages that no pattern matches are looked at statically only: what they execute is not watched.")
		}
	}
	if s&dynamicSide != 0 {
		list = append(list, "A run shows what it executed under its schedule: what it does not report it does not exclude.")
		if sort == goSort {
			list = append(list, keptAssumption)
		}
	}
	return list
}
