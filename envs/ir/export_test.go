package ir

// What only tests ask of states and results.

// Elem is an element of an array; false if v is no array or i out of bounds.
func (r *Result) Elem(v Value, i int) (Value, bool) {
	o := r.m.object(v)
	if o == nil || o.class != anArray || i < 0 || i >= len(o.slots) {
		return Value{}, false
	}
	return o.slots[i], true
}

// Held are the identities of the objects whose monitors the thread holds, in the
// order in which it took them.
func (s *State) Held() []uint64 {
	held := make([]uint64, len(s.t.held))
	for i, id := range s.t.held {
		held[i] = uint64(id)
	}
	return held
}

// Holds is how often the thread holds the monitor of the object in v.
func (s *State) Holds(v Value) int {
	if o := s.m.object(v); o != nil && o.owner == s.t.id {
		return int(o.count)
	}
	return 0
}

func (s *State) Global(name string) Value { return s.m.global(name) }

// Field is like Result.Field.
func (s *State) Field(v Value, field string) (Value, bool) { return s.m.fieldOf(v, field) }
