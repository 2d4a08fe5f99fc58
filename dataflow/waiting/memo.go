package waiting

import "github.com/seed38182bad/parallax/envs"

// A Memo keeps what follows from all edges of a program, by what it is about, for as long as a pass
// lasts in which no more of them come. The zero Memo is empty.
type Memo[K comparable, V any] struct{ known map[K]V }

// Of is what follows about k. It is computed once, unless more edges may come, as in a run.
func (m *Memo[K, V]) Of(passes envs.Passes, k K, compute func() V) V {
	v, ok := m.known[k]
	if !ok {
		v = compute()
		if passes.MayRepeat() {
			if m.known == nil {
				m.known = map[K]V{}
			}
			m.known[k] = v
		}
	}
	return v
}
