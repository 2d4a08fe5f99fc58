package ir

import "slices"

// deed is a step of a thread, as far as its part tells.
type deed struct {
	value  int32
	number int32 // of the thread, by which objects know it
	others uint8 // how many others have not ended, if that matters; 2 for more
	does   *effect
}

// effect is what a step does, by the parts that it has looked at, one after the other: which one is the next depends on
// those before it. The last one knows what the step does.
type effect struct {
	part    int32 // an object, less 1, or variables
	by      []way
	more    map[uint32]*effect // what is not in by, which has few
	known   bool
	unknown bool // it is to be executed each time
	thread  uint32
	writes  []written
}

// way is the effect if a part has a number.
type way struct {
	is   uint32
	does *effect
}

// few is up to how many ways are looked through.
const few = 8

// next is the effect in the present state; nil if that is not known.
func (e *effect) next(q *quick) *effect {
	is := uint32(0)
	switch {
	case len(e.by) == 0:
		return nil
	case e.part == variables:
		is = q.rest
	default:
		is = q.objects[e.part]
	}
	for i := range e.by {
		if e.by[i].is == is {
			return e.by[i].does
		}
	}
	return e.more[is]
}

// add gives what follows if the part has a number.
func (e *effect) add(is uint32) *effect {
	if i := slices.IndexFunc(e.by, func(w way) bool { return w.is == is }); i >= 0 {
		return e.by[i].does
	}
	if e.more[is] != nil {
		return e.more[is]
	}
	to := &effect{}
	if len(e.by) < few {
		e.by = append(e.by, way{is, to})
	} else {
		if e.more == nil {
			e.more = map[uint32]*effect{}
		}
		e.more[is] = to
	}
	return to
}

type written struct {
	part int32
	is   uint32
}

// variables are what belongs to no object and no thread, as a part.
const variables = -1

// root is a step of a thread. Nothing is known of it at first.
func (q *quick) root(i int, value int32) deed {
	id := int(q.threads[i])
	for len(q.effects) < id {
		q.effects = append(q.effects, nil)
	}
	d := deed{value, int32(i), q.others(i), nil}
	for _, k := range q.effects[id-1] {
		if k.value == d.value && k.number == d.number && k.others == d.others {
			return k
		}
	}
	d.does = &effect{}
	q.effects[id-1] = append(q.effects[id-1], d)
	return d
}
