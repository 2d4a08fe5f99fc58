package world

import (
	"slices"

	"github.com/seed38182bad/parallax/domains/mhp"
	threads "github.com/seed38182bad/parallax/domains/thread"
	"github.com/seed38182bad/parallax/envs"
)

// A Join of a group waits for threads that have no handles, and perhaps for any number of
// them, which have one identity. So what is known of a thread has a second part: which of
// the threads that it has created may still run. It shrinks where the thread waits.
//
// The part is about the threads that are known to the analysis by their identities. What
// code that is not seen starts is executed by threads of which nothing is known.

// threadFact is what is known of the thread at a point. The facts with a number are not 0.
type threadFact struct {
	mhp.Fact[int64]
	running running
}

// running are the children that may still run. It never changes.
type running struct {
	any  bool // any child may
	list []runner
}

// runner stands for the children of one identity.
type runner struct {
	id threadID
	// by are the objects, of those that the frame waits at, each of which is told by all
	// of these children when they have made their last access; see waits.
	by objects
}

// objects is a set of objects that a frame waits at, by number.
type objects uint64

// ofCallers marks the children that were there when the frame began, which tell none of its
// objects. Its callers know more of them.
const ofCallers objects = 1 << 63

func (r running) find(id threadID) (int, bool) {
	return slices.BinarySearchFunc(r.list, id, func(x runner, id threadID) int { return x.id.Compare(id) })
}

// has reports whether children of an identity may run. Where callers of a function are not told apart their identities
// are joined, and what is asked about may be larger than what has started.
func (r running) has(id threadID) bool {
	return r.any || slices.ContainsFunc(r.list, func(x runner) bool { return threads.Domain[int64]{}.MayBeSame(x.id, id) })
}

// without is r when all children of an identity have ended.
func (r running) without(id threadID) running {
	if i, found := r.find(id); found {
		r.list = slices.Delete(slices.Clone(r.list), i, i+1)
	}
	return r
}

// start adds a child that tells the given objects.
func (r running) start(id threadID, by objects) running {
	i, found := r.find(id)
	if !found {
		r.list = slices.Insert(slices.Clone(r.list), i, runner{id, by})
	} else if both := r.list[i].by & by; both != r.list[i].by {
		r.list = slices.Clone(r.list)
		r.list[i].by = both
	}
	return r
}

// renamed is r with other sets of objects.
func (r running) renamed(by func(runner) objects) running {
	list := slices.Clone(r.list)
	for i, x := range list {
		list[i].by = by(x)
	}
	return running{r.any, list}
}

// entered is r as a frame finds it that is called.
func (r running) entered() running {
	return r.renamed(func(runner) objects { return ofCallers })
}

// returned is r after a callee that began with it and ended with exit.
func (r running) returned(exit running) running {
	return exit.renamed(func(x runner) objects {
		if i, found := r.find(x.id); found && x.by&ofCallers != 0 {
			return r.list[i].by
		}
		return 0
	})
}

// forget is r when an object is made anew: nobody who runs tells the new one.
func (r running) forget(object objects) running {
	return r.renamed(func(x runner) objects { return x.by &^ object })
}

// awaited splits r when all who tell an object have told it.
func (r running) awaited(object objects) (rest running, ended []threadID) {
	rest.any = r.any
	for _, x := range r.list {
		if x.by&object != 0 {
			ended = append(ended, x.id)
		} else {
			rest.list = append(rest.list, x)
		}
	}
	return rest, ended
}

// join is what may run on one of two paths.
func (r running) join(o running) running {
	both := running{any: r.any || o.any}
	a, b := r.list, o.list
	for len(a) > 0 && len(b) > 0 {
		switch c := a[0].id.Compare(b[0].id); {
		case c < 0:
			both.list, a = append(both.list, a[0]), a[1:]
		case c > 0:
			both.list, b = append(both.list, b[0]), b[1:]
		default:
			both.list, a, b = append(both.list, runner{a[0].id, a[0].by & b[0].by}), a[1:], b[1:]
		}
	}
	both.list = append(append(both.list, a...), b...)
	return both
}

// hash adds the children to the hash of a fact. Many facts differ in them only.
func (r running) hash(h uint64) uint64 {
	const prime = 0x9e3779b97f4a7c15
	for _, x := range r.list {
		h = (h ^ threads.Domain[int64]{}.Hash(x.id)) * prime
		h = (h ^ h>>32 ^ uint64(x.by)) * prime
	}
	return h
}

func (r running) equal(o running) bool {
	return r.any == o.any && slices.EqualFunc(r.list, o.list, func(a, b runner) bool {
		return a.by == b.by && a.id.Compare(b.id) == 0
	})
}

// family is what is known of the threads of an identity over the whole program: who creates them, and who runs when
// that happens. States count that were met on the way to the fixpoint, so it may be too many.
type family struct {
	parent  envs.Thread // of all of them; 0 if there are several
	anyone  bool        // any of the parent's children may run when one is created
	running map[envs.Thread]bool
}

// fork gives the facts of a thread and of its new child, which tells the given objects
// when it has made its last access.
func (t *factTable) fork(f int32, site int64, by objects) (after, child int32) {
	of := t.facts[f]
	p, c := facts.Fork(of.Fact, site)
	child = t.number(threadFact{Fact: c})
	x := t.family[t.thread[child]]
	if x == nil {
		x = &family{parent: t.thread[f], running: map[envs.Thread]bool{}}
		t.family[t.thread[child]] = x
	}
	if x.parent != t.thread[f] {
		x.parent = 0
	}
	x.anyone = x.anyone || of.running.any
	for _, r := range of.running.list {
		x.running[t.threadOf(r.id)] = true
	}
	return t.number(threadFact{p, of.running.start(c.Thread(), by)}), child
}

// parent is the one thread that creates all threads of an identity, 0 if there may be several.
func (t *factTable) parent(of envs.Thread) (p envs.Thread) {
	for child, x := range t.family {
		switch {
		case !t.mayBeSame(child, of):
		case x.parent == 0 || !t.ids[x.parent-1].IsUnique() || p != 0 && p != x.parent:
			return 0
		default:
			p = x.parent
		}
	}
	return p
}

// ended reports whether the threads of b have ended at a. They have if they are children of the thread there, which
// has waited for all of them that it has created so far.
func (t *factTable) ended(a, b int32) bool {
	return t.thread[a] == t.parent(t.thread[b]) && !t.facts[a].running.has(t.facts[b].Thread())
}

// inTurn reports whether the threads of a and b never run at the same time. They do not if they are children of one
// thread, which creates none of one while any of the other may run.
func (t *factTable) inTurn(a, b int32) bool {
	x, y := t.thread[a], t.thread[b]
	p := t.parent(x)
	return p != 0 && p == t.parent(y) && !t.runsBeside(x, y) && !t.runsBeside(y, x)
}

// runsBeside reports whether a thread of y may run when one of x is created.
func (t *factTable) runsBeside(x, y envs.Thread) bool {
	for child, f := range t.family {
		if !t.mayBeSame(child, x) {
			continue
		}
		if f.anyone {
			return true
		}
		for r := range f.running {
			if t.mayBeSame(r, y) {
				return true
			}
		}
	}
	return false
}
