package automaton

// image returns the states that e leads to.
func (a *Automaton) image(e Event, states uint64) uint64 {
	var r uint64
	next := a.next[e]
	for i := range each(states) {
		r |= 1 << next[i]
	}
	return r
}

// Step returns the states after event e. An event that the automaton does not
// have may lead anywhere.
func (d Domain) Step(s Set, e Event) Set {
	switch states := d.in(s); {
	case states == 0:
		return Set{}
	case uint(e) >= uint(len(d.of.next)):
		return d.Top()
	default:
		return d.set(d.of.image(e, states))
	}
}

// MayStep returns the states after event e has happened or not: the effect on an
// object that the event's may be.
func (d Domain) MayStep(s Set, e Event) Set { return d.Join(s, d.Step(s, e)) }

// Live returns s without the error states: what is left to look at when errors
// have been reported.
func (d Domain) Live(s Set) Set { return d.set(d.in(s) &^ d.of.errors) }

// Verdict says whether a property is violated by an event or by the end of an
// object.
type Verdict struct {
	// Violations are the error states that are entered, or the leaks.
	Violations Set
	// May says that there are some: the property is violated on some path.
	May bool
	// Must says that the property is violated in every state that the object may be
	// in, and that it may be in some.
	Must bool
}

// Check says whether event e, if it happens now, enters an error state from one that
// is none. An event that the automaton does not have may enter each of them.
func (d Domain) Check(s Set, e Event) Verdict {
	states := d.in(s)
	if uint(e) >= uint(len(d.of.next)) {
		if states &^= d.of.errors; states == 0 {
			return Verdict{}
		}
		return d.verdict(d.of.errors, false)
	}
	var entered uint64
	must := true
	for i := range each(states) {
		to := uint64(1) << d.of.next[e][i]
		must = must && to&d.of.errors != 0
		if 1<<i&d.of.errors == 0 {
			entered |= to & d.of.errors
		}
	}
	return d.verdict(entered, must)
}

// End says whether an object that ends now is in a leak.
func (d Domain) End(s Set) Verdict {
	states := d.in(s)
	return d.verdict(states&d.of.leaks, states&^d.of.leaks == 0)
}

func (d Domain) verdict(violations uint64, must bool) Verdict {
	return Verdict{d.set(violations), violations != 0, must && violations != 0}
}
