package ir

import (
	"slices"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/explore"
)

// canonical numbers threads and objects anew, so that equal states are described by the same bytes. Threads are
// numbered by name. Objects that the program has made are numbered as they are found from variables and threads.
// Objects that nothing refers to are dropped.
func (s *System) canonical() {
	m, sp := s.m, &s.space
	threads := slices.Clone(m.threads)
	sorted := slices.IsSortedFunc(threads, byName)
	if !sorted {
		slices.SortFunc(threads, byName)
	}
	sp.number = append(sp.number[:0], make([]int32, len(m.objs))...)
	sp.order = sp.order[:0]
	for id := range int32(s.initial) {
		sp.found(id + 1)
	}
	see := func(v Value) {
		if v.ref > 0 {
			sp.found(v.ref)
		}
	}
	for _, v := range m.vars {
		see(v)
	}
	for _, u := range m.res.Uncaught {
		see(u.Value)
	}
	for _, t := range threads {
		if t.status == ended {
			continue
		}
		see(t.exc)
		for _, v := range t.regs {
			see(v)
		}
		if t.status == blocked || t.status == waiting || t.status == notified {
			sp.found(t.on)
		}
		for _, id := range t.held {
			sp.found(id)
		}
	}
	for i := 0; i < len(sp.order); i++ {
		for _, v := range m.objs[sp.order[i]-1].slots {
			see(v)
		}
	}
	same := sorted && len(sp.order) == len(m.objs)
	for i, id := range sp.order {
		same = same && int(id) == i+1
	}
	if !same {
		s.renumber(threads)
	}
}

func byName(t, u *thread) int { return int(t.name - u.name) }

func (sp *space) found(id int32) {
	if sp.number[id-1] == 0 {
		sp.order = append(sp.order, id)
		sp.number[id-1] = int32(len(sp.order))
	}
}

// renumber gives threads, in their new order, and objects their new numbers.
func (s *System) renumber(threads []*thread) {
	m, sp := s.m, &s.space
	thread := make([]int32, len(threads)+1) // by number
	plans := make([]scheduled, len(threads))
	for i, t := range threads {
		thread[t.id], plans[i] = int32(i+1), s.threads[t.id-1]
	}
	value := func(v *Value) {
		if v.ref > 0 {
			v.ref = sp.number[v.ref-1]
		}
	}
	values := func(list []Value) {
		for i := range list {
			value(&list[i])
		}
	}
	values(m.vars)
	for i := range m.res.Uncaught {
		u := &m.res.Uncaught[i]
		value(&u.Value)
		u.Thread = envs.Thread(thread[u.Thread])
	}
	for i, t := range threads {
		t.id = int32(i + 1)
		value(&t.exc)
		values(t.regs)
		switch t.status {
		case blocked, waiting, notified:
			t.on = sp.number[t.on-1]
		case joining:
			t.on = thread[t.on]
		}
		for k := range t.held {
			t.held[k] = sp.number[t.held[k]-1]
		}
	}
	objs, names := make([]obj, len(sp.order)), make([]explore.Object, 0, len(sp.order))
	for i, id := range sp.order {
		o := m.objs[id-1]
		o.owner, o.thread = thread[o.owner], thread[o.thread]
		values(o.slots)
		objs[i] = o
		names = append(names, s.objects[id-1])
	}
	m.threads, s.threads, m.objs, s.objects = threads, plans, objs, names
	sp.forget()
}
