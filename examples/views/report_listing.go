package views

import (
	"slices"
	"strconv"

	"github.com/seed38182bad/parallax/domains/view"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/internal/lists"
)

// A listing is the part of a message that lists what a conflict takes apart. Blocks without end may take apart more and
// more, so a listing is extended by what is new, and not made again.
type listing struct {
	done  int // how many of the sets are in it
	names least
	parts least
	first []called // see tell
}

// maxListed is of how many names a least knows the order: lists.Of gives no more, and maxParts is less.
const maxListed = 13

// A least is a set of texts that knows its first ones in order.
type least struct {
	all   map[string]bool
	first []string
}

func (l *least) add(text string) {
	if l.all[text] {
		return
	}
	if l.all == nil {
		l.all = map[string]bool{}
	}
	l.all[text] = true
	if i, _ := slices.BinarySearch(l.first, text); i < maxListed {
		l.first = slices.Insert(l.first, i, text)
		l.first = l.first[:min(len(l.first), maxListed)]
	}
}

// listed gives the texts as lists.Of does.
func (l *least) listed() string { return lists.First(l.first, len(l.all)) }

// sets are the first texts in order, and how many others there are.
func (l *least) sets() []string {
	n := len(l.all) - maxParts
	if n <= 0 {
		return slices.Clone(l.first)
	}
	return append(slices.Clone(l.first[:maxParts]), strconv.Itoa(n)+" other sets")
}

// A called is a variable and its name.
type called struct {
	envs.Variable
	name string
}

// maxFirst is how many variables a listing keeps for a story, which tells of no more.
const maxFirst = 6

// tell adds a variable to the first ones: those with the lowest numbers, one of each name.
func (l *listing) tell(n called) {
	same := slices.IndexFunc(l.first, func(o called) bool { return o.name == n.name })
	if same >= 0 {
		if l.first[same].Variable <= n.Variable {
			return
		}
		l.first = slices.Delete(l.first, same, same+1)
	}
	i, _ := slices.BinarySearchFunc(l.first, n.Variable,
		func(o called, v envs.Variable) int { return int(o.Variable) - int(v) })
	if i < maxFirst {
		l.first = slices.Insert(l.first, i, n)
		l.first = l.first[:min(len(l.first), maxFirst)]
	}
}

// told are the variables of which a story tells.
func (l *listing) told() vars {
	all := make([]envs.Variable, len(l.first))
	for i, n := range l.first {
		all[i] = n.Variable
	}
	return view.Of(all...)
}

// list brings the listing of a conflict up to date.
func (c *checker) list(env envs.Env, x *conflict) *listing {
	l := &x.listing
	for _, o := range x.split[l.done:] {
		l.parts.add(c.format(env, o))
		for v := range c.written(o).All() {
			name := c.memory.VariableName(v)
			l.names.add(name)
			l.tell(called{v, name})
		}
	}
	l.done = len(x.split)
	return l
}
