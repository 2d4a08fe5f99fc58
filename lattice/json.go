package lattice

import "encoding/json"

// MarshalJSON returns the elements as a list in ascending order, and "⊤" for the
// set of everything.
func (s Set[T]) MarshalJSON() ([]byte, error) {
	switch {
	case s.everything:
		return []byte(`"⊤"`), nil
	case len(s.elems) == 0:
		return []byte("[]"), nil
	}
	return json.Marshal(s.elems)
}

// MarshalJSON returns {"value": v} for a value, null for the added bottom and "⊤"
// for the added top, so that these differ from whatever the JSON of a value is.
func (e Lifted[E]) MarshalJSON() ([]byte, error) {
	switch e.level {
	case levelBottom:
		return []byte("null"), nil
	case levelTop:
		return []byte(`"⊤"`), nil
	}
	return json.Marshal(struct {
		Value E `json:"value"`
	}{e.value})
}
