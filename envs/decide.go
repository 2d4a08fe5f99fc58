package envs

// Controls tell which operations of functions a branch decides: control dependence (Ferrante, Ottenstein and Warren,
// 1987), transitively. They look at the function without its back edges and without the edges to handlers. Nearly all
// that a branch leads to can throw, so with the edges to handlers it would decide all that comes after it. What is
// asked is computed and kept. The zero value is ready; it is not safe for concurrent use.
type Controls struct{ of map[FuncID]*control }

// MayDecide reports whether the direction taken at the branch of fn with index pc decides, directly or through other
// branches, whether the operation at index at executes.
func (c *Controls) MayDecide(fn *Func, pc, at int32) bool {
	k := c.of[fn.ID]
	if k == nil {
		if c.of == nil {
			c.of = map[FuncID]*control{}
		}
		k = &control{fn: fn, memo: map[int32][]bool{}}
		k.split()
		k.postdominators()
		c.of[fn.ID] = k
	}
	return k.mayDecide(pc, at)
}

// control is the dependence in one function.
type control struct {
	fn    *Func
	block []int32 // by pc: the block it lies in
	start []int32 // by block: its first pc
	succs [][]int32
	ipdom []int32 // by block: immediate postdominator; len(start) is the exit
	memo  map[int32][]bool
}

// split finds the blocks: maximal straight runs of operations.
func (c *control) split() {
	n := len(c.fn.Ops)
	lead := make([]bool, n)
	lead[0] = true
	for i := range c.fn.Ops {
		op := &c.fn.Ops[i]
		for _, t := range c.fn.Targets(op) {
			lead[t] = true
		}
		if op.Handler != 0 {
			lead[op.Handler] = true
			if i+1 < n {
				lead[i+1] = true
			}
		}
		if !op.Falls() && i+1 < n {
			lead[i+1] = true
		}
	}
	c.block = make([]int32, n)
	for i := range n {
		if lead[i] {
			c.start = append(c.start, int32(i))
		}
		c.block[i] = int32(len(c.start) - 1)
	}
	exit := int32(len(c.start))
	c.succs = make([][]int32, exit)
	for b := range c.start {
		end := int32(n)
		if b+1 < len(c.start) {
			end = c.start[b+1]
		}
		op := &c.fn.Ops[end-1]
		add := func(pc int32) {
			to := c.block[pc]
			if pc <= end-1 {
				to = exit // a back edge
			}
			c.succs[b] = append(c.succs[b], to)
		}
		for _, t := range c.fn.Targets(op) {
			add(t)
		}
		if op.Falls() {
			add(end)
		}
		if len(c.succs[b]) == 0 {
			c.succs[b] = append(c.succs[b], exit)
		}
	}
}

// postdominators needs one pass: without back edges every successor has a larger
// number.
func (c *control) postdominators() {
	exit := int32(len(c.start))
	c.ipdom = make([]int32, exit+1)
	c.ipdom[exit] = exit
	for b := exit - 1; b >= 0; b-- {
		d := c.succs[b][0]
		for _, s := range c.succs[b][1:] {
			for d != s {
				if d < s {
					d = c.ipdom[d]
				} else {
					s = c.ipdom[s]
				}
			}
		}
		c.ipdom[b] = d
	}
}

func (c *control) mayDecide(pc, at int32) bool {
	b := c.block[pc]
	set, ok := c.memo[b]
	if !ok {
		set = make([]bool, len(c.start))
		done := map[int32]bool{b: true}
		for work := []int32{b}; len(work) > 0; {
			x := work[len(work)-1]
			work = work[:len(work)-1]
			for _, s := range c.succs[x] {
				for y := s; y != c.ipdom[x] && int(y) < len(c.start); y = c.ipdom[y] {
					set[y] = true
					if !done[y] && len(c.succs[y]) > 1 {
						done[y] = true
						work = append(work, y)
					}
				}
			}
		}
		c.memo[b] = set
	}
	return set[c.block[at]]
}
