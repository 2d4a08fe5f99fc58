package lockorder

import (
	"slices"
	"strings"

	"github.com/seed38182bad/parallax/envs"
)

// maxCycles is how many cycles are reported of a wait, the shortest first, and maxSame how
// many of the same locks are passed over.
const (
	maxCycles = 16
	maxSame   = 200
)

// judge reports the cycles through a wait. Of those without a lock it says nothing: they
// are not about locks.
func (c *checker) judge(env envs.Env, w *wait) {
	if c.passes > 0 && c.grew {
		return // the next pass judges
	}
	var told []string
	same := 0
	c.cycles(env, w, c.All, func(cycle []*wait) bool {
		locks := 0
		for _, w := range cycle {
			if w.holds.what.role() == aLock {
				locks++
			}
		}
		if locks == 0 {
			return true
		}
		subject := subjectOf(env, cycle)
		if slices.Contains(told, subject) {
			same++
			return same < maxSame
		}
		told = append(told, subject)
		r := envs.Report{Kind: Cycle, Subject: subject, Message: "threads may wait for each other: " + subject}
		if locks < len(cycle) {
			r.Kind, r.Message = Woken, "threads may wait to be woken by others that wait for them: "+subject
		}
		for _, w := range cycle {
			r.Evidence = append(r.Evidence, c.story(env, w)...)
		}
		env.Report(r)
		return len(told) < maxCycles
	})
}

// story says how a thread came to wait.
func (c *checker) story(env envs.Env, w *wait) []envs.Evidence {
	held, wanted := env.LockName(w.holds.what.lock()), wantedName(env, w)
	if w.holds.what.role() == aLock {
		return append(c.taken(env, w), envs.Evidence{At: w.at, Text: wanted + " is waited for while " + held + side(w.holds.read) + " is held"})
	}
	return []envs.Evidence{
		{At: w.at, Text: wanted + " is waited for"},
		{At: w.taken, Text: "only then those are woken who wait for " + held},
	}
}

// wantedName is what a wait is for.
func wantedName(env envs.Env, w *wait) string {
	return env.LockName(w.what.lock()) + side(w.read)
}

// subjectOf names the locks of a cycle, beginning with the smallest name.
func subjectOf(env envs.Env, cycle []*wait) string {
	var names []string
	for _, w := range cycle {
		names = append(names, env.LockName(w.holds.what.lock()))
	}
	first := 0
	for i := range names {
		if slices.Compare(append(names[i:len(names):len(names)], names[:i]...), append(names[first:len(names):len(names)], names[:first]...)) < 0 {
			first = i
		}
	}
	names = append(names[first:len(names):len(names)], names[:first]...)
	return strings.Join(slices.Compact(append(names, names[0])), " -> ")
}

func (c *checker) taken(env envs.Env, w *wait) []envs.Evidence {
	if w.taken.IsZero() {
		return nil
	}
	return []envs.Evidence{{At: w.taken, Text: env.LockName(w.holds.what.lock()) + side(w.holds.read) + " is taken"}}
}

func side(read bool) string {
	if read {
		return " (shared)"
	}
	return ""
}

// again reports a wait of a thread for a lock that it holds; on the shared sides, because
// of another thread that waits for the exclusive one.
func (c *checker) reportAgain(env envs.Env, w, writer *wait) {
	name := env.LockName(w.what.lock())
	r := envs.Report{Kind: Again, Subject: name, Message: name + " is taken again by its holder, which waits for itself"}
	r.Evidence = append(c.taken(env, w), envs.Evidence{At: w.at, Text: name + side(w.read) + " is waited for while it is held" + side(w.holds.read)})
	if writer != nil {
		r.Message = name + " is taken again on its shared side by its holder, which may wait for one who waits for the exclusive side"
		r.Evidence = append(r.Evidence, envs.Evidence{At: writer.at, Text: name + " is waited for by another thread, before which no other gets the shared side"})
	}
	env.Report(r)
}

// reportKept reports a lock that a thread holds at its end.
func (c *checker) reportKept(env envs.Env, h envs.HeldLock) {
	name := env.LockName(h.Lock)
	r := envs.Report{Kind: Kept, Subject: name, Message: name + " is still held when its thread ends"}
	if !h.At.IsZero() {
		r.Evidence = append(r.Evidence, envs.Evidence{At: h.At, Text: name + side(h.Read) + " is taken"})
	}
	r.Evidence = append(r.Evidence, envs.Evidence{At: env.Point(), Text: "the thread ends"})
	env.Report(r)
}

// reportCopied reports that what is loaded has a lock in it.
func (c *checker) reportCopied(env envs.Env, op *envs.Op) {
	name := "memory"
	if op.Loc != nil {
		name = op.Loc.Name
	}
	env.Report(envs.Report{
		Kind: Copy, Subject: name, Message: "the lock in " + name + ", which may be in use, is copied: the copy is another lock",
		Evidence: []envs.Evidence{{At: env.Point(), Text: name + " is copied"}},
	})
}
