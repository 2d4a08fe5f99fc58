package lockorder

import (
	"iter"
	"slices"
	"strings"

	"github.com/seed38182bad/parallax/dataflow/waiting"
	"github.com/seed38182bad/parallax/envs"
)

// maxCycles is how many cycles are reported of a wait, the shortest first, and maxSame how
// many of the same locks are passed over.
const (
	maxCycles = 16
	maxSame   = 200
)

// reportCycles are the reports of cycles through one wait. Of those without a lock they say nothing:
// they are not about locks.
func (c *checker) reportCycles(env envs.Env, found iter.Seq[[]waiting.Step]) (reports []envs.Report) {
	same := 0
	for cycle := range found {
		locks := 0
		for _, w := range cycle {
			if w.From.IsLock() {
				locks++
			}
		}
		if locks == 0 {
			continue
		}
		subject := subjectOf(c.Ask.Locks, cycle)
		if slices.ContainsFunc(reports, func(r envs.Report) bool { return r.Subject == subject }) {
			if same++; same == maxSame {
				break
			}
			continue
		}
		r := envs.Report{Kind: Cycle, Subject: subject, Message: "threads may wait for each other: " + subject}
		if locks < len(cycle) {
			r.Kind, r.Message = Woken, "threads may wait to be woken by others that wait for them: "+subject
		}
		for _, w := range cycle {
			r.Evidence = append(r.Evidence, story(c.Ask.Locks, w)...)
		}
		if c.found != nil {
			c.found(cycle)
		}
		if reports = append(reports, r); len(reports) == maxCycles {
			break
		}
	}
	return reports
}

// story says how a thread came to wait.
func story(locks envs.Locks, w waiting.Step) []envs.Evidence {
	held, wanted := locks.LockName(w.From.Lock()), wanted(locks, w.Edge)
	if w.From.IsLock() {
		return append(taken(locks, w), envs.Evidence{At: w.Label.At,
			Text: wanted + " is waited for while " + held + side(w.Label.Hold.Shared) + " is held"})
	}
	return []envs.Evidence{
		{At: w.Label.At, Text: wanted + " is waited for"},
		{At: w.Label.Taken, Text: "only then those are woken who wait for " + held},
	}
}

// wanted is what a wait is for.
func wanted(locks envs.Locks, w *waiting.Edge) string {
	return locks.LockName(w.To.Lock()) + side(w.Label.Wait.Shared)
}

// subjectOf names the locks of a cycle, beginning with the smallest name.
func subjectOf(locks envs.Locks, cycle []waiting.Step) string {
	var names []string
	for _, w := range cycle {
		names = append(names, locks.LockName(w.From.Lock()))
	}
	n := len(names)
	names = append(names, names...) // each turn of the cycle is n of these
	first := names[:n]
	for i := 1; i < n; i++ {
		if turn := names[i : i+n]; slices.Compare(turn, first) < 0 {
			first = turn
		}
	}
	return strings.Join(slices.Compact(append(slices.Clip(first), first[0])), " -> ")
}

func taken(locks envs.Locks, w waiting.Step) []envs.Evidence {
	if w.Label.Taken.IsZero() {
		return nil
	}
	return []envs.Evidence{{At: w.Label.Taken,
		Text: locks.LockName(w.From.Lock()) + side(w.Label.Hold.Shared) + " is taken"}}
}

func side(read bool) string {
	if read {
		return " (shared)"
	}
	return ""
}

// reportAgain reports a wait of a thread for a lock that it holds; on the shared sides, because
// of another thread that waits for the exclusive one.
func (c *checker) reportAgain(env envs.Env, w waiting.Step, writer *waiting.Edge) {
	name := c.Ask.LockName(w.To.Lock())
	r := envs.Report{Kind: Again, Subject: name, Message: name + " is taken again by its holder, which waits for itself"}
	r.Evidence = append(taken(c.Ask.Locks, w), envs.Evidence{At: w.Label.At,
		Text: name + side(w.Label.Wait.Shared) + " is waited for while it is held" + side(w.Label.Hold.Shared)})
	if writer != nil {
		r.Message = name + " is taken again on its shared side by its holder, " +
			"which may wait for one who waits for the exclusive side"
		r.Evidence = append(r.Evidence, envs.Evidence{At: writer.Label.At,
			Text: name + " is waited for by another thread, before which no other gets the shared side"})
	}
	env.Report(r)
}

// reportKept reports a lock that a thread holds at its end.
func (c *checker) reportKept(env envs.Env, h envs.HeldLock) {
	name := c.Ask.LockName(h.Lock)
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
		Kind: Copy, Subject: name,
		Message:  "the lock in " + name + ", which may be in use, is copied: the copy is another lock",
		Evidence: []envs.Evidence{{At: env.Point(), Text: name + " is copied"}},
	})
}
