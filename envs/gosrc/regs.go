package gosrc

import (
	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs"
)

// regTable numbers the values of one function. It is an open-addressing table on
// the address of the value, which go/ssa allocates and the collector does not
// move; numbers are given in the order in which values are met, so they do not
// depend on addresses. Entries of earlier functions are told by their generation,
// and the mask fits the current function, which keeps the table in the cache.
type regTable struct {
	entries []regEntry
	mask    uintptr
	gen     uint32
	used    int
	next    envs.Reg
	moved   []regEntry // while the table grows
}

type regEntry struct {
	key uintptr
	gen uint32
	reg uint32 // with flags
}

const (
	regMask     = 1<<28 - 1
	isVar       = 1 << 30 // an Alloc that is a register
	isLocal     = 1 << 29 // an object whose address does not leave the frame
	isPublished = 1 << 28 // an Alloc whose address was used as a value
)

func (t *regTable) reset(values int) {
	// Of a function's values less than half need a register. Of those of the large
	// ones, which fill tables, it is far less, and a table that outgrows the cache
	// costs more than its growth.
	size := uintptr(16)
	for int(size) < min(values, 512) {
		size *= 2
	}
	if int(size) > len(t.entries) {
		t.entries = make([]regEntry, size)
	}
	t.mask = size - 1
	t.gen++
	t.used = 0
	t.next = 1
}

// define gives v n new registers unless it has some, and returns the entry.
func (t *regTable) define(v ssa.Value, n int) *regEntry {
	key := address(v)
	for i := hash(key); ; i++ {
		e := &t.entries[i&t.mask]
		if e.gen != t.gen {
			return t.add(e, v, n)
		}
		if e.key == key {
			return e
		}
	}
}

// add fills the free entry e, which is where v belongs.
func (t *regTable) add(e *regEntry, v ssa.Value, n int) *regEntry {
	if 2*t.used > int(t.mask) {
		t.grow()
		return t.define(v, n)
	}
	*e = regEntry{key: address(v), gen: t.gen, reg: uint32(t.next)}
	t.next += envs.Reg(n)
	t.used++
	return e
}

func (t *regTable) grow() {
	t.moved = t.moved[:0]
	for _, e := range t.entries[:t.mask+1] {
		if e.gen == t.gen {
			t.moved = append(t.moved, e)
		}
	}
	size := 4 * (t.mask + 1)
	if size > uintptr(len(t.entries)) {
		t.entries = make([]regEntry, size)
	}
	t.mask = size - 1
	t.gen++
	for _, e := range t.moved {
		i := hash(e.key)
		for t.entries[i&t.mask].gen == t.gen {
			i++
		}
		e.gen = t.gen
		t.entries[i&t.mask] = e
	}
}

// find is the register of v, 0 if it has none.
func (t *regTable) find(v ssa.Value) envs.Reg {
	key := address(v)
	i := hash(key)
	for n := uintptr(0); n <= t.mask; n++ {
		e := &t.entries[i&t.mask]
		if e.gen != t.gen {
			break
		}
		if e.key == key {
			return envs.Reg(e.reg & regMask)
		}
		i++
	}
	return 0
}

// copy is a table of the current function alone.
func (t *regTable) copy() regTable {
	c := *t
	c.moved = nil
	c.entries = append([]regEntry(nil), t.entries[:t.mask+1]...)
	return c
}

// temp is a register that belongs to no value.
func (t *regTable) temp(n int) envs.Reg {
	r := t.next
	t.next += envs.Reg(n)
	return r
}
