package fixpoint

import "github.com/seed38182bad/parallax/envs"

// Shapes are what the control flow of functions looks like, by function. They are found on demand.
type Shapes []shape

// NewShapes are the Shapes of a program of which nothing is known yet.
func NewShapes(prog envs.Program) Shapes { return make(Shapes, prog.NumFuncs()) }

// shape is what the engine knows of a function's control flow, by operation and
// by register.
type shape struct {
	reached []bool // control may come here after the first operation; found by skip
	marks   []uint8
	last    [2][]int32 // see lastUses: without details, and with them
	kept    int32      // at how many operations there may be a state: joins, calls and the entry
}

const (
	joinMark   = 1 << iota // several paths may meet here
	loopMark               // a back edge leads here
	cycleMark              // control may come here more than once
	targetMark             // a jump, branch or exception leads here
)

// marks finds where paths may meet: it counts the ways into each operation.
func (e *Engine[S]) marks(fn *envs.Func) []uint8 {
	if m := e.shapes[fn.ID].marks; m != nil {
		return m
	}
	m := marksOf(fn)
	for i := range m {
		if e.opts.Pick != nil {
			m[i] |= joinMark
		}
	}
	kept := int32(0)
	for i, is := range m {
		if i == 0 || is&joinMark != 0 || fn.Ops[i].Reaches() {
			kept++
		}
	}
	e.shapes[fn.ID].marks, e.shapes[fn.ID].kept = m, kept
	return m
}

func marksOf(fn *envs.Func) []uint8 {
	m := make([]uint8, len(fn.Ops))
	// All that lies between the two ends of a back edge may be on a cycle. depth
	// is the number of such stretches that begin at an operation, less those that
	// ended before it.
	var depth []int32
	in := func(from, to int32) {
		if m[to]&targetMark != 0 || to == 0 {
			m[to] |= joinMark
		}
		m[to] |= targetMark
		if to <= from {
			m[to] |= loopMark | joinMark
			if depth == nil {
				depth = make([]int32, len(fn.Ops)+1)
			}
			depth[to]++
			depth[from+1]--
		}
	}
	for i := range fn.Ops {
		op := &fn.Ops[i]
		switch op.Kind {
		case envs.Jump:
			in(int32(i), op.To)
		case envs.Branch, envs.Switch:
			for _, t := range fn.Lists[op.To] {
				in(int32(i), t)
			}
		}
		if op.Handler != 0 {
			in(int32(i), op.Handler)
		}
	}
	var around int32
	for i := range fn.Ops {
		if depth != nil {
			if around += depth[i]; around > 0 {
				m[i] |= cycleMark
			}
		}
		// A target that is also fallen into is a join.
		if m[i]&targetMark != 0 && (i == 0 || fn.Ops[i-1].Falls()) {
			m[i] |= joinMark
		}
	}
	return m
}

// last is lastUses, computed once a function.
func (e *Engine[S]) last(fn *envs.Func) []int32 {
	sh := &e.shapes[fn.ID]
	var details envs.Program
	i := 0
	if e.detailed {
		i, details = 1, e.prog
	}
	if sh.last[i] == nil {
		sh.last[i] = lastUses(fn, details)
	}
	return sh.last[i]
}

// minHeap is a queue of numbers, such as indices of operations, by priority: the smallest first.
type minHeap []int32

func (h *minHeap) push(n int32) {
	q := append(*h, n)
	i := len(q) - 1
	for i > 0 {
		p := (i - 1) / 2
		if q[p] <= q[i] {
			break
		}
		q[p], q[i] = q[i], q[p]
		i = p
	}
	*h = q
}

func (h *minHeap) pop() int32 {
	q := *h
	top, n := q[0], len(q)-1
	q[0] = q[n]
	q = q[:n]
	for i := 0; ; {
		c := 2*i + 1
		if c >= n {
			break
		}
		if c+1 < n && q[c+1] < q[c] {
			c++
		}
		if q[i] <= q[c] {
			break
		}
		q[i], q[c] = q[c], q[i]
		i = c
	}
	*h = q
	return top
}
