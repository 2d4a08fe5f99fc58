package lattice

import (
	"encoding"
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"
	"unicode/utf8"
)

// show is what x prints as within an element. Strings are quoted where they would
// be taken for something else.
func show(x any) string {
	if v := reflect.ValueOf(x); v.Kind() == reflect.String && !prints(x) && !isPlain(v.String()) {
		return strconv.Quote(v.String())
	}
	return fmt.Sprint(x)
}

func prints(x any) bool {
	_, ok := x.(fmt.Stringer)
	return ok
}

func isPlain(s string) bool {
	for _, r := range s {
		if r == utf8.RuneError || !strconv.IsPrint(r) || strings.ContainsRune(" \"{}[]⊥⊤⌊⌋", r) {
			return false
		}
	}
	return s != ""
}

// inBrackets marks a value that prints as an added bottom or top does.
func inBrackets(value string) string {
	switch strings.Trim(value, "⌊⌋") {
	case "⊥", "⊤":
		return "⌊" + value + "⌋"
	}
	return value
}

// toJSON is the JSON of x within that of an element. What has no JSON of its
// own, and is no list, number, string or truth value, is given as the string
// that it prints as. The fields that encoding/json sees need not tell two of
// them apart.
func toJSON(x any) ([]byte, error) {
	switch x.(type) {
	case json.Marshaler, encoding.TextMarshaler:
		return json.Marshal(x)
	}
	switch v := reflect.ValueOf(x); v.Kind() {
	case reflect.Invalid:
		return []byte("null"), nil
	case reflect.Slice, reflect.Array:
		return listJSON(v.Len(), func(i int) any { return v.Index(i).Interface() })
	case reflect.String:
		if s := v.String(); !utf8.ValidString(s) {
			return json.Marshal(map[string][]byte{"bytes": []byte(s)})
		}
		return json.Marshal(v.String())
	case reflect.Float32, reflect.Float64:
		if f := v.Float(); math.IsNaN(f) || math.IsInf(f, 0) {
			return json.Marshal(fmt.Sprint(f))
		}
		return json.Marshal(x)
	case reflect.Bool, reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return json.Marshal(x)
	}
	return json.Marshal(fmt.Sprint(x))
}

func listJSON(n int, at func(int) any) ([]byte, error) {
	text := []byte{'['}
	for i := range n {
		if i > 0 {
			text = append(text, ',')
		}
		part, err := toJSON(at(i))
		if err != nil {
			return nil, err
		}
		text = append(text, part...)
	}
	return append(text, ']'), nil
}

// String returns the entries in ascending order of the keys.
func (m Map[K, V]) String() string {
	var parts []string
	for k, v := range m.All() {
		parts = append(parts, fmt.Sprintf("%v:%s", k, show(v)))
	}
	return "{" + strings.Join(parts, " ") + "}"
}

// MarshalJSON returns an object with the entries in ascending order of the keys.
func (m Map[K, V]) MarshalJSON() ([]byte, error) {
	text := []byte{'{'}
	for k, v := range m.All() {
		part, err := toJSON(v)
		if err != nil {
			return nil, err
		}
		if len(text) > 1 {
			text = append(text, ',')
		}
		text = fmt.Appendf(text, `"%d":%s`, k, part)
	}
	return append(text, '}'), nil
}

// String returns both parts in braces.
func (p Pair[A, B]) String() string { return "{" + show(p.First) + " " + show(p.Second) + "}" }

// MarshalJSON returns an object with the fields First and Second.
func (p Pair[A, B]) MarshalJSON() ([]byte, error) {
	first, err := toJSON(p.First)
	if err != nil {
		return nil, err
	}
	second, err := toJSON(p.Second)
	if err != nil {
		return nil, err
	}
	return fmt.Appendf(nil, `{"First":%s,"Second":%s}`, first, second), nil
}

// String returns what the element prints as.
func (s State[E]) String() string { return show(s.value) }

// MarshalJSON returns the JSON of the element.
func (s State[E]) MarshalJSON() ([]byte, error) { return toJSON(s.value) }

// String returns the values of the variables in brackets.
func (d *Dense[V]) String() string {
	parts := make([]string, len(d.vals))
	for i, v := range d.vals {
		parts[i] = show(v)
	}
	return "[" + strings.Join(parts, " ") + "]"
}

// MarshalJSON returns the values of the variables as a list.
func (d *Dense[V]) MarshalJSON() ([]byte, error) {
	return listJSON(len(d.vals), func(i int) any { return d.vals[i] })
}
