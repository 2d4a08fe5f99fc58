package plan

import (
	"fmt"

	"github.com/seed38182bad/parallax/envs"
)

// Accesses counts the operations of the watched packages that access memory, by what became of them.
type Accesses struct {
	All        int // those below, and Probed
	Probed     int // say which memory they access
	Again      int // access the same as one before them, which has a probe
	Local      int // to memory of one thread or frame
	Final      int // to memory that is not written once it is shared
	Fresh      int // fill an object that nothing else knows yet
	Unselected int // of a whole struct, that no checker selects
	Beyond     int // to elements beyond the cut-off
	Unnamed    int // have no expression for it: appended and copied elements
	Unseen     int // in functions without probes
}

// String lists the counts that are not zero.
func (a Accesses) String() string {
	s := fmt.Sprintf("%d accesses, %d with probes", a.All, a.Probed)
	for _, c := range []struct {
		n    int
		what string
	}{
		{a.Again, "as one before"}, {a.Local, "thread-local"}, {a.Final, "read-only"}, {a.Fresh, "before publication"},
		{a.Unselected, "excluded"}, {a.Beyond, "beyond the cut-off"}, {a.Unnamed, "without a name"},
		{a.Unseen, "in functions that are not watched"},
	} {
		if c.n > 0 {
			s += fmt.Sprintf(", %d %s", c.n, c.what)
		}
	}
	return s
}

func (a *Accesses) add(b Accesses) {
	a.All += b.All
	a.Probed += b.Probed
	a.Again += b.Again
	a.Local += b.Local
	a.Final += b.Final
	a.Fresh += b.Fresh
	a.Unselected += b.Unselected
	a.Beyond += b.Beyond
	a.Unnamed += b.Unnamed
	a.Unseen += b.Unseen
}

// shared reports whether an access is to memory that threads may share, and counts it if not.
func (a *Accesses) shared(op *envs.Op) bool {
	switch {
	case op.Is(envs.Local):
		a.Local++
	case op.Loc != nil && op.Loc.Final:
		a.Final++
	default:
		return true
	}
	return false
}

func shared(op *envs.Op) bool { return new(Accesses).shared(op) }

// Accesses counts the accesses to memory of the packages that the patterns matched, and what identities they were
// given, if they were asked for. Functions without probes are known to the view.
func (p *Plans) Accesses(v *View) Accesses {
	var all Accesses
	if !p.opts.Accesses {
		return all
	}
	for _, id := range p.prog.Roots() {
		if f := p.funcs[id]; f != nil && v.Probed(id) {
			all.add(f.count)
			continue
		}
		ops := p.prog.Func(id).Ops
		for i := range ops {
			if ops[i].Accesses() {
				if all.All++; all.shared(&ops[i]) {
					all.Unseen++
				}
			}
		}
	}
	return all
}
