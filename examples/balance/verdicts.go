package balance

import (
	"slices"

	"github.com/seed38182bad/parallax/envs"
)

// problems are what is wrong with one operation in the cases before it.
type problems struct {
	of    string   // the kind; of several kinds the first one
	fine  int      // in how many cases nothing is wrong
	wrong int      // and in how many that count something is
	known *balance // the lock in one of these
}

func (p *problems) note(wrong string, counts bool, known *balance) {
	switch {
	case wrong == "":
		p.fine++
	case counts:
		if p.wrong++; p.of == "" {
			p.of, p.known = wrong, known
		}
	}
}

// verdicts are what is wrong with what a callee does to locks.
type verdicts struct {
	c    *checker
	env  envs.Env
	s    State // before the call
	of   []lock
	rows []map[int]*problems // of each of them, by the case of s
}

// note says what is wrong with a lock in case i.
func (v *verdicts) note(i int, l lock, wrong string, known *balance) {
	n := slices.IndexFunc(v.of, l.is)
	if n < 0 {
		n = len(v.of)
		v.of, v.rows = append(v.of, l), append(v.rows, map[int]*problems{})
	}
	if v.rows[n][i] == nil {
		v.rows[n][i] = &problems{}
	}
	v.rows[n][i].note(wrong, v.s.counts(&v.s.cases[i], v.c.All), known)
}

// report tells what is wrong in a case of the caller whatever the callee does. That a lock is taken again is told where
// the callee takes it.
func (v *verdicts) report(call *envs.Op) {
	for n, l := range v.of {
		fine, of := 0, problems{}
		for i := range v.s.cases {
			p := v.rows[n][i]
			switch {
			case p == nil || p.wrong == 0 || p.fine > 0 && !v.c.All:
				fine++
			case of.of == "":
				of = *p
			}
		}
		of.fine += fine
		switch {
		case !l.named() || of.of == "":
		case of.again():
			v.c.takenInside(v.env, call, l, of)
		default:
			v.c.reportGiven(v.env, l, of.known.classOf(), of, nil)
		}
	}
}

// unknown notes what is possible where nothing is known of locks.
func (c *checker) unknown(env envs.Env, op *envs.Op, s State) {
	switch {
	case op.Kind == envs.Return:
		c.book.returned(env, s)
	case c.All && (op.Kind == envs.Release || op.Kind == envs.Call && op.Reaches()):
		c.reportGiven(env, lock{path: op.Path}, class(op), problems{of: Unheld}, nil)
	}
}

// bare tells of a lock that is given back, and that the frame has taken in one case and not used in another. It gives
// such a lock, and again if that is to be reported.
func (c *checker) bare(env envs.Env, s State, l lock, of string) (taken, wrong *balance) {
	not := false
	if s.someLoose(of) {
		return nil, nil
	}
	for i := range s.cases {
		t := &s.cases[i]
		if !s.counts(t, c.All) {
			continue
		}
		switch b := t.find(l); {
		case b == nil:
			not = true
		case b.took():
			taken = b
		}
	}
	if !not || taken == nil {
		return nil, nil
	}
	if pc := env.Point().PC(); !c.All && c.paired(env.Program(), env.Func(), taken, pc, pc, State{}) {
		return taken, nil
	}
	return taken, taken
}

// nobodyTakes reports whether no operation of the program takes a lock of a class, so that none can be held.
func (c *checker) nobodyTakes(prog envs.Program, of string) bool {
	return of != "" && !c.survey(prog).used[of]
}
