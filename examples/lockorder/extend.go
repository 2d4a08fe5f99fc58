package lockorder

import "slices"

// extend looks for the ways in which the path becomes a cycle of the given length.
func (s *search) extend(length int) {
	first, last := s.path[0], s.path[len(s.path)-1]
	for _, k := range s.names(last.what) {
		d, ok := s.steps[k]
		if !ok || len(s.path)+d > length || s.passes(k) && length > 2 {
			continue
		}
		ws, _ := s.g.held.Of(k)
		for i := range *ws {
			w := &(*ws)[i]
			if s.left--; s.left < 0 {
				return
			}
			if !s.closes(w.what, length-len(s.path)-1) || !s.beside(w) || !s.g.blocks(s.env, last, w) || !s.counts(w) {
				continue
			}
			s.path = append(s.path, w)
			if len(s.path) < length {
				s.extend(length)
			} else if s.g.blocks(s.env, w, first) {
				if !s.found(s.path) {
					s.left = 0
				}
			}
			s.path = s.path[:len(s.path)-1]
		}
	}
}

// closes reports whether a way leads from a wait for x, by so many more waits at most, to
// what the first wait of the path holds.
func (s *search) closes(x thing, more int) bool {
	d, ok := s.ways[x]
	if !ok {
		d = len(s.steps) + 1
		if same(s.env, x, s.path[0].holds.what) {
			d = 0
		} else {
			for _, k := range s.names(x) {
				if n, ok := s.steps[k]; ok {
					d = min(d, n)
				}
			}
		}
		s.ways[x] = d
	}
	return d <= more
}

// counts reports whether a wait belongs into the path. Of those that keep a thread from
// waking others, if it is not certain which, only those do that all have who wake them, and
// only for the lock that those others hold; unless all are to count.
func (s *search) counts(w *wait) bool {
	if s.certain(w) {
		return true
	}
	if s.length > 2 {
		return false
	}
	held, _ := s.g.held.Of(w.holds.what)
	for _, at := range s.g.wakers[w.holds.what] {
		if !slices.ContainsFunc(*held, func(v wait) bool { return v.taken == at && same(s.env, v.what, w.what) }) {
			return false
		}
	}
	return true
}

// certain reports whether it is known of which lock a wait tells, or of which thing that
// others wait for.
func (s *search) certain(w *wait) bool {
	x := w.holds.what
	return s.all || x.role() == aLock || single(s.env, x)
}

// passes reports whether a wait of the path holds a lock.
func (s *search) passes(k thing) bool {
	return slices.ContainsFunc(s.path, func(w *wait) bool { return w.holds.what == k })
}

// beside reports whether a wait may come about at the same time as all of the path.
func (s *search) beside(w *wait) bool {
	for _, v := range s.path {
		if !beside(s.env, v, w) {
			return false
		}
	}
	return true
}
