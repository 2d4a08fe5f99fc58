package histories

import (
	"github.com/seed38182bad/parallax/domains/interleaving"
	"github.com/seed38182bad/parallax/envs"
)

// circles looks for circles of the first maxCircled classes: now and then while more are gathered.
func (b *Book) circles() {
	switch {
	case len(b.all) < 2 || b.changes == b.circled:
		return
	case b.stages.Gathers() && b.changes < b.circled+b.circled/4:
		return
	}
	b.circled = b.changes
	classes := map[*transaction]*class{}
	x := &interleaving.Set[envs.Lock, spot]{Locks: b.locksOf(), Group: segmentOf, FirstOnly: true}
	first := b.whole()
	for _, c := range first {
		classes[c.transaction] = c
		x.All = append(x.All, c.transaction)
	}
	some := func(may func(m, n *moment) bool) func(t, u *transaction) bool {
		return func(t, u *transaction) bool {
			for i := range classes[t].moments {
				for j := range classes[u].moments {
					if may(&classes[t].moments[i], &classes[u].moments[j]) {
						return true
					}
				}
			}
			return false
		}
	}
	x.Beside = remembered(some(func(m, n *moment) bool { return b.beside(m, n) }))
	x.Follow = remembered(some(func(m, n *moment) bool { return b.threads.MayBeThread(m.thread, n.thread) }))
	type question struct {
		t, u              *transaction
		first, second, by int32
	}
	answers := map[question]bool{}
	x.MayPart = func(t *transaction, first, second *event, u *transaction, by *event) bool {
		q := question{t, u, first.Of.segment, second.Of.segment, by.Of.segment}
		may, known := answers[q]
		if !known {
			may = some(func(m, n *moment) bool { return b.mayPart(m, first, second, n, by) })(t, u)
			answers[q] = may
		}
		return may
	}
	for _, c := range first {
		if c.of.findings[ordering] != nil {
			continue
		}
		for _, s := range x.Circles(c.transaction) {
			b.found(c, s, classes[s.Whose[0]], classes[s.Whose[1]])
		}
	}
}

// whole are the first maxCircled classes that still have a transaction. All transactions of a class were entered again
// if more of what they do came to count. The class then has parts of transactions only. A part has fewer conflicts than
// its transaction, so a circle could lead past it.
func (b *Book) whole() (list []*class) {
	for _, c := range b.all {
		if len(list) < maxCircled && c.times > 0 {
			list = append(list, c)
		}
	}
	return list
}

// remembered asks each question once.
func remembered(f func(t, u *transaction) bool) func(t, u *transaction) bool {
	answers := map[[2]*transaction]bool{}
	return func(t, u *transaction) bool {
		is, known := answers[[2]*transaction{t, u}]
		if !known {
			is = f(t, u)
			answers[[2]*transaction{t, u}] = is
		}
		return is
	}
}
