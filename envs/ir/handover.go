package ir

import "github.com/seed38182bad/parallax/envs"

// memory is what a straight run of operations certainly knows of memory and
// registers: values are numbers, the same number is the same value.
type memory struct {
	next  int32
	regs  []regValue
	cells []cell
}

type regValue struct {
	reg operand
	val int32
}

// cell is a location and the value in it.
type cell struct {
	loc   *envs.Loc
	base  int32
	index int32
	val   int32
	loads []*raw // those that gave the value
}

// handover marks the loads whose value a later store takes away from where it
// was, before another thread can have come in: the location gets another value.
func handover(ops []raw) {
	if !loadsThenStores(ops) {
		return
	}
	m := memory{}
	for i := range ops {
		switch r := &ops[i]; r.code {
		case oConst, oMove:
			m.set(r.dst, m.get(r.a))
		case oLoadField, oLoadElem, oLoadGlobal:
			if r.flags&envs.Volatile != 0 { // another thread may write it at any time
				m.set(r.dst, m.fresh())
				continue
			}
			c := m.cell(r)
			c.loads = append(c.loads, r)
			m.set(r.dst, c.val)
		case oStoreField, oStoreElem, oStoreGlobal:
			c := *m.cell(r)
			val := m.get(r.c)
			if val != c.val {
				for _, load := range c.loads {
					load.flags |= envs.Handover
				}
			}
			m.forget(r.loc)
			m.cells = append(m.cells, cell{r.loc, c.base, c.index, val, nil})
		case oAcquire, oTryAcquire, oRelease, oExit, oWait, oCall, oFork, oJoin:
			m.cells = m.cells[:0]
			for k := range max(r.els, 1) { // a call's results
				if r.dst > 0 {
					m.set(r.dst+operand(k), m.fresh())
				}
			}
		default:
			if r.dst > 0 {
				m.set(r.dst, m.fresh())
			}
		}
	}
}

func loadsThenStores(ops []raw) bool {
	loaded := false
	for i := range ops {
		switch opcodes[ops[i].code].kind {
		case envs.Load:
			loaded = true
		case envs.Store:
			if loaded {
				return true
			}
		}
	}
	return false
}

func (m *memory) fresh() int32 {
	m.next++
	return m.next
}

func (m *memory) get(a operand) int32 {
	if a <= 0 {
		return int32(a) // a constant is its own number
	}
	for i := range m.regs {
		if m.regs[i].reg == a {
			return m.regs[i].val
		}
	}
	v := m.fresh()
	m.set(a, v)
	return v
}

func (m *memory) set(r operand, v int32) {
	for i := range m.regs {
		if m.regs[i].reg == r {
			m.regs[i].val = v
			return
		}
	}
	if len(m.regs) == 64 { // what is far back is not remembered
		m.regs = append(m.regs[:0], m.regs[32:]...)
	}
	m.regs = append(m.regs, regValue{r, v})
}

// cell is the location that a load or store is about.
func (m *memory) cell(r *raw) *cell {
	c := cell{loc: r.loc}
	switch r.code {
	case oLoadField, oStoreField:
		c.base = m.get(r.a)
	case oLoadElem, oStoreElem:
		c.base, c.index = m.get(r.a), m.get(r.b)
	}
	for i := range m.cells {
		if k := &m.cells[i]; k.loc == c.loc && k.base == c.base && k.index == c.index {
			return k
		}
	}
	c.val = m.fresh()
	m.cells = append(m.cells, c)
	return &m.cells[len(m.cells)-1]
}

// forget drops the cells that a store to a location of a class may change.
func (m *memory) forget(loc *envs.Loc) {
	kept := m.cells[:0]
	for _, c := range m.cells {
		if c.loc != loc {
			kept = append(kept, c)
		}
	}
	m.cells = kept
}
