package balance

import "github.com/seed38182bad/parallax/envs"

// name is a lock for people.
func (l lock) name(class string) string {
	switch {
	case l.path != nil && l.path.Text != "":
		return l.path.Text
	case class != "":
		return class
	}
	return "a lock"
}

// classOf is the class of a lock, if one is known.
func (b *balance) classOf() string {
	if b == nil {
		return ""
	}
	return b.class
}

func side(read bool) string {
	if read {
		return " (shared)"
	}
	return ""
}

// taken is the evidence that a lock was taken, if it is known where.
func taken(b *balance) []envs.Evidence {
	if b == nil || b.at.IsZero() {
		return nil
	}
	return []envs.Evidence{{At: b.at, Text: b.of.name(b.class) + side(b.alone <= 0) + " is taken"}}
}

// leftReport is the report of a Return with a lock.
func leftReport(w way) envs.Report {
	b := w.taken
	name := b.of.name(b.class)
	return envs.Report{Kind: Left, Cause: b.at,
		Message: name + side(b.alone <= 0) + " is still held when the function returns here",
		Evidence: append(taken(b), envs.Evidence{At: w.at,
			Text: "the function returns, and " + name + " has not been given back on this path"})}
}

// panicReport is the report of a panic that leaves a lock behind, and where it is recovered.
func panicReport(b *balance, at, recovered envs.Point) envs.Report {
	name := b.of.name(b.class)
	r := envs.Report{Kind: Left, Cause: b.at,
		Message:  name + side(b.alone <= 0) + " is still held after the panic here: no deferred call gives it back",
		Evidence: append(taken(b), envs.Evidence{At: at, Text: "the function panics"})}
	if !recovered.IsZero() {
		r.Evidence = append(r.Evidence, envs.Evidence{At: recovered,
			Text: "the program goes on, since a panic is recovered here"})
	}
	return r
}

// keepsReport tells that a function keeps a lock for its callers.
func keepsReport(k *keeping, w way) envs.Report {
	name := w.taken.of.name(w.taken.class)
	return envs.Report{Kind: Keeps, Cause: w.taken.at,
		Message:  k.fn.Name + " keeps " + name + side(w.taken.alone <= 0) + " for its callers: " + k.reason,
		Evidence: append(taken(w.taken), envs.Evidence{At: w.at, Text: "the function returns with it"})}
}

// report makes a report that rests on a lock being held. If a callee has taken it, whether it should have kept it is
// known when all was seen.
func (c *checker) report(env envs.Env, held *balance, r envs.Report) {
	if held != nil && calls(env.Func(), held.at) {
		c.book.wait(env.Point(), pending{*held, env.Point(), r})
	} else {
		env.Report(r)
	}
}

// reportGiven reports what is wrong with giving a lock back, if something is.
func (c *checker) reportGiven(env envs.Env, l lock, class string, p problems, bare *balance) {
	if !c.met.MayStay() {
		return // likewise
	}
	name := l.name(class)
	switch {
	case p.of == Side:
		held, given := "exclusive", "shared"
		if p.known.heldRead() {
			held, given = given, held
		}
		c.report(env, p.known, envs.Report{Kind: Side,
			Message: name + " is held on its " + held + " side, and given back on its " + given + " side",
			Evidence: append(taken(p.known), envs.Evidence{At: env.Point(),
				Text: name + " is given back on its " + given + " side"})})
	case p.of == Unheld:
		env.Report(envs.Report{Kind: Unheld,
			Message:  name + " is given back here, and on some path it has been given back before",
			Evidence: []envs.Evidence{{At: env.Point(), Text: name + " is given back, and is not held"}}})
	case bare != nil:
		c.report(env, bare, envs.Report{Kind: Unheld,
			Message: name + " is given back here, and on some path it was not taken",
			Evidence: append(taken(bare), envs.Evidence{At: env.Point(),
				Text: name + " is given back, also where it was not taken"})})
	}
}
