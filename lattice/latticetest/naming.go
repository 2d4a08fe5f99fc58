package latticetest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"

	"github.com/seed38182bad/parallax/lattice"
	"pgregory.net/rapid"
)

// naming covers what stands for an element elsewhere: its hash, what it prints
// and its JSON.
func (v values[E]) naming() []Law {
	laws := printing(v.rebuilt, v.l.Equal, true)
	if h, ok := v.l.(lattice.Hashing[E]); ok {
		laws = append(laws, hashing(v.rebuilt, v.l.Equal, h.Hash))
	}
	return laws
}

// rebuilt draws elements and computes some more that are equal to them, so
// that one element is seen in the representations that different operations give it.
func (v values[E]) rebuilt(t *rapid.T) []E {
	elems := v.some(t, 4)
	for i, a := range elems[1:] {
		b := elems[i]
		elems = append(elems, v.l.Join(a, v.l.Meet(a, b)), v.l.Meet(b, v.l.Join(a, b)))
	}
	return elems
}

func hashing[E any](draw func(*rapid.T) []E, equal func(a, b E) bool, hash func(E) uint64) Law {
	return Law{"hash/equality", "equal elements have the same hash", func(t *rapid.T) {
		eachPair(draw(t), func(a, b E) {
			if x, y := hash(a), hash(b); equal(a, b) {
				must(t, x == y, "a = b, but their hashes are %#x and %#x\na = %v\nb = %v", x, y, a, b)
			}
		})
	}}
}

// printing are the laws of the methods String and MarshalJSON, as far as E has
// them. What is not injective need only be the same for equal elements.
func printing[E any](draw func(*rapid.T) []E, equal func(a, b E) bool, injective bool) []Law {
	var laws []Law
	if has[E, fmt.Stringer]() {
		laws = append(laws, alike("print", "print alike", draw, equal, injective, func(e E) ([]byte, error) {
			return fmt.Append(nil, e), nil
		}))
	}
	if has[E, json.Marshaler]() {
		toJSON := func(e E) ([]byte, error) { return json.Marshal(e) }
		laws = append(laws, Law{"json/valid", "every element has JSON, and the same each time", func(t *rapid.T) {
			for _, a := range draw(t) {
				x, err := toJSON(a)
				must(t, err == nil, "no JSON for %v: %v", a, err)
				y, err := toJSON(a)
				must(t, err == nil && bytes.Equal(x, y), "%v has the JSON %s and then %s, %v", a, x, y, err)
			}
		}}, alike("json", "have the same JSON", draw, equal, injective, toJSON))
	}
	return laws
}

func alike[E any](name, are string, draw func(*rapid.T) []E, equal func(a, b E) bool, injective bool,
	text func(E) ([]byte, error)) Law {
	check := func(t *rapid.T) {
		elems := draw(t)
		// Each is written twice, because what is written might change.
		var texts [2][][]byte
		for i := range texts {
			for _, a := range elems {
				x, err := text(a)
				must(t, err != nil || len(x) > 0, "written as nothing\na = %#v", a)
				if err != nil {
					x = nil
				}
				texts[i] = append(texts[i], x)
			}
		}
		for i, a := range elems {
			for j, b := range elems {
				x, y := texts[0][i], texts[1][j]
				if same, equal := bytes.Equal(x, y), equal(a, b); x != nil && y != nil && same != equal && (equal || injective) {
					t.Fatalf("a = b is %v, but they are written as\n%s\n%s\na = %#v\nb = %#v", equal, x, y, a, b)
				}
			}
		}
	}
	if injective {
		return Law{name + "/injective", "elements " + are + " exactly if they are equal", check}
	}
	return Law{name + "/equality", "equal elements " + are, check}
}

// has reports whether values of type E have the methods of the interface I.
func has[E, I any]() bool { return reflect.TypeFor[E]().Implements(reflect.TypeFor[I]()) }
