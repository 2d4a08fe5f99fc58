package environment

import (
	"encoding/json"
	"fmt"
	"iter"
	"strings"

	"github.com/seed38182bad/parallax/lattice"
)

// Format returns what is known of each variable, such as {x: [0, 10], y: 3}, in
// the order of the variables; {} for top and ⊥ for bottom. name says how a
// variable is called, differently for each.
func (e Env[K, V]) Format(name func(K) string) string { return format(e.reached, e.All(), name) }

// String is Format with the variables as fmt prints them: numbers, or what their
// type's own String gives.
func (e Env[K, V]) String() string { return e.Format(func(k K) string { return fmt.Sprint(k) }) }

// MarshalJSON returns an object from the numbers of the variables to their values,
// and null for bottom.
func (e Env[K, V]) MarshalJSON() ([]byte, error) { return marshal(e.reached, e.All()) }

func format[K lattice.Integer, V any](reached bool, vars iter.Seq2[K, V], name func(K) string) string {
	if !reached {
		return "⊥"
	}
	var parts []string
	for k, v := range vars {
		parts = append(parts, fmt.Sprintf("%s: %v", name(k), v))
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

func marshal[K lattice.Integer, V any](reached bool, vars iter.Seq2[K, V]) ([]byte, error) {
	if !reached {
		return []byte("null"), nil
	}
	out := []byte("{")
	for k, v := range vars {
		value, err := json.Marshal(v)
		if err != nil {
			return nil, fmt.Errorf("value of variable %d: %w", k, err)
		}
		if len(out) > 1 {
			out = append(out, ',')
		}
		out = append(out, fmt.Sprintf(`"%d":%s`, k, value)...)
	}
	return append(out, '}'), nil
}
