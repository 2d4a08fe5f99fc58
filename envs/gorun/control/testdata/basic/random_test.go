package basic

import (
	"fmt"
	"math/rand"
	randv2 "math/rand/v2"
	"strings"
	"sync"
	"testing"
)

// TestRandom shows all that is random in a run.
func TestRandom(t *testing.T) {
	m := map[string]int{}
	for i := range 50 {
		m[fmt.Sprint(i)] = i
	}
	var b strings.Builder
	for k := range m {
		b.WriteString(k)
	}
	var sm sync.Map
	for i := range 20 {
		sm.Store(i, i)
	}
	sm.Range(func(k, _ any) bool {
		fmt.Fprint(&b, k)
		return true
	})
	t.Error(b.String(), rand.Int(), randv2.Int())
}
