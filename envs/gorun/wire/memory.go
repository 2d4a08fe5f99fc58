package wire

// Memory gives identities for addresses. Memory of the heap is used again for other objects, so an identity is an address
// together with how often what was there has been freed:
//
//	bits  0–12  offset in the page
//	bits 13–39  number of the page, from 1 in the order of appearance
//	bits 40–55  how often the eight bytes there were freed
//	bit  56     the other of two objects of one address
//
// A page gets a new number when the count is full. One Memory serves several runs, one after the other.
type Memory struct {
	pages map[uint64]*page
	cache [256]*page
	last  uint64
}

type page struct {
	addr   uint64 // without the offset
	number uint64
	gens   *[pageBytes / cell]uint16 // nil while nothing of it was freed
}

const (
	pageBits  = 13
	pageBytes = 1 << pageBits
	cell      = 8
	genShift  = 40
	addrMask  = 1<<48 - 1
)

// Forget makes all addresses mean something else: another process uses them.
func (m *Memory) Forget() {
	m.pages, m.cache = nil, [256]*page{}
}

func (m *Memory) page(at uint64) *page {
	slot := &m.cache[at%256]
	if p := *slot; p != nil && p.addr == at {
		return p
	}
	p := m.pages[at]
	if p == nil {
		if m.pages == nil {
			m.pages = map[uint64]*page{}
		}
		m.last++
		p = &page{addr: at, number: m.last}
		m.pages[at] = p
	}
	*slot = p
	return p
}

// identity is the number of what is at an address now; 0 for nothing.
func (m *Memory) identity(raw uint64) uint64 {
	addr := raw & addrMask
	if addr == 0 {
		return 0
	}
	p := m.page(addr >> pageBits)
	id := p.number<<pageBits | addr%pageBytes
	if p.gens != nil {
		id |= uint64(p.gens[addr%pageBytes/cell]) << genShift
	}
	if raw&Reverse != 0 {
		id |= 1 << (genShift + 16)
	}
	return id
}

// freed says that of the 64 objects of a size from base on those in the mask are no more.
func (m *Memory) freed(base, mask, size uint64) {
	if size == 0 {
		return
	}
	for i := base; mask != 0; mask, i = mask>>1, i+size {
		if mask&1 != 0 {
			m.free(i, i+size)
		}
	}
}

func (m *Memory) free(from, to uint64) {
	for from < to {
		at := from >> pageBits
		end := min(to, (at+1)<<pageBits)
		if p := m.pages[at]; p != nil {
			p.free(m, from%pageBytes/cell, (end-at<<pageBits+cell-1)/cell)
		}
		from = end
	}
}

func (p *page) free(m *Memory, from, to uint64) {
	if p.gens == nil {
		p.gens = new([pageBytes / cell]uint16)
	}
	for i := from; i < to; i++ {
		if p.gens[i]++; p.gens[i] == 0 {
			// The others on the page come by a new identity in the middle of their life, which tells less, but nothing wrong.
			m.last++
			p.number, *p.gens = m.last, [pageBytes / cell]uint16{}
			p.free(m, from, to)
			return
		}
	}
}
