package gosrc

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
)

// A branch on a variable stands where the condition is written, not where the variable got its value.
func TestPlacesOfBranches(t *testing.T) {
	if testing.Short() {
		t.Skip("loads Go packages from their source")
	}
	p := source(t, `
import "sync"

type T struct {
	mu    sync.Mutex
	ok    bool
	items map[string]int
}

func (t *T) Plain() {
	t.mu.Lock()
	ok := t.ok
	t.mu.Unlock()
	if ok {
		println()
	}
}

func (t *T) Negated(k string) int {
	v, ok := t.items[k]
	t.mu.Unlock()

	if !ok {
		return 1
	}
	return v
}

func get() (int, bool) { return 0, false }

func Init() {
	if _, ok := get(); !ok {
		println("x")
	}
}

func Loop() {
	a, ok := get()
	for a > 3 && (ok || a < 9) {
		a++
	}
}

func Nested(a, b bool) {
	x, y := get()
	if y {
		if b {
			println(x)
		}
	}
	if a {
		println()
	}
}

func Other(xs []int) {
	_, ok := get()
	switch len(xs) {
	case 1:
		if ok {
			println()
		}
	}
}
`)
	for _, c := range []struct {
		fn   string
		want []string // of each branch or switch
	}{
		{"(*m.T).Plain", []string{"15:5"}},
		{"(*m.T).Negated", []string{"24:6"}},
		{"Init", []string{"33:22"}},
		{"Loop", []string{"40:8", "40:16", "40:24"}},
		{"Nested", []string{"47:5", "48:6", "52:5"}},
		{"Other", []string{"60:7", "61:6"}},
	} {
		fn := p.fn(t, c.fn)
		var got []string
		for i := range fn.Ops {
			if op := &fn.Ops[i]; op.Kind == envs.Branch || op.Kind == envs.Switch {
				at := p.Position(envs.At(fn.ID, op.PC))
				got = append(got, fmt.Sprintf("%d:%d", at.Line, at.Col))
			}
		}
		require.ElementsMatch(t, c.want, got, "%s\n%s", c.fn, p.text(fn))
	}
}
