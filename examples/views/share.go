package views

import (
	"iter"
	"slices"

	"github.com/seed38182bad/parallax/dataflow/blocks"
	"github.com/seed38182bad/parallax/domains/view"
	"github.com/seed38182bad/parallax/envs"
)

// A share is what other contents have in common with one, the whole. These are facts that both have by one name of a
// lock. That is the lock of the whole or, for facts of the whole, one around it. A content has part in it if no lock
// was held around it that the whole holds as well, since then the whole sees it as part of a larger block. There is no
// share of all that the whole has, and none of a whole of which others have only one fact: these cannot be taken apart
// from anything.
type share struct {
	Whole *content
	Facts vars

	members []*content
	gone    int           // how many of the members are
	index   int           // among those of the whole
	beside  []relation    // to those before it; see torn
	asked   int           // how often the whole was renewed when it was asked for them, and 1
	threads []envs.Thread // of the members, at least
	few     int           // how many they were when they were counted
}

// compare finds out what a new content has in common with others, and they with it. What has less
// than two items that others have, too, cannot be taken apart, and is not compared as a whole until
// it has.
func (b *book) compare(x *content) {
	b.nearby = b.others(x, b.nearby)
	for _, y := range b.nearby {
		if !y.whole && y.shared > 1 {
			b.farther = b.others(y, b.farther)
			b.open(y, x, b.farther)
		}
		if y.whole {
			b.share(y, x)
		}
	}
	if x.shared > 1 {
		b.open(x, nil, b.nearby)
	}
}

// open compares a whole with all others but one.
func (b *book) open(whole, but *content, others []*content) {
	whole.whole = true
	for _, x := range others {
		if x != but {
			b.share(whole, x)
		}
	}
}

// others are the contents that have something in common with x.
func (b *book) others(x *content, list []*content) []*content {
	b.compared++
	x.compared, list = b.compared, list[:0]
	for _, items := range [...][]blocks.Item{x.own, x.around} {
		for _, i := range items {
			h := b.byItem[i]
			if h == nil {
				continue
			}
			for _, y := range h.first {
				if y.compared != b.compared {
					y.compared, list = b.compared, append(list, y)
				}
			}
		}
	}
	return list
}

// share adds x to those that have something in common with a whole.
func (b *book) share(whole, x *content) {
	if whole.Facts.Len() < 2 {
		return
	}
	for range common(x.around, whole.all) {
		return
	}
	facts := b.common[:0]
	for i := range common(x.own, whole.all) {
		facts = append(facts, x.facts[i])
	}
	b.common = facts
	slices.Sort(facts)
	facts = slices.Compact(facts) // one may have several names
	if len(facts) == 0 || len(facts) == whole.most {
		return
	}
	b.key = keyOf(b.key[:0], slices.Values(facts))
	s := whole.byFacts[string(b.key)]
	if s == nil {
		if len(whole.Shares) == maxShares {
			return
		}
		if whole.byFacts == nil {
			whole.byFacts = map[string]*share{}
		}
		s = &share{Whole: whole, Facts: view.Of(facts...), index: len(whole.Shares)}
		whole.Shares, whole.byFacts[string(b.key)] = append(whole.Shares, s), s
	}
	s.members = append(s.members, x)
	x.PartOf = append(x.PartOf, s)
	for _, t := range x.threads {
		s.add(t)
	}
}

// common yields the indices in v of what w has, too. Both ascend.
func common(v, w []blocks.Item) iter.Seq[int] {
	return func(yield func(int) bool) {
		j := 0
		for i := range v {
			for j < len(w) && w[j] < v[i] {
				j++
			}
			if j == len(w) || w[j] == v[i] && !yield(i) {
				return
			}
		}
	}
}

// lose notes that one of the members is no more.
func (s *share) lose() {
	if s.gone++; s.gone > len(s.members)/2 {
		s.members, s.gone = slices.DeleteFunc(s.members, func(x *content) bool { return x.gone }), 0
	}
}

// add notes that a thread was at a place of one of the members. Who was there is found out
// anew whenever they have become twice as many.
func (s *share) add(t envs.Thread) {
	if slices.Contains(s.threads, t) {
		return
	}
	if s.threads = append(s.threads, t); len(s.threads) < max(2*s.few, 32) {
		return
	}
	s.threads = s.threads[:0]
	for _, x := range s.members {
		for _, t := range x.threads {
			if !x.gone && !slices.Contains(s.threads, t) {
				s.threads = append(s.threads, t)
			}
		}
	}
	s.few = len(s.threads)
}

// by yields the places of a share, and the moments there at which the thread may be this one.
func (s *share) by(threads envs.Threads, t envs.Thread) iter.Seq2[*place, blocks.Moment] {
	return func(yield func(*place, blocks.Moment) bool) {
		is := func(o envs.Thread) bool { return threads.MayBeThread(o, t) }
		if !slices.ContainsFunc(s.threads, is) {
			return
		}
		for _, x := range s.members {
			if x.gone || !slices.ContainsFunc(x.threads, is) {
				continue
			}
			for _, p := range x.Places {
				for _, m := range p.Moments {
					if is(m.Thread) && !yield(p, m) {
						return
					}
				}
			}
		}
	}
}

// All yields the places of a share, and the moments there.
func (s *share) All() iter.Seq2[*place, blocks.Moment] {
	return func(yield func(*place, blocks.Moment) bool) {
		for _, x := range s.members {
			if x.gone {
				continue
			}
			for _, p := range x.Places {
				for _, m := range p.Moments {
					if !yield(p, m) {
						return
					}
				}
			}
		}
	}
}
