package blocking

import (
	"cmp"
	"slices"
	"strings"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
)

// what says what a thread waits for at an operation.
func (w *wait) what(op *envs.Op) string {
	var names []string
	for _, x := range w.cases {
		names = append(names, x.what())
	}
	if len(names) == 0 {
		switch op.Kind {
		case envs.Call:
			return "in what is called here"
		case envs.Jump:
			return "at a select without cases"
		case envs.Send, envs.Receive:
			return "at this select"
		}
		return "here"
	}
	return strings.Join(names, ", or ")
}

func (x waitCase) what() string {
	switch x.kind {
	case envs.Acquire:
		return "to take " + x.name
	case envs.Wait:
		return "to be notified of " + x.name
	case envs.Join:
		if x.one {
			return "for the end of " + x.name
		}
		return "for the threads of " + x.name
	case envs.Send:
		return "to send to " + x.name
	case envs.Receive:
		return "to receive from " + x.name
	}
	return "for " + x.name
}

// wakers are the kinds of operations that end a wait at one of a kind, and what they do to what stands for %s.
var wakers = map[envs.Kind][]struct {
	kind envs.Kind
	did  string
}{
	envs.Receive: {{envs.Send, "something is sent to %s, the last time"}, {envs.Close, "%s is closed"},
		{envs.Receive, "something is received from %s, the last time"}},
	envs.Send: {{envs.Receive, "something is received from %s, the last time"},
		{envs.Send, "something is sent to %s, the last time"}},
	envs.Wait: {{envs.Notify, "those that wait are notified, the last time"}},
	envs.Join: {{envs.Notify, "a thread tells the group that it is done, the last time"},
		{envs.Return, "a thread of the group ends, the last time"}},
}

// nameOf names what an operation is about at which a thread waits. A lock or condition is named as where it is met at
// first, and all else as it is named here.
func (c *checker) nameOf(env envs.Env, op *envs.Op, of envs.Lock) string {
	object := op.Kind == envs.Acquire || op.Kind == envs.Wait
	switch {
	case op.Loc != nil && (of == 0 || !object):
		return unknown(op)
	case op.Loc != nil || op.Path != nil || op.Kind == envs.Acquire || len(op.Uses) == 0:
		return c.locks.LockName(of)
	}
	if name := env.Program().Knows().Named(env.Func(), op.Uses[0]); name != "" {
		return name
	}
	return unknown(op)
}

// unknown names what an operation is about if it is not known which one that is.
func unknown(op *envs.Op) string {
	switch {
	case op.Loc != nil:
		return op.Loc.Name
	case op.Kind == envs.Send, op.Kind == envs.Receive:
		return "a channel"
	case op.Kind == envs.Join:
		return "a group"
	case op.Kind == envs.Acquire:
		return "a lock"
	}
	return "a condition"
}

// story leads from the start of a thread to where it waits, and says what became of those that could wake it.
func (c *checker) story(w *wait, m dataflow.Message) []envs.Evidence {
	all := c.starts.Story(w.thread)
	for _, h := range w.held {
		if !h.At.IsZero() && len(w.cases) > 0 && h.Lock != w.cases[0].of {
			all = append(all, envs.Evidence{At: h.At, Text: "it takes " + c.locks.LockName(h.Lock) + ", which it still holds"})
		}
	}
	if len(w.cases) == 0 {
		return append(all, envs.Evidence{At: m.At, Text: "it waits " + w.what(m.Op)})
	}
	for _, x := range w.cases {
		all = append(all, envs.Evidence{At: x.at, Text: "it waits " + x.what()})
	}
	for _, x := range w.cases {
		all = append(all, c.others(w, x)...)
	}
	others := c.keptWaiting(w)
	if m.Cut {
		others = append(others, c.started(w)...)
	}
	return append(all, slices.DeleteFunc(others, func(e envs.Evidence) bool {
		return slices.ContainsFunc(all, func(o envs.Evidence) bool { return o.At == e.At })
	})...)
}

