package waiting

import "github.com/seed38182bad/parallax/envs"

// A Memo keeps what follows from all edges of a program, by what it is about. Its owner empties it when another pass
// begins. The zero Memo is empty.
type Memo[K comparable, V any] struct{ known map[K]V }

// Of is what follows about k. It is computed once, and each time anew as long as edges are gathered.
func (m *Memo[K, V]) Of(stages envs.Stages, k K, compute func() V) V {
	v, ok := m.known[k]
	if !ok {
		v = compute()
		if !stages.Gathers() {
			if m.known == nil {
				m.known = map[K]V{}
			}
			m.known[k] = v
		}
	}
	return v
}
