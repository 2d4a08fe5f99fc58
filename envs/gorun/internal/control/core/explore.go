// Package core decides which thread goes on, and which of several ways one takes. It is compiled into the programs that
// are controlled, too, so that it imports nothing.
package core

// A Candidate is a thread that may go on, with the operation that it makes then.
type Candidate struct {
	Thread int32
	Kind   Kind
	Addr   uintptr // what the operation is about
}

// An Explorer makes the decisions of one execution after the other. A decision is the index of one of several
// alternatives; where there is only one, there is none. Of threads the one that executes comes first if it may go on,
// then the others by their numbers.
type Explorer struct {
	// Choices are the decisions of the execution so far, Widths how many alternatives there were.
	Choices, Widths []uint16
	// Diverged says that the execution did not have an alternative that it was to take.
	Diverged bool

	spec   Spec
	rng    uint64
	path   []branch // of the search in depth
	used   int      // preemptions of the execution
	pct    priorities
	number int
}

// A Spec says how to decide.
type Spec struct {
	Strategy Strategy
	Seed     uint64
	// Depth is how many times PCT changes priorities, plus one.
	Depth int
	// Preemptions bounds how often a thread that may go on does not, in a search in depth; negative is no bound.
	Preemptions int
	// Eager makes no decision where a thread may go on that makes no operation next: one that begins, or has been woken. A
	// program without data races does the same then.
	Eager bool
	// Schedule has the first decisions of all executions, or those of the first one of a search in depth.
	Schedule []uint16
}

// A Strategy makes decisions.
type Strategy uint8

const (
	// First takes the first alternative.
	First Strategy = iota
	// Random takes each with the same probability.
	Random
	// PCT lets the thread with the highest priority go on; priorities are random, and change at random places.
	PCT
	// DFS takes all, in a search in depth.
	DFS
)

// Strategies have the names of the strategies.
var Strategies = [...]string{"first", "random", "pct", "dfs"}

// New makes an explorer.
func New(spec Spec) *Explorer {
	x := &Explorer{spec: spec}
	if spec.Strategy == DFS {
		for _, c := range spec.Schedule {
			x.path = append(x.path, branch{choice: c})
		}
	}
	return x
}

// Begin begins the execution with a number, and gives the seed of what else is random in it.
func (x *Explorer) Begin(number int) uint64 {
	x.Choices, x.Widths, x.Diverged = x.Choices[:0], x.Widths[:0], false
	x.used, x.number = 0, number
	x.rng = mix(x.spec.Seed + uint64(number)*0x9e3779b97f4a7c15)
	seed := mix(x.spec.Seed)
	switch x.spec.Strategy {
	case PCT:
		x.pct.begin(x)
		seed = x.next()
	case Random:
		seed = x.next()
	}
	if len(x.spec.Schedule) > 0 {
		seed = mix(x.spec.Seed)
	}
	return seed
}

// End ends the execution and reports whether there is another one to make.
func (x *Explorer) End() bool {
	switch x.spec.Strategy {
	case DFS:
		return x.backtrack()
	case PCT:
		x.pct.end(len(x.Choices))
	case First:
		return false
	}
	return true
}

// Thread decides which thread goes on; current says that the first one executes.
func (x *Explorer) Thread(list []Candidate, current bool) int {
	n := len(list)
	if n == 1 {
		return 0
	}
	if x.spec.Eager {
		for i, c := range list {
			if c.Kind == None || c.Kind == Start {
				return i
			}
		}
	}
	at := len(x.Choices)
	c := 0
	switch {
	case x.spec.Strategy == DFS:
		if current && x.spec.Preemptions >= 0 && x.used >= x.spec.Preemptions {
			return 0
		}
		c = x.descend(n)
	case at < len(x.spec.Schedule):
		c = x.scheduled(n)
	case x.spec.Strategy == Random:
		c = int(x.next() >> 32 * uint64(n) >> 32)
	case x.spec.Strategy == PCT:
		c = x.pct.thread(x, list, current)
	}
	if current && c != 0 {
		x.used++
	}
	x.record(c, n)
	return c
}

// Way decides which of n ways a thread takes.
func (x *Explorer) Way(n int) int {
	if n <= 1 {
		return 0
	}
	c := 0
	switch {
	case x.spec.Strategy == DFS:
		c = x.descend(n)
	case len(x.Choices) < len(x.spec.Schedule):
		c = x.scheduled(n)
	case x.spec.Strategy == Random || x.spec.Strategy == PCT:
		c = int(x.next() >> 32 * uint64(n) >> 32)
	}
	x.record(c, n)
	return c
}

func (x *Explorer) record(c, n int) {
	x.Choices = append(x.Choices, uint16(c))
	x.Widths = append(x.Widths, uint16(n))
}

func (x *Explorer) scheduled(n int) int {
	c := int(x.spec.Schedule[len(x.Choices)])
	if c >= n {
		x.Diverged = true
		return n - 1
	}
	return c
}

// A branch is a decision on the path of a search in depth; its width is 0 before it is known.
type branch struct{ choice, width uint16 }

func (x *Explorer) descend(n int) int {
	at := len(x.Choices)
	if at == len(x.path) {
		x.path = append(x.path, branch{0, uint16(n)})
		return 0
	}
	b := &x.path[at]
	if b.width == 0 {
		b.width = uint16(n)
	}
	if int(b.width) != n {
		x.Diverged = true
		b.width = uint16(n)
	}
	if int(b.choice) >= n {
		x.Diverged = true
		b.choice = uint16(n - 1)
	}
	return int(b.choice)
}

func (x *Explorer) backtrack() bool {
	x.path = x.path[:min(len(x.path), len(x.Choices))] // the rest was not reached
	for n := len(x.path); n > 0; n-- {
		if b := &x.path[n-1]; b.choice+1 < b.width {
			b.choice++
			return true
		}
		x.path = x.path[:n-1]
	}
	return false
}

// next is the next random number.
func (x *Explorer) next() uint64 {
	x.rng += 0x9e3779b97f4a7c15
	return mix(x.rng)
}

// mix is the finalizer of SplitMix64.
func mix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}
