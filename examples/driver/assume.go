package driver

import "slices"

// side says from where a program is looked at.
type side uint8

const (
	staticSide side = 1 << iota
	dynamicSide
)

// assume notes what a result about t rests on.
func (in *invocation) assume(t *target, s side) {
	add := func(text string) {
		if !slices.Contains(in.out.Assumptions, text) {
			in.out.Assumptions = append(in.out.Assumptions, text)
		}
	}
	if s&staticSide != 0 {
		add("Lock operations of one function speak of one lock if their access paths are equal, and of different locks if they differ. Where two paths lead to one lock, a report may be false.")
		if t.sort == goSort {
			add("Calls that cannot be resolved (reflection, unsafe, cgo, assembly, function values from elsewhere) leave the caller's locks as they are.")
			if !in.opts.deps {
				add("Calls into packages that no pattern matches are not followed; -deps follows them.")
			}
		}
	}
	if s&dynamicSide != 0 {
		add("A run shows what it executed, under the schedule it had: what it does not report it does not exclude.")
		if t.sort == goSort {
			add("Functions listed as kept run in their original form and are not observed.")
		}
	}
	add("Accesses to shared data are free of low-level data races: test with -race first.")
}
