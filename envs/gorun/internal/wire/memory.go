package wire

import "math/bits"

// Memory gives identities for addresses. It knows which it has given, so that it can say which are no more when the
// garbage collector has freed what was there. Then they are given again, for what is there next.
//
//	bits  0–12  offset in the page
//	bits 13–62  number of the page, from 1 in the order of appearance
//	bit  63     the other of two objects of one address
//
// One Memory serves several runs, one after the other: a page of another process has another number.
type Memory struct {
	pages map[uint64]*page
	cache [256]*page // of pages, by address: an identity takes 8 ns instead of 21
	last  uint64
}

type page struct {
	addr    uint64 // without the offset
	number  uint64
	given   [pageBytes / 64]uint64
	reverse bool // some were given for both objects
}

const (
	pageBits  = 13
	pageBytes = 1 << pageBits
	addrMask  = 1<<48 - 1
)

// forget makes all addresses mean something else: another process uses them.
func (m *Memory) forget() {
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
	off := addr % pageBytes
	p.given[off/64] |= 1 << (off % 64)
	if raw&reverseBit != 0 {
		p.reverse = true
	}
	return p.number<<pageBits | off | raw&reverseBit
}

// freed calls f with the identities that are no more, when of the 64 objects of a size from base on those in the mask
// are freed.
func (m *Memory) freed(base, mask, size uint64, f func(uint64)) {
	if m.pages == nil || size == 0 {
		return
	}
	for mask != 0 {
		n := uint64(bits.TrailingZeros64(mask))
		mask &^= 1 << n
		m.free(base+n*size, base+(n+1)*size, f)
	}
}

func (m *Memory) free(from, to uint64, f func(uint64)) {
	for from < to {
		at := from >> pageBits
		end := min(to, (at+1)<<pageBits)
		if p := m.pages[at]; p != nil {
			p.free(from%pageBytes, end-at<<pageBits, f)
		}
		from = end
	}
}

func (p *page) free(from, to uint64, f func(uint64)) {
	for i := from / 64; i*64 < to; i++ {
		word := p.given[i]
		if i*64 < from {
			word &^= 1<<(from%64) - 1
		}
		if (i+1)*64 > to {
			word &= 1<<(to%64) - 1
		}
		p.given[i] &^= word
		for ; word != 0; word &= word - 1 {
			id := p.number<<pageBits | i*64 + uint64(bits.TrailingZeros64(word))
			f(id)
			if p.reverse {
				f(id | reverseBit)
			}
		}
	}
}
