package gorun

import (
	"fmt"
	"strings"

	"github.com/seed38182bad/parallax/envs"
)

// Accesses counts the operations of the watched packages that access memory, by what became of them.
type Accesses struct {
	All      int // those below, and Probed
	Probed   int // say which memory they access
	Again    int // access the same as one before them, which says so
	Local    int // to memory of one thread or frame
	Final    int // to memory that is not written once it is shared
	Fresh    int // fill an object that nothing else knows yet
	Unshared int // the configuration says that they have no need
	Beyond   int // to elements beyond the cut-off
	Unnamed  int // have no expression for it: appended and copied elements
	Unseen   int // in functions without probes
}

// String lists the counts that are not zero.
func (a Accesses) String() string {
	s := fmt.Sprintf("%d accesses, %d with probes", a.All, a.Probed)
	for _, c := range []struct {
		n    int
		what string
	}{
		{a.Again, "as one before"}, {a.Local, "thread-local"}, {a.Final, "read-only"}, {a.Fresh, "before publication"},
		{a.Unshared, "excluded"}, {a.Beyond, "beyond the cut-off"}, {a.Unnamed, "without a name"}, {a.Unseen, "in functions that are not watched"},
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
	a.Unshared += b.Unshared
	a.Beyond += b.Beyond
	a.Unnamed += b.Unnamed
	a.Unseen += b.Unseen
}

// matters reports whether an access is to memory that threads may share, and counts it if not.
func (b *Build) matters(p envs.Point, op *envs.Op, n *Accesses) bool {
	switch {
	case op.Is(envs.Local):
		n.Local++
	case op.Loc != nil && op.Loc.Final:
		n.Final++
	case b.cfg.Unshared != nil && b.cfg.Unshared(p) != "":
		n.Unshared++
	default:
		return true
	}
	return false
}

// accessing reports whether a function accesses memory that threads may share, or a sync.Map.
func (b *Build) accessing(id envs.FuncID) bool {
	var n Accesses
	ops := b.prog.Func(id).Ops
	for i := range ops {
		if ops[i].Accesses() && b.matters(envs.At(id, int32(i)), &ops[i], &n) || ofMap(&ops[i]) {
			return true
		}
	}
	return false
}

// ofMap reports whether an operation calls a method of sync.Map: what that does to shared memory is not seen otherwise.
func ofMap(op *envs.Op) bool {
	return op.Kind == envs.Call && op.Callee != nil && strings.HasPrefix(op.Callee.FullName(), "(*sync.Map).")
}

// Accesses counts the accesses to memory of the watched packages, and what identities they were given, if they were
// asked for.
func (b *Build) Accesses() Accesses {
	var all Accesses
	if !b.cfg.Accesses {
		return all
	}
	for _, id := range b.prog.Roots() {
		if p := b.plans[id]; p != nil && b.view.probed[id] {
			all.add(p.count)
			continue
		}
		ops := b.prog.Func(id).Ops
		var n Accesses
		for i := range ops {
			if ops[i].Accesses() {
				if n.All++; b.matters(envs.At(id, int32(i)), &ops[i], &n) {
					n.Unseen++
				}
			}
		}
		all.add(n)
	}
	return all
}
