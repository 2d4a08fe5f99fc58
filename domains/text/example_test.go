package text_test

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/domains/interval"
	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/domains/text"
)

func Example() {
	var d text.Domain
	name := d.Concat(d.Of("/tmp/"), d.Concat(d.Top(), d.Of(".log", ".txt")))
	fmt.Println(name)
	fmt.Println(d.TestSuffix(name, ".log", true))
	fmt.Println(d.TestPrefix(name, "/etc", true))

	five := interval.Of(machine.Int.Of(5))
	fmt.Println(d.SliceFrom(name, five), d.SliceTo(name, five))
	fmt.Println(d.Join(d.Of("GET", "PUT"), d.Of("POST")).Len())

	line := d.Of("") // line := ""; for … { line += "=" }
	for {
		next := d.Widen(line, d.Concat(line, d.Of("=")))
		if d.Equal(next, line) {
			break
		}
		line = next
	}
	fmt.Println(line)
	// Output:
	// "/tmp/"… length [9, ∞)
	// "/tmp/"…".log"
	// ⊥
	// … length [4, ∞) {"/tmp/"}
	// [3, 4]
	// ⊤
}

func TestPrints(t *testing.T) {
	shape := domain.Meet(domain.Meet(domain.Prefixed("a\xff"), domain.Suffixed("b")), domain.OfLength(between(4, 9)))
	require.Equal(t, `"a\xff"…"b" length [4, 9]`, shape.String())
	for want, x := range map[string]text.Text{
		`{"prefix":"\"a\\xff\"","suffix":"\"b\"","length":[4,9]}`: shape,
		`{"strings":["\"a\"","\"b\\n\""]}`:                        domain.Of("b\n", "a"),
		`{"strings":[]}`:                                          domain.Bottom(),
		`{"prefix":"\"\"","suffix":"\"\"","length":[0]}`:          domain.Top(),
	} {
		got, err := json.Marshal(x)
		require.NoError(t, err)
		require.Equal(t, want, string(got))
	}
}

// Asking for the order against joining without being told.
func BenchmarkJoin(b *testing.B) {
	var d text.Domain
	x, y, z := d.Of("GET", "HEAD", "POST"), d.Of("GET", "HEAD", "POST", "PUT"), d.Prefixed("PA")
	var ordered, other time.Duration
	for b.Loop() {
		start := time.Now()
		d.Join(x, y)
		middle := time.Now()
		d.Join(x, z)
		ordered += middle.Sub(start)
		other += time.Since(middle)
	}
	b.ReportMetric(float64(other)/float64(ordered), "unordered/ordered")
}
