package ir

import enc "encoding/binary"

// parts are the numbers of the parts of a state.
type parts struct {
	rest             uint32
	threads, objects []uint32
}

// write describes the state.
func (p *parts) write(b []byte) []byte {
	b = enc.AppendUvarint(b, uint64(p.rest))
	b = enc.AppendUvarint(b, uint64(len(p.threads)))
	for _, id := range p.threads {
		b = enc.AppendUvarint(b, uint64(id))
	}
	for _, id := range p.objects {
		b = enc.AppendUvarint(b, uint64(id))
	}
	return b
}

// read reads what write has written.
func (p *parts) read(state []byte) {
	next := func() uint32 {
		n, size := enc.Uvarint(state)
		state = state[size:]
		return uint32(n)
	}
	p.rest, p.threads, p.objects = next(), p.threads[:0], p.objects[:0]
	for range next() {
		p.threads = append(p.threads, next())
	}
	for len(state) > 0 {
		p.objects = append(p.objects, next())
	}
}

// copy makes p the same as o.
func (p *parts) copy(o *parts) {
	p.rest = o.rest
	p.threads, p.objects = append(p.threads[:0], o.threads...), append(p.objects[:0], o.objects...)
}

// partsOf are all that were seen of one kind.
type partsOf[P any] struct {
	ids  map[string]uint32 // by what it is
	list []P               // by number, less 1
}

// threadPart is a thread with what the scheduler knows of it.
type threadPart struct {
	thread
	scheduled
}

// restPart is what belongs to no thread and no object.
type restPart struct {
	vars     []Value
	uncaught []Uncaught
}

func (p *partsOf[P]) find(key []byte, part func() P) uint32 {
	id, ok := p.ids[string(key)]
	if !ok {
		if p.ids == nil {
			p.ids = map[string]uint32{}
		}
		p.list = append(p.list, part())
		id = uint32(len(p.list))
		p.ids[string(key)] = id
	}
	return id
}