// keptWaiting says who waits for the locks that a thread holds.
func (c *checker) keptWaiting(w *wait) []envs.Evidence {
	return c.waiting("another thread waits ", func(o *wait) bool {
		return o != w && len(o.cases) == 1 && o.cases[0].kind == envs.Acquire &&
			slices.ContainsFunc(w.held, func(h envs.HeldLock) bool { return h.Lock == o.cases[0].of })
	})
}

// maxStarted is of how many places at which threads wait a story tells that the thread has started.
const maxStarted = 8

// started says where the threads wait that a thread has started: it may wait for one of them.
func (c *checker) started(w *wait) []envs.Evidence {
	all := c.waiting("a thread that it has started waits ", func(o *wait) bool { return c.by[o.thread] == w.thread })
	return all[:min(len(all), maxStarted)]
}

// waiting says of some threads where they wait, once of each place.
func (c *checker) waiting(text string, which func(*wait) bool) (all []envs.Evidence) {
	for _, o := range c.waits {
		if len(o.cases) > 0 && which(o) {
			all = append(all, envs.Evidence{At: o.cases[0].at, Text: text + o.what(nil)})
		}
	}
	slices.SortFunc(all, func(a, b envs.Evidence) int {
		return cmp.Or(a.At.Compare(b.At), strings.Compare(a.Text, b.Text))
	})
	return slices.CompactFunc(all, func(a, b envs.Evidence) bool { return a.At == b.At })
}

// others says what became of those that could end a wait.
func (c *checker) others(w *wait, x waitCase) (all []envs.Evidence) {
	u := c.used[x.of]
	if x.kind == envs.Acquire {
		return c.holders(w, u, nil)
	}
	for _, d := range c.other {
		if d.loc != nil && d.loc == x.loc && serves(d.kind, x.kind) {
			all = append(all, envs.Evidence{At: d.taken, Text: "another case is taken than that of " + x.name})
		}
	}
	slices.SortFunc(all, func(a, b envs.Evidence) int { return a.At.Compare(b.At) })
	it := "it"
	if len(w.cases) > 1 {
		it = x.name
	}
	for _, by := range wakers[x.kind] {
		if u != nil && u.last[by.kind].thread != 0 && u.last[by.kind].at != x.at {
			all = append(all, envs.Evidence{At: u.last[by.kind].at, Text: strings.ReplaceAll(by.did, "%s", it)})
		}
	}
	return all
}

// serves reports whether an operation of one kind ends a wait at one of the other.
func serves(by, waits envs.Kind) bool {
	return by == envs.Send && waits == envs.Receive || by == envs.Receive && waits == envs.Send
}

// holders says who holds a lock, and what keeps that thread from giving it back.
func (c *checker) holders(w *wait, u *uses, seen []*wait) (all []envs.Evidence) {
	if u == nil || u.holder.thread == 0 || slices.Contains(seen, w) {
		return nil
	}
	by := u.holder
	if by.thread == w.thread {
		return []envs.Evidence{{At: by.at, Text: "it has taken the lock itself"}}
	}
	all = []envs.Evidence{{At: by.at, Text: "another thread takes the lock"}}
	if at := c.ended[by.thread]; !at.IsZero() {
		return append(all, envs.Evidence{At: at, Text: "that thread ends, and holds the lock"})
	}
	next := c.waits[by.thread]
	if next == nil {
		return all
	}
	for _, x := range next.cases {
		all = append(all, envs.Evidence{At: x.at, Text: "that thread waits " + x.what()})
	}
	if seen = append(seen, w); len(next.cases) == 1 && next.cases[0].kind == envs.Acquire && !c.keeps(next, seen) {
		all = append(all, c.holders(next, c.used[next.cases[0].of], seen)...)
	}
	return all
}

// keeps reports whether one of some threads holds the lock that another one waits for: the circle is closed.
func (c *checker) keeps(w *wait, circle []*wait) bool {
	u := c.used[w.cases[0].of]
	return u != nil && slices.ContainsFunc(circle, func(o *wait) bool { return o.thread == u.holder.thread })
}
