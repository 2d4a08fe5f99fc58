package lattice

import (
	"encoding/json"
	"fmt"
)

// JSON returns x as it stands within the JSON of an element. What has no JSON of its
// own and is no list, number, string or truth value is given as the string that it
// prints as.
func JSON(x any) json.Marshaler { return inner{x} }

type inner struct{ x any }

func (i inner) MarshalJSON() ([]byte, error) { return toJSON(i.x) }

// MarshalJSON returns the elements as a list in ascending order, and "⊤" for the
// set of everything.
func (s Set[T]) MarshalJSON() ([]byte, error) {
	if s.everything {
		return []byte(`"⊤"`), nil
	}
	return toJSON(s.elems)
}

// MarshalJSON returns {"value": v} for a value, null for the added bottom and
// "⊤" for the added top. So these differ from whatever the JSON of a value is.
func (e Lifted[E]) MarshalJSON() ([]byte, error) {
	switch e.level {
	case levelBottom:
		return []byte("null"), nil
	case levelTop:
		return []byte(`"⊤"`), nil
	}
	value, err := toJSON(e.value)
	if err != nil {
		return nil, err
	}
	return fmt.Appendf(nil, `{"value":%s}`, value), nil
}
