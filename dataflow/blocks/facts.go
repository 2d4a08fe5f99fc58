package blocks

import (
	"iter"
	"slices"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/domains/view"
	"github.com/seed38182bad/parallax/envs"
)

// An Item is the number of a fact and a name of the lock under which it was added. In a way
// those by locks that were held around the block are negative.
type Item int32

// A note is what an Item stands for. In what a frame tells its callers, and in what it knows
// by a lock around a block, holder is that lock.
type note[F comparable] struct {
	fact         F
	name, holder envs.Lock
}

// facts are the meaning of Items, and where facts were added.
type facts[F comparable] struct {
	notes map[Item]note[F]
	items map[note[F]]Item
	last  Item
	about map[F]*about
	gone  int                // how many were removed
	dead  map[envs.Lock]bool // locks that are no more, and whose items are still there
	left  int                // how many items were left when they were looked for
	moved bool               // see Moved

	memo
}

// about is what is known of a fact.
type about struct {
	id    uint32
	items []Item
	spots map[envs.Point]envs.Point // by the beginning of a block: the first place at which it was added to that
}

func (t *facts[F]) item(n note[F]) Item {
	if i, ok := t.items[n]; ok {
		return i
	}
	if t.items == nil {
		t.items, t.notes = map[note[F]]Item{}, map[Item]note[F]{}
	}
	t.last++
	t.notes[t.last], t.items[n] = n, t.last
	a := t.of(n.fact)
	a.items = append(a.items, t.last)
	return t.last
}

func (t *facts[F]) of(f F) *about {
	a := t.about[f]
	if a == nil {
		if t.about == nil {
			t.about = map[F]*about{}
		}
		t.ids++
		a = &about{id: t.ids, spots: map[envs.Point]envs.Point{}}
		t.about[f] = a
	}
	return a
}

// saw notes an example of where a fact was added to a block.
func (t *facts[F]) saw(block envs.Point, f F, at envs.Point) {
	a := t.of(f)
	if first, ok := a.spots[block]; !ok || at.Compare(first) < 0 {
		a.spots[block] = at
		t.moved = true
	}
}

// Item is the number of a fact under a lock with a name.
func (t *facts[F]) Item(f F, name envs.Lock) Item { return t.item(note[F]{fact: f, name: name}) }

// Items are the numbers of a fact. They must not be changed.
func (t *facts[F]) Items(f F) []Item {
	if a := t.about[f]; a != nil {
		return a.items
	}
	return nil
}

// Fact is what has a number.
func (t *facts[F]) Fact(i Item) F { return t.notes[i].fact }

// Moved reports whether Where gives another place for some fact than when it was asked last.
func (t *facts[F]) Moved() bool {
	moved := t.moved
	t.moved = false
	return moved
}

// Where is an example of where a fact was added in a block that begins at a point. It is the call, if a callee did it,
// or the point if it is not known.
func (t *facts[F]) Where(block envs.Point, f F) envs.Point {
	if a := t.about[f]; a != nil {
		if at, ok := a.spots[block]; ok {
			return at
		}
	}
	return block
}

// Remove forgets a fact, and gives the numbers that it had. It is for facts about what is no
// more (dataflow.Table): if the fact is added again, it is another one.
func (t *facts[F]) Remove(f F) []Item {
	a := t.about[f]
	if a == nil {
		return nil
	}
	items := a.items
	delete(t.about, f)
	if len(items) > 0 {
		t.gone++
	}
	for _, i := range items {
		delete(t.items, t.notes[i])
		delete(t.notes, i)
	}
	return items
}

// minDead is how many locks are no more, at least, when their items are looked for.
const minDead = 64

// Gone notes that a lock is no more, by itself its only name. It gives the numbers of what was done under it and
// others, now or later, when these locks have become many.
func (t *facts[F]) Gone(l envs.Lock) (gone []Item) {
	if t.dead == nil {
		t.dead = map[envs.Lock]bool{}
	}
	if t.dead[l] = true; len(t.dead) < minDead+t.left/4 {
		return nil
	}
	for i, n := range t.notes {
		if t.dead[n.name] || t.dead[n.holder] {
			gone = append(gone, i)
		}
	}
	slices.Sort(gone)
	changed := map[F]bool{}
	for _, i := range gone {
		n := t.notes[i]
		delete(t.items, n)
		delete(t.notes, i)
		changed[n.fact] = true
	}
	for f := range changed {
		a := t.about[f]
		a.items = slices.DeleteFunc(a.items, func(i Item) bool { _, ok := t.notes[i]; return !ok })
	}
	t.dead, t.left = nil, len(t.notes)
	t.gone++
	return gone
}

// Again is part of dataflow.Table. A Follower needs no other pass.
func (t *facts[F]) Again() bool { return false }

// Forget is part of dataflow.Table. It drops what is known of a run, or what was done under a lock.
func (t *facts[F]) Forget(g dataflow.Gone) {
	switch {
	case g.Run:
		*t = facts[F]{}
	case g.Lock != 0:
		t.Gone(g.Lock)
	}
}

// Each are the ways through a block: the Items by names of its lock, and those by names of the locks that were held
// around it. Left out are ways with more than 256 Items (2048 for Many), which are not about one thing.
func (t *facts[F]) Each(w Ways) iter.Seq2[view.View[Item], view.View[Item]] {
	return func(yield func(own, around view.View[Item]) bool) {
		if o := t.Only(w); o != nil {
			yield(o.Own, o.Around)
			return
		}
		if w.views.IsTop() {
			t.tell(w.all, yield)
			return
		}
		for v := range w.views.All() {
			if !t.tell(v, yield) {
				return
			}
		}
	}
}

// A Way is what Each gives of a single way, as long as no more facts than that are gone.
type Way struct {
	Own, Around view.View[Item]
	Kept        any // by the checker
	known       bool
	gone        int
}

// Only is what Each gives, if that is a single way, and nil if there are several or one that is left out.
func (t *facts[F]) Only(w Ways) *Way {
	v, ok := w.only()
	if !ok || v.Has(tooMany) || w.isNothing() {
		return nil
	}
	if o := &w.told; o.known && (o.gone == t.gone || t.remain(v)) {
		o.gone = t.gone
		return o
	}
	w.told = Way{known: true, gone: t.gone}
	t.tell(v, func(own, around view.View[Item]) bool {
		w.told.Own, w.told.Around = own, around
		return true
	})
	return &w.told
}

// remain reports whether no fact of a way was removed.
func (t *facts[F]) remain(w view.View[Item]) bool {
	for i := range w.All() {
		if _, ok := t.notes[max(i, -i)]; !ok {
			return false
		}
	}
	return true
}

func (t *facts[F]) tell(w view.View[Item], yield func(own, around view.View[Item]) bool) bool {
	if w.Has(tooMany) {
		return true
	}
	var own, around []Item
	for i := range w.All() {
		if n, ok := t.notes[max(i, -i)]; ok && i < 0 {
			around = append(around, t.Item(n.fact, n.name))
		} else if ok {
			own = append(own, i)
		}
	}
	return yield(view.Of(own...), view.Of(around...))
}

// seen is a way with each of its items as f gives it, without those that are 0.
func (t *facts[F]) seen(w view.View[Item], f func(Item, note[F]) Item) view.View[Item] {
	r, same := make([]Item, 0, w.Len()), true
	for i := range w.All() {
		n, ok := t.notes[i]
		if !ok {
			same = false
			continue
		}
		j := f(i, n)
		if same = same && j == i; j != 0 {
			r = append(r, j)
		}
	}
	if same {
		return w
	}
	return view.Of(r...)
}
