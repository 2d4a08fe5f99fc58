package explore

import "fmt"

// exhaustive is the strategy of NewExhaustive.
type exhaustive struct {
	bound int
	path  []option
	at    int
	begun bool
	left  int
	why   string
}

// option is a choice with those that were possible in its place.
type option struct {
	all         []Choice // the first is taken
	preemptions int      // up to this choice
	thread      int
}

// NewExhaustive makes a strategy that executes every schedule, in the order of a depth-first search. Preemptions is how
// many preemptions a schedule may have; a negative number means any.
func NewExhaustive(preemptions int) Strategy { return &exhaustive{bound: preemptions} }

// Begin goes to the next schedule.
func (x *exhaustive) Begin() bool {
	x.at = 0
	if !x.begun {
		x.begun = true
		return true
	}
	if x.why != "" {
		return false
	}
	for n := len(x.path); n > 0; n-- {
		o := &x.path[n-1]
		if o.all = o.all[1:]; len(o.all) > 0 {
			return true
		}
		x.path = x.path[:n-1]
	}
	return false
}

// Order changes nothing: no order is left out.
func (x *exhaustive) Order(int, int) {}

// Cut changes nothing: what follows is left out.
func (x *exhaustive) Cut([]Op) {}

// Next is the next choice.
func (x *exhaustive) Next(ops []Op) (Choice, bool) {
	if x.at == len(x.path) && !x.enter(ops) {
		return Choice{}, false
	}
	o := &x.path[x.at]
	c := o.all[0]
	if op := find(ops, c.Thread); op == nil || !op.Enabled {
		x.why = fmt.Sprintf(notAgain, x.at, c.Thread, "is not enabled")
		return Choice{}, false
	}
	x.at++
	return c, true
}

// enter notes what can be chosen in a state that was not there before.
func (x *exhaustive) enter(ops []Op) bool {
	current, preemptions := -1, 0
	if x.at > 0 {
		before := &x.path[x.at-1]
		preemptions = before.preemptions
		last := before.all[0].Thread
		if before.thread >= 0 && before.thread != last {
			preemptions++
		}
		if op := find(ops, last); op != nil && op.Enabled {
			current = last
		}
	}
	var all []Choice
	for i := range ops {
		op := &ops[i]
		switch {
		case !op.Enabled:
		case x.bound >= 0 && current >= 0 && op.Thread != current && preemptions == x.bound:
			x.left++
		default:
			for v := range max(1, op.Values) {
				all = append(all, Choice{op.Thread, v})
			}
		}
	}
	if len(all) == 0 {
		return false
	}
	x.path = append(x.path, option{all, preemptions, current})
	return true
}

// Complete says what the bound has left out.
func (x *exhaustive) Complete() (string, bool) {
	switch {
	case x.why != "":
		return x.why, false
	case x.left > 0:
		return fmt.Sprintf("schedules with more than %d preemptions were left out, at %d choices", x.bound, x.left), false
	}
	return "", true
}
